import { closestCenter, DndContext, type DragEndEvent } from '@dnd-kit/core'
import { arrayMove, SortableContext, verticalListSortingStrategy } from '@dnd-kit/sortable'
import { type LessonFile, lessons } from '@escola/contract/courses.contract'
import { limits } from '@escola/contract/limits'
import { messages } from '@escola/contract/messages'
import { Alert, CloseButton, Group, Progress, Stack, Text } from '@mantine/core'
import { Dropzone } from '@mantine/dropzone'
import '@mantine/dropzone/styles.css'
import { IconUpload } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { upload } from '../../../api/client.ts'
import { useSchool } from '../../../session/context.ts'
import { saveErrorText } from '../autosave/autosave-errors.ts'
import { dragTexts } from '../drag/drag-texts.ts'
import { useDragSensors } from '../drag/use-drag-sensors.ts'
import { FileRow } from './file-row.tsx'
import classes from './lesson-editor.module.css'

interface Sending {
  id: string
  name: string
  done: number
}
interface Props {
  files: LessonFile[]
  onChange: (files: LessonFile[]) => void
}

export function FilesField({ files, onChange }: Props) {
  const school = useSchool()
  const sensors = useDragSensors()
  const [sending, setSending] = useState<Sending[]>([])
  const [problems, setProblems] = useState<string[]>([])
  // Several uploads end at different times: each is added to the newest list.
  const newest = useRef(files)
  newest.current = files
  const change = (next: LessonFile[]) => {
    newest.current = next
    onChange(next)
  }

  const send = async (file: File) => {
    if (file.size >= limits.lessonFileBytes) {
      setProblems((before) => [...before, messages.fileTooLarge(file.name)])
      return
    }
    const id = crypto.randomUUID()
    setSending((before) => [...before, { id, name: file.name, done: 0 }])
    try {
      const answer = await upload(lessons.uploadFile, {
        params: { schoolId: school.id },
        file,
        filename: file.name,
        onProgress: (done) =>
          setSending((before) => before.map((one) => (one.id === id ? { ...one, done: done * 100 } : one))),
      })
      change([...newest.current, answer.file])
    } catch (error) {
      setProblems((before) => [...before, `${file.name}: ${saveErrorText(error)}`])
    } finally {
      setSending((before) => before.filter((one) => one.id !== id))
    }
  }
  const drop = async (chosen: File[]) => {
    setProblems([])
    const room = limits.filesPerLesson - newest.current.length - sending.length
    if (chosen.length > room) setProblems([`Uma aula tem no máximo ${limits.filesPerLesson} arquivos`])
    for (const file of chosen.slice(0, Math.max(0, room))) await send(file)
  }
  const move = ({ active, over }: DragEndEvent) => {
    if (!over || over.id === active.id) return
    const at = (id: unknown) => files.findIndex((file) => file.id === id)
    change(arrayMove(files, at(active.id), at(over.id)))
  }

  return (
    <Stack gap="xs">
      <DndContext
        sensors={sensors}
        collisionDetection={closestCenter}
        accessibility={dragTexts((id) => files.find((file) => file.id === id)?.title ?? '')}
        onDragEnd={move}
      >
        <SortableContext items={files.map((file) => file.id)} strategy={verticalListSortingStrategy}>
          <ul className={classes.rows}>
            {files.map((file) => (
              <FileRow
                key={file.id}
                file={file}
                onRename={(title) => change(files.map((one) => (one.id === file.id ? { ...one, title } : one)))}
                onRemove={() => change(files.filter((one) => one.id !== file.id))}
              />
            ))}
          </ul>
        </SortableContext>
      </DndContext>
      {sending.map(({ id, name, done }) => (
        <div key={id} className={classes.sending}>
          <Text size="sm" truncate>
            {name}
          </Text>
          <Progress value={done} size="sm" aria-label={`Envio de ${name}`} />
        </div>
      ))}
      {problems.length > 0 && (
        <Alert color="red" role="alert">
          <Group justify="space-between" wrap="nowrap" align="flex-start">
            <div>
              {problems.map((problem) => (
                <Text size="sm" key={problem}>
                  {problem}
                </Text>
              ))}
            </div>
            <CloseButton size="sm" aria-label="Fechar aviso" onClick={() => setProblems([])} />
          </Group>
        </Alert>
      )}
      <Dropzone
        onDrop={(chosen) => void drop(chosen)}
        className={classes.dropFiles}
        inputProps={{ 'aria-label': 'Arquivos da aula' }}
        aria-label="Enviar arquivos"
      >
        <Group gap="xs" justify="center" className={classes.noEvents}>
          <IconUpload size={18} aria-hidden />
          <Text size="sm">Solte arquivos aqui ou clique para escolher (até 30 MB cada)</Text>
        </Group>
      </Dropzone>
    </Stack>
  )
}
