import { closestCenter, DndContext, type DragEndEvent } from '@dnd-kit/core'
import { arrayMove, SortableContext, verticalListSortingStrategy } from '@dnd-kit/sortable'
import type { LessonFile } from '@escola/contract/lessons.contract'
import { Alert, CloseButton, Group, Stack, Text } from '@mantine/core'
import { Dropzone } from '@mantine/dropzone'
import '@mantine/dropzone/styles.layer.css'
import { IconUpload } from '@tabler/icons-react'
import { useRef } from 'react'
import { makeDragTexts } from '../../../ui/drag/drag-texts.ts'
import { useDragSensors } from '../../../ui/drag/use-drag-sensors.ts'
import { focusBeside } from '../../../ui/focus-beside.ts'
import { confirm } from '../../../ui/questions/confirm.ts'
import { makeDangerQuestion } from '../../../ui/questions/danger-question.ts'
import { FileRow } from './file-row.tsx'
import classes from './lesson-editor.module.css'
import { UploadRow } from './upload-row.tsx'
import { type Upload, useUploads } from './use-uploads.ts'

interface Props {
  files: LessonFile[]
  onChange: (files: LessonFile[]) => void
  /** Reports the number of files being sent. */
  onUploads: (count: number) => void
}

export function FilesField({ files, onChange, onUploads }: Props) {
  const sensors = useDragSensors()
  const sending = useUploads({ files, onChange, onUploads })
  const { uploads, problems, change, newest } = sending
  const dropArea = useRef<HTMLDivElement>(null)
  const focusDropzone = () => dropArea.current?.querySelector<HTMLElement>('[role=button]')?.focus()
  const remove = async ({ id, title, filename }: LessonFile, row: Element | null) => {
    const text = `O arquivo “${title || filename}” será removido da aula.`
    if (!(await confirm(makeDangerQuestion(text)))) return
    if (!focusBeside(row, '[data-remove]')) focusDropzone()
    change(newest().filter((file) => file.id !== id))
  }
  const cancel = (upload: Upload, row: Element | null) => {
    if (!focusBeside(row, '[data-remove]')) focusDropzone()
    sending.cancel(upload)
  }
  const move = ({ active, over }: DragEndEvent) => {
    if (!over || over.id === active.id) return
    const findPosition = (id: unknown) => files.findIndex((file) => file.id === id)
    change(arrayMove(files, findPosition(active.id), findPosition(over.id)))
  }

  return (
    <Stack gap="xs">
      <DndContext
        sensors={sensors}
        collisionDetection={closestCenter}
        accessibility={makeDragTexts((id) => files.find((file) => file.id === id)?.title ?? '')}
        onDragEnd={move}
      >
        <SortableContext items={files.map((file) => file.id)} strategy={verticalListSortingStrategy}>
          <ul className={classes.rows}>
            {files.map((file) => (
              <FileRow
                key={file.id}
                file={file}
                onRename={(title) => change(files.map((each) => (each.id === file.id ? { ...each, title } : each)))}
                onRemove={(row) => void remove(file, row)}
              />
            ))}
          </ul>
        </SortableContext>
      </DndContext>
      {uploads.length > 0 && (
        <ul className={classes.rows}>
          {uploads.map((upload) => (
            <UploadRow
              key={upload.id}
              upload={upload}
              onRetry={() => sending.retry(upload)}
              onCancel={(row) => cancel(upload, row)}
            />
          ))}
        </ul>
      )}
      {problems.length > 0 && (
        <Alert color="danger" role="alert">
          <Group justify="space-between" wrap="nowrap" align="flex-start">
            <div>
              {problems.map((problem) => (
                <Text size="sm" key={problem}>
                  {problem}
                </Text>
              ))}
            </div>
            <CloseButton size="sm" aria-label="Fechar aviso" onClick={sending.forgetProblems} />
          </Group>
        </Alert>
      )}
      {/* A ref of ours on the zone would take the place of its own, without which it hears no key. */}
      <div ref={dropArea}>
        <Dropzone
          onDrop={sending.add}
          className={classes.dropFiles}
          // The hidden input is no second stop inside the button.
          inputProps={{ 'aria-label': 'Arquivos da aula', style: { display: 'none' } }}
          role="button"
        >
          <Group gap="xs" justify="center" className={classes.noEvents}>
            <IconUpload size={18} aria-hidden />
            <Text size="sm" ta="center">
              Solte arquivos aqui ou clique para escolher (até 30 MB cada)
            </Text>
          </Group>
        </Dropzone>
      </div>
    </Stack>
  )
}
