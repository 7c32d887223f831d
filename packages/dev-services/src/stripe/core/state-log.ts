import { appendFileSync, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { AccountState, Change } from './account.ts'

/** A change of the account that has the name. */
type Line = [name: string, ...Change]

/**
 * File of all accounts. Its first line has them as they were when it was begun, which is the whole file of earlier releases; each line after that is a change.
 * The stand-in begins it again when it starts.
 */
export class StateLog {
  private readonly file: string

  constructor(file: string) {
    this.file = file
  }

  /** Reads the accounts, with the changes since then. A last line that broke off with its process is passed over. */
  read(): { states: AccountState[]; changes: Line[] } {
    if (!existsSync(this.file)) return { states: [], changes: [] }
    const [first = '', ...lines] = readFileSync(this.file, 'utf8').split('\n')
    const whole = lines.slice(0, -1)
    try {
      return { states: JSON.parse(first) as AccountState[], changes: whole.map((line) => JSON.parse(line) as Line) }
    } catch {
      throw new Error(`${this.file} is damaged; delete it to start the stand-in for Stripe afresh.`)
    }
  }

  begin(states: AccountState[]): void {
    mkdirSync(path.dirname(this.file), { recursive: true })
    writeFileSync(`${this.file}.new`, `${JSON.stringify(states)}\n`, { mode: 0o600 })
    renameSync(`${this.file}.new`, this.file)
  }

  append(name: string, changes: Change[]): void {
    if (changes.length === 0) return
    const lines = changes.map((change) => JSON.stringify([name, ...change] satisfies Line))
    appendFileSync(this.file, `${lines.join('\n')}\n`)
  }
}
