import { deleteCopies, isCluster, prepareSession, takeTurn } from '@escola/db-citus'
import pg, { type ClientBase } from 'pg'
import { applyMigration } from './apply-migration.ts'
import { distribute } from './distribute.ts'
import { inTransactionGivingWay } from './give-way.ts'
import { recordSecret, requireKnownSecret } from './known-secret.ts'
import { migrationsFolder, pendingOf, readMigrations } from './migration-files.ts'
import { ensureRoles } from './roles.ts'

/**
 * Brings a database up to date; forward only, one transaction per file, safe to run from several processes at once. A cluster's tables are
 * spread over its nodes in the end.
 * @param adminUrl a login that may create roles and bypass row-level security
 * @param secret the installation's secret, from which the runtime roles' passwords follow
 * @param takesRoles an operator says that roles which are there already may get other passwords
 * @returns the names of the migrations that ran
 */
export async function migrate(
  adminUrl: string,
  secret: string,
  folder = migrationsFolder,
  { takesRoles = false } = {},
): Promise<string[]> {
  const client = new pg.Client({ connectionString: adminUrl })
  await client.connect()
  try {
    await takeTurn(client)
    await requireKnownSecret(client, { adminUrl, secret, takesRoles })
    await ensureRoles(client, secret)
    await grantQueueSchema(client, await readName(client))
    const onCluster = await isCluster(client)
    if (onCluster) {
      await prepareSession(client)
      // Clusters that were spread by earlier releases still have them.
      await inTransactionGivingWay(client, () => deleteCopies(client))
    }
    await prepareRecords(client)
    await recordSecret(client, secret)
    const { rows } = await client.query<{ name: string; checksum: string }>(
      'select name, checksum from migrations.applied',
    )
    const pending = pendingOf(await readMigrations(folder), new Map(rows.map((row) => [row.name, row.checksum])))
    for (const migration of pending) await applyMigration(client, migration)
    if (onCluster) await distribute(client, secret)
    return pending.map(({ name }) => name)
  } finally {
    await client.end()
  }
}

/** Makes the tables of what has run and of the secrets' marks, which each process reads before it works. */
async function prepareRecords(client: ClientBase) {
  await client.query(`create schema if not exists migrations;
    create table if not exists migrations.applied (
      name text primary key, checksum text not null, utc_applied_on timestamptz not null default now());
    create table if not exists migrations.secrets (mark text primary key, utc_known_since timestamptz not null default now());
    grant usage on schema migrations to escola_platform;
    grant select on migrations.applied, migrations.secrets to escola_platform`)
}

/**
 * BullMQ keeps its own schema up to date and asks for it with "create schema if not exists", which PostgreSQL allows only to those who may
 * create schemas. The grant belongs to a database and is not cloned with it.
 */
export async function grantQueueSchema(client: pg.Client, database: string) {
  await client.query(`grant create on database ${client.escapeIdentifier(database)} to escola_queue`)
}

async function readName(client: ClientBase): Promise<string> {
  const { rows } = await client.query<{ name: string }>('select current_database() as name')
  return rows[0]!.name
}
