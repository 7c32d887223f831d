import type { Degree } from '@escola/contract/courses.contract'
import { limits } from '@escola/contract/limits'
import { messages } from '@escola/contract/messages'
import { courseTitle, newCourseTitle, pageTitles } from '@escola/contract/titles'
import { Group, Paper, Stack, Text, TextInput } from '@mantine/core'
import { fieldErrorOf } from '../../../autosave/save-errors.ts'
import { useSchool } from '../../../session/context.ts'
import { EditorTitle } from '../../../ui/editor/editor-title.tsx'
import { isNewRecord } from '../../../ui/editor/new-record.ts'
import { useEditorKey } from '../../../ui/editor/use-editor-key.ts'
import { usePrefetchedQuery } from '../../../ui/loading/use-prefetched-query.ts'
import { LazyRichTextField } from '../../../ui/rich-text/lazy-rich-text-field.tsx'
import { listCourseBadges } from '../badges.ts'
import { CourseBadges } from '../course-badges.tsx'
import { courseQueries } from '../courses.queries.ts'
import classes from '../editor.module.css'
import { EditorFrame } from '../editor-frame.tsx'
import { EditorHead } from '../editor-head.tsx'
import { CourseActions } from './course-actions.tsx'
import { listCourseDifferences } from './course-differences.ts'
import { CourseSettings } from './course-settings.tsx'
import { CoverField } from './cover-field.tsx'
import { OutlineEditor } from './outline-editor.tsx'
import { useCourseEditor } from './use-course-editor.ts'

export function CourseEditorPage({ link }: { link: string }) {
  const { data } = usePrefetchedQuery(courseQueries.course(useSchool().id, link))
  return <CourseEditor key={useEditorKey(data.degree)} loaded={data.degree} />
}

function CourseEditor({ loaded }: { loaded: Degree }) {
  const editor = useCourseEditor(loaded)
  const { course, change, stale } = editor
  const errorOf = fieldErrorOf(editor.error)
  const isNew = isNewRecord(editor.server)

  return (
    <EditorFrame
      editor={editor}
      title={isNew ? messages.creatingCourse : courseTitle(course)}
      differences={stale ? listCourseDifferences(editor.unsaved ?? {}, stale) : []}
      head={
        <EditorHead back={{ to: '/cursos' }} backLabel={pageTitles.courses} state={editor.state}>
          {isNew ? <Text c="dimmed">{messages.creatingCourse}</Text> : <CourseActions editor={editor} />}
        </EditorHead>
      }
    >
      <CoverField src={course.img_wide_url} title={courseTitle(course)} onUpload={editor.uploadCover} />
      <div className={classes.columns}>
        <Stack gap="xl">
          <Stack gap="xs">
            <Group>
              <CourseBadges badges={listCourseBadges({ ...editor.server, ...course })} />
            </Group>
            <EditorTitle
              label="Título do curso"
              fallback={newCourseTitle}
              value={course.title}
              error={errorOf('title')}
              onChange={(title) => change({ title })}
            />
          </Stack>
          <OutlineEditor
            course={editor.server}
            outline={editor.outline}
            publishedOn={editor.server.utc_published_on}
            link={course.link}
            dripping={!course.no_dripping}
            onChange={change}
            placeForLesson={editor.placeForLesson}
            onCopyModule={editor.copyModule}
          />
          <Paper p="md">
            <Stack>
              <TextInput
                label="Título da descrição"
                placeholder="O que você vai aprender"
                maxLength={limits.titleMax}
                value={course.description_title}
                error={errorOf('description_title')}
                onChange={(event) => change({ description_title: event.currentTarget.value })}
              />
              <LazyRichTextField
                label="Descrição"
                value={course.description}
                error={errorOf('description')}
                onChange={(description) => change({ description })}
              />
            </Stack>
          </Paper>
        </Stack>
        <CourseSettings editor={editor} errorOf={errorOf} />
      </div>
    </EditorFrame>
  )
}
