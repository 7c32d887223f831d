import { Button } from '@mantine/core'
import { IconCopy } from '@tabler/icons-react'
import { useState } from 'react'
import { CopyDialog } from '../copy-dialog.tsx'
import type { LessonEditorState } from './use-lesson-editor.ts'

export function CopyLesson({ editor: { degree, lesson, copy } }: { editor: LessonEditorState }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button
        variant="subtle"
        color="gray"
        leftSection={<IconCopy size={16} />}
        style={{ alignSelf: 'flex-start' }}
        onClick={() => setOpen(true)}
      >
        Copiar esta aula
      </Button>
      <CopyDialog
        title="Copiar aula"
        course={degree}
        moduleId={lesson.module_id ?? ''}
        isOpen={isOpen}
        onCopy={copy}
        onClose={() => setOpen(false)}
      />
    </>
  )
}
