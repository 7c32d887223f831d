import { isUnavailable, Refused } from '@escola/db'
import { runShared } from './current-caller.ts'

/** Most items of one key that may wait. The database lets as many callers wait for a connection. */
const maxWaiting = 1000
const maxTogether = 50
/** Most waiting items of one owner. A batch takes one item per owner, so a busy owner delays only itself. */
const maxOfOne = 100

/** Outcome of one item of a batch: its result, or the error that left it without one. */
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
  /** Items that wait for the work under way, by key; a key without a queue has none under way. */
  readonly #queues = new Map<string, Waiting<Item, Result>[]>()

  /**
   * @param work does a batch and answers an outcome for each item, in their order. When it fails, all of it is undone, and each item is
   * tried by itself
   */
  constructor(work: (items: Item[]) => Promise<Outcome<Result>[]>) {
    this.#work = work
  }

  /**
   * @param key names the items that may be done together; one batch of it runs at a time
   * @param owner has one item done in each batch, in the order in which they came
   */
  add(key: string, owner: string, item: Item): Promise<Result> {
    return new Promise((resolve, reject) => {
      const waiting = { item, owner, resolve, reject }
      const queue = this.#queues.get(key)
      if (!queue) this.#begin(key, [waiting])
      else if (queue.length < maxWaiting && countOf(queue, owner) < maxOfOne) queue.push(waiting)
      else reject(new Refused('too many wait'))
    })
  }

  #begin(key: string, queue: Waiting<Item, Result>[]) {
    this.#queues.set(key, queue)
    // setImmediate lets every request that has already arrived join the first batch.
    runShared(() =>
      setImmediate(async () => {
        while (queue.length > 0) await this.#run(takeFrom(queue))
        this.#queues.delete(key)
      }),
    )
  }

  async #run(batch: Waiting<Item, Result>[]): Promise<void> {
    try {
      const outcomes = await this.#work(batch.map(({ item }) => item))
      for (const [index, { resolve, reject }] of batch.entries()) {
        const outcome = outcomes[index]!
        if ('error' in outcome) reject(outcome.error)
        else resolve(outcome.result)
      }
    } catch (error) {
      // A retry would make each item wait again for a database that is known to be down.
      if (batch.length === 1 || isUnavailable(error)) for (const { reject } of batch) reject(error)
      else for (const waiting of batch) await this.#run([waiting])
    }
  }
}

function countOf<Item, Result>(queue: Waiting<Item, Result>[], owner: string): number {
  // Most queues are too short to hold that many of one owner.
  return queue.length < maxOfOne ? 0 : queue.filter((waiting) => waiting.owner === owner).length
}

/** Removes the next batch from the queue: the oldest item of each owner. */
function takeFrom<Item, Result>(queue: Waiting<Item, Result>[]): Waiting<Item, Result>[] {
  const batch = new Map<string, Waiting<Item, Result>>()
  const left = queue.splice(0).filter((next) => {
    if (batch.size === maxTogether || batch.has(next.owner)) return true
    batch.set(next.owner, next)
    return false
  })
  queue.push(...left)
  return [...batch.values()]
}
