import { Misplaced, requirePlaces, staysTogether } from '@escola/db-citus'
import { isRefusedLogin } from '@escola/db-wire'
import pg, { type ClientBase } from 'pg'
import { markOf, otherSecret } from './known-secret.ts'
import { listMigrationNames } from './migration-files.ts'
import { schoolColumns } from './tables.gen.ts'

/** Why this program may not work on a database, as a sentence for the operator. */
export class Unfit extends Error {
  /** True when `migrate`, which spreads a cluster's tables in the end, puts it right, so that a process may wait. */
  readonly mayPass: boolean

  constructor(sentence: string, { mayPass }: { mayPass: boolean }) {
    super(sentence)
    this.mayPass = mayPass
  }
}

/** No such table, schema, column or right: what a migrator of an earlier release leaves. */
const isOlder = (error: unknown) =>
  error instanceof pg.DatabaseError && ['42P01', '3F000', '42703', '42501'].includes(error.code ?? '')

/** A table has the school's column, or is named as one that stays together. */
const knownTables = [...Object.keys(schoolColumns), ...staysTogether]

/**
 * Asks whether the database has all migrations that this program knows, is that of its secret, and has its tables where they belong. A database
 * may have more migrations: processes of two releases run side by side during an upgrade.
 * @throws Unfit, or the failure to ask
 */
export async function requireFit(client: ClientBase, secret: string, folder?: string): Promise<void> {
  const known = await listMigrationNames(folder)
  const { names, marks } = await readState(client)
  if (marks.length && !marks.includes(markOf(secret))) throw new Unfit(otherSecret, { mayPass: false })
  const applied = new Set(names)
  const missing = known.filter((name) => !applied.has(name))
  if (missing.length)
    throw new Unfit(
      `The database is older than this release: ${missing.length} migrations are missing, the first is ${missing[0]}. Run migrate.`,
      { mayPass: true },
    )
  // A later release's tables may lie where this one would not put them.
  const isLater = names.some((name) => !known.includes(name))
  await requirePlaces(client, isLater ? knownTables : undefined).catch((error: unknown) => {
    throw error instanceof Misplaced ? new Unfit(error.message, error) : error
  })
}

async function readState(client: ClientBase): Promise<{ names: string[]; marks: string[] }> {
  const ask = `select array(select name from migrations.applied) as names, array(select mark from migrations.secrets) as marks`
  try {
    return (await client.query<{ names: string[]; marks: string[] }>(ask)).rows[0]!
  } catch (error) {
    if (!isOlder(error)) throw error
    throw new Unfit('The database was never migrated by this release. Run migrate.', {
      mayPass: true,
    })
  }
}

/** Turns the refusal of a login into a sentence; roles that are not there yet are refused with the same words. */
export const nameRefusal = (error: unknown): unknown => {
  if (isRefusedLogin(error))
    return new Unfit(
      `The database refuses this program's login (${(error as Error).message}): either ESCOLA_SECRET is not the secret that migrate had, or migrate has not run yet.`,
      { mayPass: true },
    )
  if (error instanceof pg.DatabaseError && error.code === '3D000')
    return new Unfit(`${error.message}: name another in DATABASE_URL, or make it and run migrate.`, { mayPass: true })
  return error
}
