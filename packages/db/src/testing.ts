import { createHash } from 'node:crypto'
import pg from 'pg'
import { letQueueKeepItsSchema, migrate, readMigrations } from './migrate.ts'

export const testSecret = 'a secret for tests alone, 32 bytes or more'

const at = (clusterUrl: string, database: string) => {
  const url = new URL(clusterUrl)
  url.pathname = `/${database}`
  return url.toString()
}

async function admin<T>(
  clusterUrl: string,
  work: (client: pg.Client) => Promise<T>,
  database = 'postgres',
): Promise<T> {
  const client = new pg.Client({ connectionString: at(clusterUrl, database) })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/**
 * A database of its own for one test file: a clone of a template that is migrated once per state of the migrations folder.
 * @param clusterUrl an administrator's address of a cluster that is only for tests (TEST_DATABASE_URL)
 */
export async function createTestDatabase(clusterUrl: string): Promise<{ url: string; drop(): Promise<void> }> {
  const state = createHash('sha256')
    .update((await readMigrations()).map(({ name, checksum }) => name + checksum).join())
    .digest('hex')
    .slice(0, 12)
  const template = `escola_${state}_template_test`
  const name = `escola_${process.pid}_${Math.random().toString(36).slice(2, 10)}_test`
  await admin(clusterUrl, async (client) => {
    await client.query('select pg_advisory_lock(727002)')
    const { rowCount } = await client.query('select from pg_database where datname = $1', [template])
    if (!rowCount) {
      const building = `${template}_building`
      await client.query(`drop database if exists ${building}`)
      await client.query(`create database ${building}`)
      await migrate(at(clusterUrl, building), testSecret)
      await client.query(`alter database ${building} rename to ${template}`)
    }
    await client.query(`create database ${name} template ${template}`)
  })
  await admin(clusterUrl, letQueueKeepItsSchema, name)
  return {
    url: at(clusterUrl, name),
    drop: () =>
      admin(clusterUrl, async (client) => void (await client.query(`drop database if exists ${name} with (force)`))),
  }
}
