import { examPlanTexts } from '@escola/contract/exam-plan-texts'
import { lessonPlaceholder } from '@escola/contract/rich-text'
import { lessonTitle, newLessonTitle } from '@escola/contract/titles'
import { Paper, Stack, Switch, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { fieldErrorOf } from '../../../autosave/save-errors.ts'
import { useSchool } from '../../../session/context.ts'
import { EditorTitle } from '../../../ui/editor/editor-title.tsx'
import type { LessonPart } from '../../../ui/editor/lesson-part.ts'
import { isNewRecord } from '../../../ui/editor/new-record.ts'
import { useEditorKey } from '../../../ui/editor/use-editor-key.ts'
import { usePrefetchedQuery } from '../../../ui/loading/use-prefetched-query.ts'
import { LazyRichTextField } from '../../../ui/rich-text/lazy-rich-text-field.tsx'
import { courseQueries, type LessonAnswer } from '../courses.queries.ts'
import { EditorFrame } from '../editor-frame.tsx'
import { CopyLesson } from './copy-lesson.tsx'
import { ExternalLinksField } from './external-links-field.tsx'
import { FilesField } from './files-field.tsx'
import { listLessonDifferences } from './lesson-differences.ts'
import classes from './lesson-editor.module.css'
import { LessonHead } from './lesson-head.tsx'
import { LessonSidebar } from './lesson-sidebar.tsx'
import { LessonSteps } from './lesson-steps.tsx'
import { useLessonEditor } from './use-lesson-editor.ts'
import { useSidebar } from './use-sidebar.ts'
import type { Steer } from './use-video-length.ts'
import { VideoField } from './video-field.tsx'
import { VideoUploadField } from './video-upload-field.tsx'

interface Props {
  link: string
  classLink: string
  loadSteer: () => Promise<Steer>
  /** Renders the lesson's assessment, which another feature writes. */
  renderExam: (part: LessonPart) => ReactNode
}

export function LessonEditorPage({ link, classLink, ...parts }: Props) {
  const { data } = usePrefetchedQuery(courseQueries.lesson(useSchool().id, link, classLink))
  return <LessonEditor key={useEditorKey(data.content)} loaded={data} {...parts} />
}

function LessonEditor({
  loaded,
  loadSteer,
  renderExam,
}: { loaded: LessonAnswer } & Pick<Props, 'loadSteer' | 'renderExam'>) {
  const editor = useLessonEditor(loaded)
  const sidebar = useSidebar()
  const { lesson, degree, change, stale } = editor
  const errorOf = fieldErrorOf(editor.error)

  return (
    <EditorFrame
      editor={editor}
      title={lessonTitle(lesson)}
      differences={stale ? listLessonDifferences(editor.unsaved ?? {}, stale.content) : []}
      head={<LessonHead editor={editor} sidebar={sidebar} />}
    >
      <div className={classes.columns} data-sidebar={sidebar.isOpen || undefined}>
        <Stack gap="lg">
          <EditorTitle
            label="Título da aula"
            fallback={newLessonTitle}
            value={lesson.title}
            error={errorOf('title')}
            onChange={(title) => change({ title })}
          />
          <VideoUploadField
            lesson={lesson}
            error={errorOf('main_media_url')}
            onChange={change}
            onUploads={editor.setUploads('video')}
          >
            <VideoField
              address={lesson.main_media_url}
              seconds={lesson.main_media_duration}
              title={lessonTitle(lesson)}
              error={errorOf('main_media_url')}
              loadSteer={loadSteer}
              onChange={change}
            />
          </VideoUploadField>
          <LazyRichTextField
            label="Descrição"
            value={lesson.description}
            placeholder={lessonPlaceholder}
            error={errorOf('description')}
            onChange={(description) => change({ description })}
          />
          <Paper p="md" component="section" aria-labelledby="lesson-files">
            <Title order={2} size="h5" mb="sm" id="lesson-files">
              Arquivos
            </Title>
            <FilesField
              files={lesson.files}
              onChange={(files) => change({ files })}
              onUploads={editor.setUploads('files')}
            />
          </Paper>
          <Paper p="md" component="section" aria-labelledby="lesson-links">
            <Title order={2} size="h5" mb="sm" id="lesson-links">
              Links externos
            </Title>
            <ExternalLinksField
              links={lesson.external_links}
              onChange={(external_links) => change({ external_links })}
            />
          </Paper>
          {isNewRecord(lesson) ? (
            <Text size="sm" c="dimmed">
              {examPlanTexts.lessonFirst}
            </Text>
          ) : (
            renderExam({ lessonId: lesson.id, onWriter: editor.setExam })
          )}
          <Switch
            label="Visível"
            description="Alunos veem esta aula quando o curso é publicado"
            checked={lesson.is_visible}
            onChange={(event) => change({ is_visible: event.currentTarget.checked })}
          />
          <Switch
            label="Aula privada"
            description="Só para alunos das suas turmas. Quem entrou apenas pela turma pública vê o título com um cadeado, e a aula não conta no progresso dessa pessoa"
            checked={lesson.is_private}
            onChange={(event) => change({ is_private: event.currentTarget.checked })}
          />
          {!isNewRecord(lesson) && <CopyLesson editor={editor} />}
          <LessonSteps degree={degree} lessonId={lesson.id} />
        </Stack>
        {sidebar.isOpen && <LessonSidebar degree={degree} lessonId={lesson.id} title={lessonTitle(lesson)} />}
      </div>
    </EditorFrame>
  )
}
