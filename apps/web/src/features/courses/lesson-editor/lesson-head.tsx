import { limits } from '@escola/contract/limits'
import { ActionIcon, Button, TextInput } from '@mantine/core'
import { IconLayoutSidebarRightCollapse, IconLayoutSidebarRightExpand } from '@tabler/icons-react'
import { useState } from 'react'
import { notifyError, notifySuccess } from '../../../ui/notify.ts'
import { publishLabel } from '../badges.ts'
import { courseTitle, untitledCourse } from '../course-title.ts'
import { EditorHead } from '../editor-head.tsx'
import classes from './lesson-editor.module.css'
import type { LessonEditorState } from './use-lesson-editor.ts'

interface Props {
  editor: LessonEditorState
  sidebar: { isOpen: boolean; toggle: () => void }
}

export function LessonHead({ editor, sidebar }: Props) {
  const { degree } = editor
  const [publishing, setPublishing] = useState(false)
  const isPublished = degree.utc_published_on !== null
  const publish = async () => {
    if (publishing) return
    setPublishing(true)
    try {
      if (await editor.publish()) notifySuccess(isPublished ? 'Alterações publicadas!' : 'Curso publicado!')
    } catch (error) {
      notifyError(error)
    } finally {
      setPublishing(false)
    }
  }
  return (
    <EditorHead
      back={{ to: '/c/$link', params: { link: degree.link } }}
      backLabel="Curso"
      title={<CourseTitle title={degree.title} onRename={editor.renameCourse} />}
      state={editor.state}
    >
      <Button
        onClick={publish}
        loading={publishing}
        disabled={isPublished && !degree.isDraft && editor.unsaved === undefined}
      >
        {publishLabel(degree)}
      </Button>
      <ActionIcon
        variant="default"
        size="input-sm"
        aria-expanded={sidebar.isOpen}
        aria-label={sidebar.isOpen ? 'Esconder módulos e aulas' : 'Mostrar módulos e aulas'}
        onClick={sidebar.toggle}
      >
        {sidebar.isOpen ? <IconLayoutSidebarRightCollapse size={18} /> : <IconLayoutSidebarRightExpand size={18} />}
      </ActionIcon>
    </EditorHead>
  )
}

/** Saved when it is left: it belongs to the course, not to the lesson that is written here. */
function CourseTitle({ title, onRename }: { title: string; onRename: (title: string) => Promise<void> }) {
  const [typed, setTyped] = useState<string>()
  const save = async () => {
    const next = typed?.trim()
    if (!next || next === title) return setTyped(undefined)
    try {
      await onRename(next)
      setTyped(undefined)
    } catch (error) {
      notifyError(error)
    }
  }
  return (
    <TextInput
      aria-label="Título do curso"
      variant="unstyled"
      className={classes.courseTitle}
      classNames={{ input: classes.courseTitleInput }}
      placeholder={untitledCourse}
      maxLength={limits.titleMax}
      value={typed ?? courseTitle({ title })}
      onChange={(event) => setTyped(event.currentTarget.value)}
      onBlur={() => void save()}
      onKeyDown={(event) => {
        if (event.key === 'Enter') event.currentTarget.blur()
        if (event.key === 'Escape') setTyped(undefined)
      }}
    />
  )
}
