import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import type pg from 'pg'
import { migrate } from './migrate.ts'
import { readMigrations } from './migration-files.ts'
import {
  at,
  cloneDatabase,
  dropDatabase,
  makeDatabase,
  onServer,
  renameDatabase,
  serversAt,
  type TestServers,
} from './testing-cluster.ts'

export {
  at,
  dropDatabase,
  joinDatabases,
  makeSeparateDatabases,
  onServer,
  serversAt,
  type TestServers,
} from './testing-cluster.ts'

export const testSecret = 'a secret for tests alone, 32 bytes or more'

const placementFiles = ['placement.ts', 'distribute.ts'].map((file) =>
  path.join(import.meta.dirname, '../../db-citus/src', file),
)

/**
 * Makes a database for one test file: a clone of a template that is migrated once per state of the migrations folder and of the code that spreads tables.
 * @param clusterUrl an administrator's address of a cluster that is only for tests (TEST_DATABASE_URL)
 */
export async function createTestDatabase(clusterUrl: string): Promise<{ url: string; drop(): Promise<void> }> {
  let found = templates.get(clusterUrl)
  if (!found) {
    found = findTemplate(clusterUrl)
    templates.set(clusterUrl, found)
    found.catch(() => templates.delete(clusterUrl))
  }
  const { servers, template } = await found
  const name = `escola_${process.pid}_${Math.random().toString(36).slice(2, 10)}_test`
  await cloneDatabase(servers, template, name)
  if (servers.isCluster) await onServer(clusterUrl, name, (client) => refuseSpreadQueries(client, name))
  return { url: at(clusterUrl, name), drop: () => dropDatabase(servers, name) }
}

/** Templates that this process has found, by the address of their cluster. Looking again for each test file would read all migrations each time. */
const templates = new Map<string, ReturnType<typeof findTemplate>>()

async function findTemplate(clusterUrl: string): Promise<{ servers: TestServers; template: string }> {
  const hash = createHash('sha256').update((await readMigrations()).map(({ name, checksum }) => name + checksum).join())
  for (const file of placementFiles) hash.update(await readFile(file))
  const template = `escola_${hash.digest('hex').slice(0, 12)}_template_test`
  const servers = await serversAt(clusterUrl)
  await onServer(clusterUrl, 'postgres', async (client) => {
    await client.query('select pg_advisory_lock(727002)')
    const { rowCount } = await client.query('select from pg_database where datname = $1', [template])
    if (rowCount) return
    const building = `${template}_building`
    await makeDatabase(servers, building)
    const url = at(clusterUrl, building)
    await migrate(withFewShards(servers, url), testSecret)
    await renameDatabase(servers, building, template)
  })
  return { servers, template }
}

/** Makes a statement fail its test if it asks more than one node of a cluster about schools' rows. */
async function refuseSpreadQueries(client: pg.Client, database: string) {
  await client.query('set citus.enable_alter_role_set_propagation = off')
  for (const role of ['escola_app', 'escola_platform'])
    await client.query(`alter role ${role} in database ${database} set citus.multi_task_query_log_level = 'error'`)
}

/** Address under which a cluster's tables get few shards: each is copied with its database, and is work for every migration. */
export function withFewShards({ isCluster }: TestServers, databaseUrl: string) {
  const url = new URL(databaseUrl)
  if (isCluster) url.searchParams.set('options', '-c citus.shard_count=4')
  return url.toString()
}
