import { connect } from 'node:net'
import pg from 'pg'
import { expect, it } from 'vitest'
import { startTestServices } from './test-services.ts'

/** Sends one command and gives its answer, without a Redis client. */
function askRedis(url: string, command: string): Promise<string> {
  const { hostname, port } = new URL(url)
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port || 6379), hostname, () => socket.write(`${command}\r\n`))
    socket.once('error', reject)
    socket.once('data', (answer) => {
      resolve(answer.toString())
      socket.destroy()
    })
  })
}

// With TEST_SERVICES=containers this runs on containers.
it('starts a PostgreSQL 18, an S3 store, a stand-in for Stripe and, where there is one, a Redis that evicts nothing', async () => {
  const services = await startTestServices()
  try {
    const client = new pg.Client({ connectionString: services.env.TEST_DATABASE_URL })
    await client.connect()
    const { rows } = await client.query('show server_version')
    await client.end()
    expect(rows[0].server_version).toMatch(/^18/)
    expect((await fetch(services.env.TEST_S3_ENDPOINT as string)).status).toBe(403)
    expect((await fetch(`${services.env.TEST_STRIPE_URL}/v1/customers`)).status).toBe(401)
    if (services.env.TEST_REDIS_URL) {
      expect(await askRedis(services.env.TEST_REDIS_URL, 'CONFIG GET maxmemory-policy')).toContain('noeviction')
    }
    expect(services.hasRedis).toBe('TEST_REDIS_URL' in services.env)
  } finally {
    await services.stop()
  }
})
