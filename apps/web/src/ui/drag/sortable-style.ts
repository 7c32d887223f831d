import type { useSortable } from '@dnd-kit/sortable'
import type { CSSProperties } from 'react'

/** Part 2 §9: drag animation 200 ms. */
export const dragMs = 200

export const makeSortableStyle = ({
  transform,
  transition,
  isDragging,
}: Pick<ReturnType<typeof useSortable>, 'transform' | 'transition' | 'isDragging'>): CSSProperties => ({
  // An element that stays in its place gets no layer of its own: each costs something in every frame.
  transform:
    transform?.x || transform?.y ? `translate(${Math.round(transform.x)}px, ${Math.round(transform.y)}px)` : undefined,
  transition,
  opacity: isDragging ? 0.4 : undefined,
})
