import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { firstChecksums } from './mended-migrations.ts'

export const migrationsFolder = path.resolve(import.meta.dirname, '../../../migrations')

export interface Migration {
  name: string
  sql: string
  checksum: string
}

/** Earlier numbers have holes, which stay; after this one each number is the next. */
const withoutHolesAfter = 65

export const listMigrationNames = async (folder = migrationsFolder): Promise<string[]> =>
  (await readdir(folder)).filter((name) => /^\d{4}_[a-z0-9_]+\.sql$/.test(name)).sort()

export async function readMigrations(folder = migrationsFolder): Promise<Migration[]> {
  const names = await listMigrationNames(folder)
  checkNumbers(names)
  const migrations = await Promise.all(
    names.map(async (name) => {
      const sql = await readFile(path.join(folder, name), 'utf8')
      return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') }
    }),
  )
  migrations.forEach(outsideStatementOf)
  return migrations
}

function checkNumbers(names: string[]) {
  for (const [index, name] of names.entries()) {
    const number = Number(name.slice(0, 4))
    const before = Number(names[index - 1]?.slice(0, 4) ?? 0)
    if (number === before) throw new Error(`migrations ${names[index - 1]} and ${name} have the same number`)
    const next = Math.max(before, withoutHolesAfter) + 1
    if (number > next) throw new Error(`migration ${name} leaves a hole; its number must be ${numbered(next)}`)
  }
}

const numbered = (number: number) => String(number).padStart(4, '0')

/** Lists the migrations that have not run yet. Those that have run must still be there, unchanged, and no new one may stand before them. */
export function pendingOf(migrations: Migration[], applied: Map<string, string>): Migration[] {
  const names = new Set(migrations.map(({ name }) => name))
  const last = [...applied.keys()].sort().at(-1) ?? ''
  for (const name of applied.keys()) {
    if (!names.has(name)) throw new Error(`migration ${name} has run here and its file is gone; bring it back`)
  }
  return migrations.filter(({ name, checksum }) => {
    const ranAs = applied.get(name)
    if (ranAs && ranAs !== checksum && ranAs !== firstChecksums.get(name))
      throw new Error(
        `migration ${name} was changed after it had run; write a new one instead (CONTRIBUTING says how to begin one anew that no other database has run)`,
      )
    if (!ranAs && name < last)
      throw new Error(`migration ${name} is new but ${last} has already run; give it the next number`)
    return !ranAs
  })
}

/** Matches a statement up to its semicolon; a semicolon inside a comment, a text, a name or the body of a function does not end it. */
const statement = /(?:--[^\n]*|\/\*[\s\S]*?\*\/|'[^']*'|"[^"]*"|\$(\w*)\$[\s\S]*?\$\1\$|[^;])+/g

/** Statements run one by one: a cluster repeats some of them on its nodes in the words that it was given, and takes one at a time there. */
export const statementsOf = (sql: string): string[] =>
  (sql.match(statement) ?? []).filter((each) => withoutComments(each) !== '')

const withoutComments = (sql: string) => sql.replace(/--[^\n]*/g, '').trim()

/**
 * A file that begins with "-- outside a transaction" has one statement, which builds or drops an index while others read and write the table.
 * @returns that statement, with the name of the index that it builds; undefined for any other file
 */
export function outsideStatementOf({ name, sql }: Migration): { text: string; index: string | undefined } | undefined {
  if (!/^-- outside a transaction\s*\n/.test(sql)) return undefined
  const [text = '', ...more] = statementsOf(sql).map(withoutComments)
  const index = /^create (?:unique )?index concurrently (\w+) on /.exec(text)?.[1]
  if (more.length || !(index || /^drop index concurrently if exists \w+$/.test(text)))
    throw new Error(
      `migration ${name} runs outside a transaction, so it may have one statement alone: "create index concurrently <name> on …" or "drop index concurrently if exists <name>"`,
    )
  return { text, index }
}
