import type { CollisionDetection, DragEndEvent, DragOverEvent, DragStartEvent } from '@dnd-kit/core'
import { act, renderHook } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { type GroupMoves, useGroupedDrag } from './use-grouped-drag.ts'

type Groups = Record<string, string[]>
const moves: GroupMoves<Groups> = {
  groupOf: (groups, item) => Object.keys(groups).find((key) => groups[key]!.includes(item)),
  moveGroup: (groups) => groups,
  moveItem: (groups, item, { group }) =>
    Object.fromEntries(
      Object.entries(groups).map(([key, items]) => {
        const others = items.filter((candidate) => candidate !== item)
        return [key, key === group ? [...others, item] : others]
      }),
    ),
}
const before: Groups = { open: ['a', 'b'], wide: ['c'], closed: ['d'] }

function drag() {
  let groups = before
  const show = vi.fn((next: Groups) => {
    groups = next
  })
  const change = vi.fn()
  const onTaken = vi.fn()
  const isClosed = (group: string) => group === 'closed'
  const state = { newest: () => groups, isClosed, onTaken, show, change, setDragging: () => undefined }
  const { result } = renderHook(() => useGroupedDrag(state, moves))
  const active = { id: 'item:a' }
  act(() => result.current.handlers.onDragStart({ active } as DragStartEvent))
  return {
    show,
    change,
    onTaken,
    find: result.current.handlers.collisionDetection,
    over: (id: string) => act(() => result.current.handlers.onDragOver({ active, over: { id } } as DragOverEvent)),
    drop: (id: string) => act(() => result.current.handlers.onDragEnd({ active, over: { id } } as DragEndEvent)),
  }
}

it('shows an item in the group it is held over', () => {
  const { over, show } = drag()
  over('group:wide')
  expect(show).toHaveBeenCalledExactlyOnceWith({ open: ['b'], wide: ['c', 'a'], closed: ['d'] })
})

it('shows nothing in a closed group, which takes the item once it is let go', () => {
  const { over, drop, show, change, onTaken } = drag()
  over('group:closed')
  expect(show).not.toHaveBeenCalled()
  drop('group:closed')
  expect(change).toHaveBeenCalledExactlyOnceWith({ open: ['b'], wide: ['c'], closed: ['d', 'a'] })
  expect(onTaken).toHaveBeenCalledExactlyOnceWith('closed')
})

it('gives the same answer for every step inside one place', () => {
  const { find } = drag()
  const rectOf = (top: number) => ({ top, bottom: top + 10, left: 0, right: 10, width: 10, height: 10 })
  const droppableRects = new Map([
    ['item:b', rectOf(0)],
    ['item:c', rectOf(20)],
  ])
  const droppableContainers = [...droppableRects.keys()].map((id) => ({ id }))
  const at = (y: number) =>
    find({
      active: { id: 'item:a' },
      droppableRects,
      droppableContainers,
      pointerCoordinates: { x: 5, y },
    } as unknown as Parameters<CollisionDetection>[0])
  const first = at(3)
  expect(first.map(({ id }) => id)).toEqual(['item:b'])
  expect(at(4)).toBe(first)
  expect(at(23).map(({ id }) => id)).toEqual(['item:c'])
})
