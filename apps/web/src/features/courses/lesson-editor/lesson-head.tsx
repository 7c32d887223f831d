import { limits } from '@escola/contract/limits'
import { courseTitle, newCourseTitle } from '@escola/contract/titles'
import { ActionIcon, TextInput } from '@mantine/core'
import { IconLayoutSidebarRightCollapse, IconLayoutSidebarRightExpand } from '@tabler/icons-react'
import { AccountMenu } from '../../../ui/account/account-menu.tsx'
import { EditorHead } from '../editor-head.tsx'
import { PreviewButton } from '../preview-button.tsx'
import { PublishButton } from '../publish-button.tsx'
import classes from './lesson-editor.module.css'
import type { LessonEditorState } from './use-lesson-editor.ts'

interface Props {
  editor: LessonEditorState
  sidebar: { isOpen: boolean; toggle: () => void }
}

export function LessonHead({ editor, sidebar }: Props) {
  const { degree, lesson } = editor
  return (
    <EditorHead
      back={{ to: '/c/$link', params: { link: degree.link } }}
      backLabel="Curso"
      title={<CourseTitle editor={editor} />}
      state={editor.state}
    >
      <PreviewButton to="/c/$link/$classLink" params={{ link: degree.link, classLink: lesson.link }} />
      <PublishButton course={degree} unsaved={editor.unsaved ?? editor.examChanges} onPublish={editor.publish} />
      <ActionIcon
        variant="default"
        size="input-sm"
        aria-expanded={sidebar.isOpen}
        aria-label={sidebar.isOpen ? 'Esconder módulos e aulas' : 'Mostrar módulos e aulas'}
        onClick={sidebar.toggle}
      >
        {sidebar.isOpen ? <IconLayoutSidebarRightCollapse size={18} /> : <IconLayoutSidebarRightExpand size={18} />}
      </ActionIcon>
      <AccountMenu />
    </EditorHead>
  )
}

function CourseTitle({ editor: { degree, courseTitle: title } }: { editor: LessonEditorState }) {
  return (
    <TextInput
      aria-label="Título do curso"
      variant="unstyled"
      classNames={{ input: classes.courseTitleInput }}
      placeholder={newCourseTitle}
      maxLength={limits.titleMax}
      value={title.typed ?? courseTitle(degree)}
      onChange={(event) => title.type(event.currentTarget.value)}
      onBlur={() => void title.save()}
      onKeyDown={(event) => {
        if (event.key === 'Enter') void title.save()
        if (event.key === 'Escape') title.type(undefined)
      }}
    />
  )
}
