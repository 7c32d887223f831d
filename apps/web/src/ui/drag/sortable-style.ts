import type { useSortable } from '@dnd-kit/sortable'
import type { CSSProperties } from 'react'

/** Part 2 §9: drag animation 200 ms. */
export const dragMs = 200

export const sortableStyle = ({
  transform,
  transition,
  isDragging,
}: Pick<ReturnType<typeof useSortable>, 'transform' | 'transition' | 'isDragging'>): CSSProperties => ({
  transform: transform ? `translate3d(${Math.round(transform.x)}px, ${Math.round(transform.y)}px, 0)` : undefined,
  transition,
  opacity: isDragging ? 0.4 : undefined,
})
