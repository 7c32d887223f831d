import { AsyncResource } from 'node:async_hooks'
import { arrayText } from './array-text.ts'
import { isUnavailable } from './failures.ts'
import type { RunRead, Statement, TextValue } from './wire.ts'

interface Call {
  values: TextValue[]
  resolve(rows: object[]): void
  reject(error: unknown): void
}

const maxTogether = 50

/**
 * Runs the same look-up, asked by several callers in one turn of the event loop, as one statement for all of them: to begin a statement costs
 * several times what finding one more row does.
 */
export class ReadsTogether {
  readonly #run: RunRead
  /** Context outside every call: what many callers share is not counted for the first of them. */
  readonly #outside = new AsyncResource('ReadsTogether')
  readonly #calls = new Map<string, Call[]>()

  constructor(run: RunRead) {
    this.#run = run
  }

  /** @param statement one that is `forMany` */
  read(statement: Statement, values: TextValue[]): Promise<object[]> {
    return new Promise<object[]>((resolve, reject) => {
      const call = { values, resolve, reject }
      const calls = this.#calls.get(statement.name)
      if (calls) calls.push(call)
      else this.#gather(statement, call)
    })
  }

  #gather(statement: Statement, first: Call) {
    const calls = [first]
    this.#calls.set(statement.name, calls)
    // The calls of every request that has arrived by now join this one.
    const sendAll = () => {
      this.#calls.delete(statement.name)
      for (let at = 0; at < calls.length; at += maxTogether) this.#send(statement, calls.slice(at, at + maxTogether))
    }
    this.#outside.runInAsyncScope(setImmediate, undefined, sendAll)
  }

  async #send(statement: Statement, calls: Call[]): Promise<void> {
    try {
      const columns = calls[0]!.values.map((_, index) => arrayText(calls.map(({ values }) => values[index]!)))
      const found = calls.map((): object[] => [])
      for (const row of (await this.#run(statement, columns)) as { nth: number }[]) found[row.nth - 1]!.push(row)
      for (const [index, { resolve }] of calls.entries()) resolve(found[index]!)
    } catch (error) {
      // A wrong value of one caller must not keep the others from their answers.
      if (calls.length === 1 || isUnavailable(error)) for (const { reject } of calls) reject(error)
      else for (const call of calls) this.#send(statement, [call])
    }
  }
}
