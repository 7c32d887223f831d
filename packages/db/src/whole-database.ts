import { isCluster } from '@escola/db-citus'
import type { ClientBase } from 'pg'
import { requirePassingRowSecurity } from './settle-restored.ts'

/**
 * Refuses a database of which a dump would not be the whole: one on many nodes, or one whose login row-level security hides rows from.
 * @returns the server's major version
 */
export async function requireWholeDatabase(client: ClientBase): Promise<number> {
  if (await isCluster(client))
    throw new Error(
      'The database is a Citus cluster, of which pg_dump sees the coordinator alone: see "A cluster" in infra/runbooks/backup-and-restore.md.',
    )
  await requirePassingRowSecurity(client)
  const { rows } = await client.query<{ version: number }>(
    `select current_setting('server_version_num')::int / 10000 as version`,
  )
  return rows[0]!.version
}

/**
 * Refuses a database that has a table or a schema, because a restore never mixes what it brings with what is there, and one that an earlier attempt
 * closed to the product.
 */
export async function requireEmptyDatabase(client: ClientBase): Promise<void> {
  const { rows } = await client.query<{ name: string; held: boolean; closed: boolean }>(`
    select current_database() as name, exists (
        select from pg_namespace where nspname not in ('public', 'information_schema') and nspname !~ '^pg_')
      or exists (select from pg_class where relnamespace = 'public'::regnamespace) as held,
      exists (select from pg_roles where rolname = 'escola_app' and not has_database_privilege(oid, current_database(), 'connect')) as closed`)
  const { name, held, closed } = rows[0]!
  if (held)
    throw new Error(
      `The database ${name} is not empty, and a restore goes into an empty one: make one (create database …).`,
    )
  if (closed)
    throw new Error(
      `The product's logins can't enter the database ${name}, as after a restore that failed: drop it and make another.`,
    )
}

export const listSchools = async (client: ClientBase): Promise<string[]> =>
  (await client.query<{ id: string }>('select id from schools order by id')).rows.map(({ id }) => id)

/** Storage keys of all files that the database names. */
export const listStorageKeys = async (client: ClientBase): Promise<string[]> =>
  (await client.query<{ key: string }>('select storage_key as key from files order by 1')).rows.map(({ key }) => key)
