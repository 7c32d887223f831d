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
