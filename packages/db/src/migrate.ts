import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { deleteCopies, isCluster, prepareSession } from '@escola/db-citus'
import pg from 'pg'
import { distribute } from './distribute.ts'
import { firstChecksums } from './mended-migrations.ts'
import { ensureRoles } from './roles.ts'

export const migrationsFolder = path.resolve(import.meta.dirname, '../../../migrations')

export interface Migration {
  name: string
  sql: string
  checksum: string
}

/** Earlier numbers have holes, which stay; after this one each number is the next. */
const withoutHolesAfter = 65

export async function readMigrations(folder = migrationsFolder): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => /^\d{4}_[a-z0-9_]+\.sql$/.test(name)).sort()
  checkNumbers(names)
  return Promise.all(
    names.map(async (name) => {
      const sql = await readFile(path.join(folder, name), 'utf8')
      return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') }
    }),
  )
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

/**
 * Brings a database up to date; forward only, one transaction per file, safe to run from several processes at once. A cluster's tables are
 * spread over its nodes in the end.
 * @param adminUrl a login that may create roles and bypass row-level security
 * @param secret the installation's secret, from which the runtime roles' passwords follow
 * @returns the names of the migrations that ran
 */
export async function migrate(adminUrl: string, secret: string, folder = migrationsFolder): Promise<string[]> {
  const client = new pg.Client({ connectionString: adminUrl })
  await client.connect()
  try {
    // One process at a time. The lock is this database's alone: roles belong to the whole server, and another database may change them meanwhile.
    await client.query('select pg_advisory_lock(727001)')
    await ensureRoles(client, secret)
    await grantQueueSchema(client)
    const onCluster = await isCluster(client)
    if (onCluster) {
      await prepareSession(client)
      // Clusters that were spread by earlier releases still have them.
      await deleteCopies(client)
    }
    await client.query(`create schema if not exists migrations;
      create table if not exists migrations.applied (
        name text primary key, checksum text not null, utc_applied_on timestamptz not null default now())`)
    const { rows } = await client.query<{ name: string; checksum: string }>(
      'select name, checksum from migrations.applied',
    )
    const pending = pendingOf(await readMigrations(folder), new Map(rows.map((row) => [row.name, row.checksum])))
    for (const migration of pending) await apply(client, migration)
    if (onCluster) await distribute(client, secret)
    return pending.map(({ name }) => name)
  } finally {
    await client.end()
  }
}

/** Lists the migrations that have not run yet. Those that have run must still be there, unchanged, and no new one may stand before them. */
function pendingOf(migrations: Migration[], applied: Map<string, string>): Migration[] {
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
  (sql.match(statement) ?? []).filter((each) => each.replace(/--[^\n]*/g, '').trim() !== '')

async function apply(client: pg.Client, { name, sql, checksum }: Migration) {
  await client.query('begin')
  try {
    for (const statement of statementsOf(sql)) await client.query(statement)
    await client.query('insert into migrations.applied (name, checksum) values ($1, $2)', [name, checksum])
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw new Error(`migration ${name} failed: ${(error as Error).message}`, { cause: error })
  }
}

/**
 * BullMQ keeps its own schema up to date and asks for it with "create schema if not exists", which PostgreSQL allows only to those who may
 * create schemas. The grant belongs to a database and is not cloned with it.
 */
export async function grantQueueSchema(client: pg.Client) {
  const { rows } = await client.query<{ name: string }>('select current_database() as name')
  await client.query(`grant create on database ${client.escapeIdentifier(rows[0]!.name)} to escola_queue`)
}
