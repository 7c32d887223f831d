import pg from 'pg'
import { freePort } from './ports.ts'
import type { RunningRedis } from './redis.ts'

interface ContainerPostgres {
  url: string
  stop(): Promise<void>
}

/** PostgreSQL in a container, in the shape of the embedded one; needs a container engine. */
export async function startPostgresContainer(): Promise<ContainerPostgres> {
  const { PostgreSqlContainer } = await import('@testcontainers/postgresql')
  const container = await new PostgreSqlContainer('postgres:18')
    .withDatabase('escola')
    .withUsername('postgres')
    .withPassword('postgres')
    .withCommand(['postgres', '-c', 'max_connections=300', '-c', 'fsync=off', '-c', 'synchronous_commit=off'])
    .start()
  return { url: container.getConnectionUri(), stop: () => container.stop().then(() => undefined) }
}

/**
 * A coordinator and two nodes, which know each other in the database postgres. On the host's network, so that the tests reach a node at the address
 * by which the others do.
 */
export async function startCitusContainers(): Promise<ContainerPostgres> {
  const { GenericContainer, Wait } = await import('testcontainers')
  const ports = await Promise.all([freePort(), freePort(), freePort()])
  const settings = ['max_connections=300', 'max_prepared_transactions=300', 'max_worker_processes=64', 'fsync=off']
  const servers = await Promise.all(
    ports.map((port) =>
      new GenericContainer('citusdata/citus:14.0.1')
        .withNetworkMode('host')
        .withEnvironment({ POSTGRES_USER: 'postgres', POSTGRES_HOST_AUTH_METHOD: 'trust' })
        .withCommand(['postgres', '-p', String(port), ...settings.flatMap((each) => ['-c', each])])
        // The server says so twice: while it is being prepared, and for good.
        .withWaitStrategy(Wait.forLogMessage('database system is ready to accept connections', 2))
        .start(),
    ),
  )
  const stop = async () => void (await Promise.all(servers.map((server) => server.stop())))
  const url = `postgres://postgres@127.0.0.1:${ports[0]}/postgres`
  const client = new pg.Client({ connectionString: url })
  try {
    await client.connect()
    await client.query('select citus_set_coordinator_host($1, $2)', ['127.0.0.1', ports[0]])
    for (const port of ports.slice(1)) await client.query('select citus_add_node($1, $2)', ['127.0.0.1', port])
  } catch (error) {
    await stop()
    throw error
  } finally {
    await client.end()
  }
  return { url, stop }
}

export async function startRedisContainer(): Promise<RunningRedis> {
  const { GenericContainer, Wait } = await import('testcontainers')
  const container = await new GenericContainer('redis:8')
    .withCommand(['redis-server', '--maxmemory-policy', 'noeviction'])
    .withExposedPorts(6379)
    .withWaitStrategy(Wait.forLogMessage('Ready to accept connections'))
    .start()
  const url = `redis://${container.getHost()}:${container.getMappedPort(6379)}`
  return { url, stop: () => container.stop().then(() => undefined) }
}
