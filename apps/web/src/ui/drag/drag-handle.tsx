import type { useSortable } from '@dnd-kit/sortable'
import { ActionIcon } from '@mantine/core'
import { IconGripVertical } from '@tabler/icons-react'

interface Props {
  label: string
  sortable: Pick<ReturnType<typeof useSortable>, 'attributes' | 'listeners' | 'setActivatorNodeRef'>
}

/** The one place from which the keyboard drags. */
export function DragHandle({ label, sortable: { attributes, listeners, setActivatorNodeRef } }: Props) {
  return (
    <ActionIcon
      ref={setActivatorNodeRef}
      {...attributes}
      {...listeners}
      aria-label={label}
      aria-roledescription="item que pode ser movido"
      variant="subtle"
      color="gray"
      style={{ cursor: 'grab', touchAction: 'manipulation' }}
    >
      <IconGripVertical size={18} stroke={1.6} />
    </ActionIcon>
  )
}
