import { useSortable } from '@dnd-kit/sortable'
import type { LessonFile } from '@escola/contract/lessons.contract'
import { limits } from '@escola/contract/limits'
import { ActionIcon, Text, TextInput } from '@mantine/core'
import { IconDownload, IconFile, IconFileTypePdf, IconPhoto, IconTrash } from '@tabler/icons-react'
import { BusyIcon } from '../../../ui/busy-button.tsx'
import { DragHandle, handleOf } from '../../../ui/drag/drag-handle.tsx'
import { dragMs, makeSortableStyle } from '../../../ui/drag/sortable-style.ts'
import { formatBytes } from '../../../ui/format.ts'
import { useFileDownload } from '../../../ui/use-file-download.ts'
import classes from './lesson-editor.module.css'

interface Props {
  file: LessonFile
  onRename: (title: string) => void
  onRemove: (row: Element | null) => void
}

const iconOf = (type: string) => {
  if (type === 'application/pdf') return IconFileTypePdf
  return type.startsWith('image/') ? IconPhoto : IconFile
}

export function FileRow({ file, onRename, onRemove }: Props) {
  const sortable = useSortable({ id: file.id, transition: { duration: dragMs, easing: 'ease' } })
  const download = useFileDownload()
  const Icon = iconOf(file.type)
  return (
    <li ref={sortable.setNodeRef} style={makeSortableStyle(sortable)} className={classes.row}>
      <DragHandle label={`Mover o arquivo ${file.title}`} {...handleOf(sortable)} />
      <Icon size={22} stroke={1.5} aria-hidden className={classes.keep} />
      <div className={classes.rowMain}>
        <TextInput
          aria-label={`Nome do arquivo ${file.filename}`}
          variant="unstyled"
          classNames={{ input: classes.rowInput }}
          maxLength={limits.fileTitleMax}
          value={file.title}
          onChange={(event) => onRename(event.currentTarget.value)}
        />
        <Text size="xs" c="dimmed" truncate>
          {file.filename} · {formatBytes(file.size)}
        </Text>
      </div>
      <BusyIcon
        variant="subtle"
        color="gray"
        aria-label={`Baixar o arquivo ${file.title}`}
        busy={download.isPending}
        onClick={() => download.mutate(file.id)}
      >
        <IconDownload size={17} stroke={1.6} />
      </BusyIcon>
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label={`Remover o arquivo ${file.title}`}
        data-remove
        onClick={(event) => onRemove(event.currentTarget.closest('li'))}
      >
        <IconTrash size={17} stroke={1.6} />
      </ActionIcon>
    </li>
  )
}
