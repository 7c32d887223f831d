import { isUnavailable } from './failures.ts'
import type { Statement } from './prepared.ts'

type Value = string | null
interface Asked {
  values: Value[]
  resolve(rows: object[]): void
  reject(error: unknown): void
}

const maxTogether = 50

/**
 * The same look-up, asked by several in one turn of the event loop, is one statement for all of them: to begin a statement costs several times
 * what finding one more row does.
 */
export class ReadsTogether {
  readonly #run: (statement: Statement, values: Value[]) => Promise<object[]>
  readonly #waiting = new Map<string, Asked[]>()

  constructor(run: (statement: Statement, values: Value[]) => Promise<object[]>) {
    this.#run = run
  }

  /** @param statement takes an array for each value, and says in `nth` of each row whose it is */
  read<R extends object>(statement: Statement, values: Value[]): Promise<R[]> {
    return new Promise<object[]>((resolve, reject) => {
      const one = { values, resolve, reject }
      const waiting = this.#waiting.get(statement.name)
      if (waiting) waiting.push(one)
      else this.#begin(statement, one)
    }) as Promise<R[]>
  }

  #begin(statement: Statement, first: Asked) {
    const asked = [first]
    this.#waiting.set(statement.name, asked)
    // Everybody whose request has come by now is heard first.
    setImmediate(() => {
      this.#waiting.delete(statement.name)
      for (let at = 0; at < asked.length; at += maxTogether) this.#send(statement, asked.slice(at, at + maxTogether))
    })
  }

  async #send(statement: Statement, asked: Asked[]): Promise<void> {
    try {
      const columns = asked[0]!.values.map((_, index) => arrayOf(asked.map(({ values }) => values[index]!)))
      const found = asked.map((): object[] => [])
      for (const row of (await this.#run(statement, columns)) as { nth: number }[]) found[row.nth - 1]!.push(row)
      for (const [index, { resolve }] of asked.entries()) resolve(found[index]!)
    } catch (error) {
      // What one asks must not keep the others from their answers.
      if (asked.length === 1 || isUnavailable(error)) for (const { reject } of asked) reject(error)
      else for (const one of asked) this.#send(statement, [one])
    }
  }
}

const arrayOf = (values: Value[]) => `{${values.map((value) => (value === null ? 'null' : quoted(value))).join(',')}}`
const quoted = (value: string) => `"${value.replace(/["\\]/g, '\\$&')}"`
