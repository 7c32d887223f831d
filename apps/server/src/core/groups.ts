import { isUnavailable, Refused } from '@escola/db'

/** As many as the database lets wait for a connection: a second's work or two. */
const maxWaiting = 1000
const maxTogether = 50
/** One group does one thing of each, so a person's own line is as slow as it is long; nobody keeps the others out with it. */
const maxOfOne = 100

/** What became of one of a group: its result, or why it has none. */
export type Outcome<Result> = { result: Result } | { error: unknown }

interface Waiting<Item, Result> {
  item: Item
  owner: string
  resolve(result: Result): void
  reject(error: unknown): void
}

/**
 * Does together what comes while other work of the same kind is under way: packets and commits cost as much for fifty rows as for one. Who
 * comes alone waits for nobody.
 */
export class Groups<Item, Result> {
  readonly #work: (items: Item[]) => Promise<Outcome<Result>[]>
  /** Who waits for the work that is under way; where there is no line, none is. */
  readonly #lines = new Map<string, Waiting<Item, Result>[]>()

  /** @param work what becomes of each of them, in their order. When it fails, all of it is undone, and each is tried by itself */
  constructor(work: (items: Item[]) => Promise<Outcome<Result>[]>) {
    this.#work = work
  }

  /**
   * @param key what may be done together; one group of it at a time
   * @param owner has one thing done in each group, in the order in which they came
   */
  add(key: string, owner: string, item: Item): Promise<Result> {
    return new Promise((resolve, reject) => {
      const one = { item, owner, resolve, reject }
      const line = this.#lines.get(key)
      if (!line) this.#begin(key, [one])
      else if (line.length < maxWaiting && countOf(line, owner) < maxOfOne) line.push(one)
      else reject(new Refused('too many wait'))
    })
  }

  #begin(key: string, line: Waiting<Item, Result>[]) {
    this.#lines.set(key, line)
    // Everybody whose request has come by now is heard first.
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
      // Nobody waits a second time for a database that does not answer.
      if (group.length === 1 || isUnavailable(error)) for (const { reject } of group) reject(error)
      else for (const one of group) await this.#run([one])
    }
  }
}

function countOf<Item, Result>(line: Waiting<Item, Result>[], owner: string): number {
  // Most lines are too short to be asked.
  return line.length < maxOfOne ? 0 : line.filter((one) => one.owner === owner).length
}

/** The next of a line, first come first, one of each owner. */
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
