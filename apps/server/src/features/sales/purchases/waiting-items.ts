import type { Offering } from './offering.ts'

/** Ids of items without a class: the main one of each that waits for one, then all others by which they, or excluded products, may be sold one day. */
export interface WaitingItems {
  waiting_ids: string[]
  /** Number of the items that wait. */
  waiting_items: number
}

/**
 * Finds the items of a sale that no class sells, while others of the same sale have one.
 * @param items each by all its ids, the main one first
 * @param opened ids of what has a class all the same, because its subscriber was in it before
 * @param excluded ids of products that the school wants in no class
 */
export function findWaitingItems(
  items: string[][],
  offering: Offering,
  { opened, excluded }: { opened: string[]; excluded: Set<string> },
): WaitingItems {
  const unsold = items.filter((ids) => offering.listCohorts(ids).length === 0 && !ids.some((id) => opened.includes(id)))
  const waiting = unsold.filter((ids) => !ids.some((id) => excluded.has(id)))
  const mains = waiting.map(([main]) => main!)
  return { waiting_ids: [...new Set([...mains, ...unsold.flat()])], waiting_items: mains.length }
}

/** Tells whether the school wants all items of a sale in no class. */
export const areExcluded = (items: string[][], excluded: Set<string>): boolean =>
  items.length > 0 && items.every((ids) => ids.some((id) => excluded.has(id)))
