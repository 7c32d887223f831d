import { ActionIcon } from '@mantine/core'
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import { type RefObject, useLayoutEffect, useRef } from 'react'

export type Way = 'up' | 'down'

interface Props {
  id: string
  /** Words that name the item. */
  name: string
  at: number
  count: number
  onMove: (way: Way) => void
}

/** Moves an item of a list by one place. */
export const MoveButtons = ({ id, name, at, count, onMove }: Props) => (
  <>
    <ActionIcon
      variant="default"
      size={44}
      data-move={`${id} up`}
      disabled={at === 0}
      aria-label={`Subir: ${name}`}
      onClick={() => onMove('up')}
    >
      <IconArrowUp size={20} aria-hidden />
    </ActionIcon>
    <ActionIcon
      variant="default"
      size={44}
      data-move={`${id} down`}
      disabled={at + 1 === count}
      aria-label={`Descer: ${name}`}
      onClick={() => onMove('down')}
    >
      <IconArrowDown size={20} aria-hidden />
    </ActionIcon>
  </>
)

/** Copies a list with one item a place further. */
export function moveItem<T>(list: T[], at: number, way: Way): T[] {
  const moved = [...list]
  moved.splice(way === 'up' ? at - 1 : at + 1, 0, ...moved.splice(at, 1))
  return moved
}

/**
 * Gives the focus back to a button whose item has moved, which takes it away; at an end of the list to the other one.
 * @param list element that has the items
 * @returns tells which item is about to move, to which place
 */
export function useMovedFocus(list: RefObject<HTMLElement | null>) {
  const next = useRef<string>(undefined)
  useLayoutEffect(() => {
    if (next.current) list.current?.querySelector<HTMLElement>(`[data-move="${next.current}"]`)?.focus()
    next.current = undefined
  })
  return (id: string, { to, count, way }: { to: number; count: number; way: Way }) => {
    const isAtEnd = way === 'up' ? to === 0 : to + 1 === count
    next.current = `${id} ${isAtEnd ? (way === 'up' ? 'down' : 'up') : way}`
  }
}
