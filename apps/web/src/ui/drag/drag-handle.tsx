import type { useSortable } from '@dnd-kit/sortable'
import { ActionIcon } from '@mantine/core'
import { IconGripVertical } from '@tabler/icons-react'

type Sortable = ReturnType<typeof useSortable>
/** Props that stay the same while another element is dragged: a component that gets only these isn't drawn again for each step. */
export type Handle = Pick<Sortable, 'attributes' | 'listeners' | 'setActivatorNodeRef'>
export const handleOf = ({ attributes, listeners, setActivatorNodeRef }: Sortable): Handle => ({
  attributes,
  listeners,
  setActivatorNodeRef,
})

/** The one place from which the keyboard drags. */
export function DragHandle({ label, attributes, listeners, setActivatorNodeRef }: Handle & { label: string }) {
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
