import { isUnavailable, Refused } from '@escola/db'

/** Most items of one key that may wait. The database lets as many callers wait for a connection. */
const maxWaiting = 1000
const maxTogether = 50
/** Most waiting items of one owner. A batch takes one item per owner, so a busy owner delays only itself. */
const maxOfOne = 100

/** Outcome of one item of a group: its result, or the error that left it without one. */
export type Outcome<Result> = { result: Result } | { error: unknown }

interface Waiting<Item, Result> {
  item: Item
  owner: string
  resolve(result: Result): void
  reject(error: unknown): void
}

/**
 * Does together the items that come while other work of their kind is under way: packets and commits cost as much for fifty rows as for
 * one. An item that comes alone does not wait.
 */
export class Batcher<Item, Result> {
  readonly #work: (items: Item[]) => Promise<Outcome<Result>[]>
  /** Items that wait for the work under way, by key; a key without a line has none under way. */
  readonly #lines = new Map<string, Waiting<Item, Result>[]>()

  /**
   * @param work does a group and answers an outcome for each item, in their order. When it fails, all of it is undone, and each item is
   * tried by itself
   */
  constructor(work: (items: Item[]) => Promise<Outcome<Result>[]>) {
    this.#work = work
  }

  /**
   * @param key names the items that may be done together; one group of it runs at a time
   * @param owner has one item done in each group, in the order in which they came
   */
  add(key: string, owner: string, item: Item): Promise<Result> {
    return new Promise((resolve, reject) => {
      const waiting = { item, owner, resolve, reject }
      const line = this.#lines.get(key)
      if (!line) this.#begin(key, [waiting])
      else if (line.length < maxWaiting && countOf(line, owner) < maxOfOne) line.push(waiting)
      else reject(new Refused('too many wait'))
    })
  }

  #begin(key: string, line: Waiting<Item, Result>[]) {
    this.#lines.set(key, line)
    // setImmediate lets every request that has already arrived join the first batch.
    setImmediate(async () => {
      while (line.length > 0) await this.#run(takeFrom(line))
      this.#lines.delete(key)
    })
  }

  async #run(group: Waiting<Item, Result>[]): Promise<void> {
    try {
      const outcomes = await this.#work(group.map(({ item }) => item))
      for (const [index, { resolve, reject }] of group.entries()) {
        const outcome = outcomes[index]!
        if ('error' in outcome) reject(outcome.error)
        else resolve(outcome.result)
      }
    } catch (error) {
      // A retry would make each item wait again for a database that is known to be down.
      if (group.length === 1 || isUnavailable(error)) for (const { reject } of group) reject(error)
      else for (const waiting of group) await this.#run([waiting])
    }
  }
}

function countOf<Item, Result>(line: Waiting<Item, Result>[], owner: string): number {
  // Most lines are too short to hold that many of one owner.
  return line.length < maxOfOne ? 0 : line.filter((waiting) => waiting.owner === owner).length
}

/** Removes the next batch from the queue: the oldest item of each owner. */
function takeFrom<Item, Result>(line: Waiting<Item, Result>[]): Waiting<Item, Result>[] {
  const group = new Map<string, Waiting<Item, Result>>()
  const left = line.splice(0).filter((next) => {
    if (group.size === maxTogether || group.has(next.owner)) return true
    group.set(next.owner, next)
    return false
  })
  line.push(...left)
  return [...group.values()]
}
