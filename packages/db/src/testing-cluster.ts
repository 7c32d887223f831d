import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { grantQueueSchema } from './migrate.ts'

/** One server of the tests, or a coordinator and its nodes. Databases are made, copied and dropped on each of them. */
export interface TestServers {
  /** Their addresses; the coordinator's comes first. */
  urls: string[]
  isCluster: boolean
}

export const at = (serverUrl: string, database: string) => {
  const url = new URL(serverUrl)
  url.pathname = `/${database}`
  return url.toString()
}

export async function onServer<T>(
  serverUrl: string,
  database: string,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({ connectionString: at(serverUrl, database) })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/** @param serverUrl address of one server, or of a coordinator that knows its nodes in its database postgres */
export const serversAt = (serverUrl: string): Promise<TestServers> =>
  onServer(serverUrl, 'postgres', async (client) => {
    const { rowCount } = await client.query(`select from pg_extension where extname = 'citus'`)
    if (!rowCount) return { urls: [serverUrl], isCluster: false }
    const { rows } = await client.query<{ host: string; port: number }>(
      'select nodename as host, nodeport as port from pg_dist_node order by groupid',
    )
    const urls = rows.map(({ host, port }) => {
      const url = new URL(serverUrl)
      url.hostname = host
      url.port = String(port)
      return url.toString()
    })
    return { urls, isCluster: true }
  })

/** Makes an empty database on each server; in a cluster they know each other there too. */
export async function makeDatabase(servers: TestServers, name: string) {
  await makeSeparateDatabases(servers, name)
  await joinDatabases(servers, name)
}

/** Makes an empty database on each server. Each is a database of its own until `joinDatabases`. */
export async function makeSeparateDatabases({ urls, isCluster }: TestServers, name: string) {
  await onEach(urls, 'postgres', async (client) => {
    await stopPropagation(client, isCluster)
    await runWhenEmpty(client, name, `drop database if exists ${name} with (force)`)
    await client.query(`create database ${name}`)
  })
}

/** Makes the databases of a cluster's servers know each other; it does nothing where there is one server. */
export async function joinDatabases({ urls, isCluster }: TestServers, name: string) {
  if (!isCluster) return
  await onEach(urls, name, (client) => client.query('create extension citus'))
  await onServer(urls[0]!, name, async (client) => {
    for (const [index, url] of urls.entries()) {
      const { hostname, port } = new URL(url)
      const add = index === 0 ? 'citus_set_coordinator_host' : 'citus_add_node'
      await client.query(`select ${add}($1, $2)`, [hostname, Number(port)])
    }
  })
}

/** Copies a database as files: by its log it takes more work, and the first connection would write the caches of the catalogue again. */
export const cloneDatabase = (servers: TestServers, template: string, name: string) =>
  change(servers, template, `create database ${name} template ${template} strategy file_copy`, (client) =>
    grantQueueSchema(client, name),
  )

export const renameDatabase = (servers: TestServers, from: string, to: string) =>
  change(servers, from, `alter database ${from} rename to ${to}`)

export const dropDatabase = (servers: TestServers, name: string) =>
  change(servers, name, `drop database if exists ${name} with (force)`)

/** @param finish runs next, on the same connection */
async function change(
  { urls, isCluster }: TestServers,
  database: string,
  text: string,
  finish?: (client: pg.Client) => Promise<void>,
) {
  await onEach(urls, 'postgres', async (client) => {
    await stopPropagation(client, isCluster)
    await client.query(copyInKernel)
    await runWhenEmpty(client, database, text)
    await finish?.(client)
  })
}

/** Leaves the copying of a session's files to the system, where PostgreSQL knows how. */
const copyInKernel = `select set_config(name, 'clone', false) from pg_settings
  where name = 'file_copy_method' and 'clone' = any(enumvals)`

/** Runs a statement that needs a database without connections. A cluster's own daemon comes back to each within seconds. */
async function runWhenEmpty(client: pg.Client, database: string, text: string) {
  for (let attempt = 1; ; attempt++) {
    try {
      await client.query('select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = $1', [database])
      return await client.query(text)
    } catch (error) {
      if ((error as { code?: string }).code !== '55006' || attempt === 100) throw error
      await sleep(20)
    }
  }
}

/** Keeps a server from repeating statements on the others: these functions address each server themselves. */
async function stopPropagation(client: pg.Client, isCluster: boolean) {
  if (isCluster)
    await client.query('set citus.enable_create_database_propagation = off; set citus.enable_ddl_propagation = off')
}

const onEach = (urls: string[], database: string, work: (client: pg.Client) => Promise<unknown>) =>
  Promise.all(urls.map((url) => onServer(url, database, work)))
