import { closestCenter, DndContext, type DragEndEvent } from '@dnd-kit/core'
import { arrayMove, SortableContext, verticalListSortingStrategy } from '@dnd-kit/sortable'
import { type LessonFile, lessons } from '@escola/contract/lessons.contract'
import { limits } from '@escola/contract/limits'
import { messages } from '@escola/contract/messages'
import { Alert, CloseButton, Group, Progress, Stack, Text } from '@mantine/core'
import { Dropzone } from '@mantine/dropzone'
import '@mantine/dropzone/styles.layer.css'
import { IconUpload } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { textOf } from '../../../api/api-error.ts'
import { upload } from '../../../api/upload.ts'
import { useSchool } from '../../../session/context.ts'
import { confirm } from '../../../ui/confirm.ts'
import { dragTexts } from '../../../ui/drag/drag-texts.ts'
import { useDragSensors } from '../../../ui/drag/use-drag-sensors.ts'
import { focusBeside } from '../../../ui/focus-beside.ts'
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
  /** How many files are on their way. */
  onUploads: (count: number) => void
}

export function FilesField({ files, onChange, onUploads }: Props) {
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

  const left = useRef(0)
  const count = (change: number) => {
    left.current += change
    onUploads(left.current)
  }
  // Whoever leaves in spite of the question doesn't want the rest.
  const visit = useRef<AbortSignal>(undefined)
  useEffect(() => {
    const controller = new AbortController()
    visit.current = controller.signal
    return () => controller.abort()
  }, [])

  const send = async (id: string, file: File) => {
    try {
      const answer = await upload(lessons.uploadFile, {
        params: { schoolId: school.id },
        file,
        filename: file.name,
        signal: visit.current,
        onProgress: (done) =>
          setSending((before) => before.map((one) => (one.id === id ? { ...one, done: done * 100 } : one))),
      })
      change([...newest.current, answer.file])
    } catch (error) {
      setProblems((before) => [...before, `${file.name}: ${textOf(error)}`])
    } finally {
      setSending((before) => before.filter((one) => one.id !== id))
      count(-1)
    }
  }
  const drop = async (chosen: File[]) => {
    const free = Math.max(0, limits.filesPerLesson - newest.current.length - left.current)
    const fitting = chosen.slice(0, free)
    const tooLarge = fitting.filter((file) => file.size >= limits.lessonFileBytes)
    setProblems([
      ...(chosen.length > free ? [`Uma aula tem no máximo ${limits.filesPerLesson} arquivos`] : []),
      ...tooLarge.map((file) => messages.fileTooLarge(file.name)),
    ])
    const queue = fitting
      .filter((file) => !tooLarge.includes(file))
      .map((file) => ({ id: crypto.randomUUID(), name: file.name, done: 0, file }))
    setSending((before) => [...before, ...queue])
    count(queue.length)
    for (const { id, file } of queue) {
      if (visit.current?.aborted) return
      await send(id, file)
    }
  }
  const dropzone = useRef<HTMLDivElement>(null)
  const remove = async ({ id, title, filename }: LessonFile, row: Element | null) => {
    const text = `O arquivo “${title || filename}” será removido da aula.`
    if (!(await confirm({ title: messages.areYouSure, text, confirmLabel: 'Remover', danger: true }))) return
    if (!focusBeside(row, '[data-remove]')) dropzone.current?.focus()
    change(newest.current.filter((file) => file.id !== id))
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
                onRemove={(row) => void remove(file, row)}
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
        ref={dropzone}
        onDrop={(chosen) => void drop(chosen)}
        className={classes.dropFiles}
        // What is hidden is no second stop inside the button.
        inputProps={{ 'aria-label': 'Arquivos da aula', style: { display: 'none' } }}
        role="button"
      >
        <Group gap="xs" justify="center" className={classes.noEvents}>
          <IconUpload size={18} aria-hidden />
          <Text size="sm">Solte arquivos aqui ou clique para escolher (até 30 MB cada)</Text>
        </Group>
      </Dropzone>
    </Stack>
  )
}
