import {
  type Active,
  type ClientRect,
  type Collision,
  type CollisionDetection,
  closestCenter,
  closestCorners,
  type DragEndEvent,
  type DragOverEvent,
  type DragStartEvent,
  type Over,
  pointerWithin,
  type UniqueIdentifier,
} from '@dnd-kit/core'
import { useRef, useState } from 'react'
import { isSameValue } from '../editor/same-value.ts'

/** Groups that can be ordered, with items that can be ordered inside them and moved between them. */
export type DragKind = 'group' | 'item'
export interface Place {
  group: string
  /** The item whose place it takes; without one it goes to the end. */
  at?: string
}
export interface GroupMoves<State> {
  groupOf(state: State, item: string): string | undefined
  moveGroup(state: State, group: string, over: string): State
  moveItem(state: State, item: string, place: Place): State
}
export interface DragState<State> {
  newest(): State
  /** A group that hides its items shows no new one, either, and takes it once it is let go. */
  isClosed?: (group: string) => boolean
  /** Runs when a group took an item, which is no longer shown. */
  onTaken?: (group: string) => void
  /** Shows what isn't decided yet, while something is held. */
  show(state: State): void
  change(state: State): void
  /** Tells whether an element is held; once none is, the shown state is discarded. */
  setDragging(dragging: boolean): void
}

type RectMap = Parameters<CollisionDetection>[0]['droppableRects']

/** Id of the zone that removes the groups dropped on it. */
export const removeZone = 'remove-group'
export const makeDragId = (kind: DragKind, key: string) => `${kind}:${key}`
export const keyOf = (id: UniqueIdentifier) => String(id).slice(String(id).indexOf(':') + 1)
const kindOf = (item: Pick<Active | Over, 'id'>): DragKind | undefined => {
  const kind = String(item.id).split(':')[0]
  return kind === 'group' || kind === 'item' ? kind : undefined
}

const flats = new WeakMap<RectMap, RectMap>()

/**
 * The library's rectangles ask the page how far it is scrolled each time they are read. All of these scroll together, so one says
 * how far they went since they were measured.
 */
function flatten(rects: RectMap): RectMap {
  const [first] = rects
  if (!first) return rects
  const [id, { top, left }] = first
  const cached = flats.get(rects)
  const from = cached?.get(id)
  if (cached && from?.top === top && from.left === left) return cached
  const flat: RectMap = new Map()
  for (const [id, rect] of cached ?? rects)
    flat.set(id, from ? moveRect(rect, left - from.left, top - from.top) : moveRect(rect, 0, 0))
  flats.set(rects, flat)
  return flat
}

const moveRect = ({ top, left, width, height }: ClientRect, right: number, down: number): ClientRect => ({
  top: top + down,
  left: left + right,
  width,
  height,
  right: left + right + width,
  bottom: top + down + height,
})

/** Groups meet groups and the zone that removes them; items meet items first, then the group around them. */
const findTarget: CollisionDetection = (given) => {
  const args = { ...given, droppableRects: flatten(given.droppableRects) }
  const moved = kindOf(args.active)
  const droppableContainers = args.droppableContainers.filter((target) =>
    moved === 'group' ? kindOf(target) === 'group' || target.id === removeZone : target.id !== removeZone,
  )
  const targets = pointerWithin({ ...args, droppableContainers })
  if (moved === 'group') {
    const zone = targets.find(({ id }) => id === removeZone)
    return zone ? [zone] : closestCenter({ ...args, droppableContainers })
  }
  const items = targets.filter((target) => kindOf(target) === 'item')
  if (items.length > 0) return items
  return targets.length > 0 ? targets : closestCorners({ ...args, droppableContainers })
}

/** Returns one object for equal answers: with another one, each list would be drawn again for every step. */
function keepTarget(find: CollisionDetection): CollisionDetection {
  let last: Collision[] = []
  return (args) => {
    const [found] = find(args)
    if (found?.id !== last[0]?.id) last = found ? [found] : []
    return last
  }
}

export function useGroupedDrag<State>(
  { newest, isClosed, onTaken, show, change, setDragging }: DragState<State>,
  moves: GroupMoves<State>,
  onRemove?: (group: string) => void,
) {
  const [active, setActive] = useState<{ kind: DragKind; key: string }>()
  const before = useRef<State>(undefined)
  const [collisionDetection] = useState(() => keepTarget(findTarget))

  const placeOf = (over: Over): Place | undefined => {
    const key = keyOf(over.id)
    if (kindOf(over) === 'group') return { group: key }
    const group = moves.groupOf(newest(), key)
    return group === undefined ? undefined : { group, at: key }
  }
  const start = (kind: DragKind, key: string) => {
    before.current = newest()
    setActive({ kind, key })
    setDragging(true)
  }
  const finish = () => {
    setActive(undefined)
    setDragging(false)
  }
  const dropItem = (item: string, over: Over) => {
    const place = placeOf(over)
    const dropped = place && place.at !== item ? moves.moveItem(newest(), item, place) : newest()
    if (place && isClosed?.(place.group)) onTaken?.(place.group)
    if (!isSameValue(dropped, before.current)) change(dropped)
  }

  return {
    active,
    handlers: {
      collisionDetection,
      onDragStart({ active }: DragStartEvent) {
        const kind = kindOf(active)
        if (kind) start(kind, keyOf(active.id))
      },
      /** An item is shown in another group while it is held and that group shows its own items. */
      onDragOver({ active, over }: DragOverEvent) {
        if (!over || kindOf(active) !== 'item') return
        const place = placeOf(over)
        const item = keyOf(active.id)
        if (!place || isClosed?.(place.group) || moves.groupOf(newest(), item) === place.group) return
        show(moves.moveItem(newest(), item, place))
      },
      onDragEnd({ active, over }: DragEndEvent) {
        const key = keyOf(active.id)
        if (kindOf(active) === 'item') {
          if (over) dropItem(key, over)
        } else if (over?.id === removeZone) onRemove?.(key)
        else if (over && over.id !== active.id) change(moves.moveGroup(newest(), key, keyOf(over.id)))
        finish()
      },
      onDragCancel: finish,
    },
  }
}
