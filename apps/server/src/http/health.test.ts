import pg from 'pg'
import { describe, expect, it, onTestFinished } from 'vitest'
import { buildApp } from '../app.ts'
import { version } from '../core/version.ts'
import { type World, world } from '../testing/world.ts'

it('gives its figures to a caller on its machine, and to none from outside', async () => {
  const { app } = await world()
  const ask = (remoteAddress: string, headers = {}) => app.inject({ url: '/metrics', headers, remoteAddress })
  for (const address of ['127.0.0.1', '::1', '::ffff:127.0.0.1'])
    expect((await ask(address)).body).toContain('http_request_seconds')
  await app.inject('/api/context?domain=localhost&pathname=/')
  const { body } = await ask('127.0.0.1')
  expect(body).toContain(`escola_build_info{version="${version}"} 1\n`)
  expect((await app.inject('/healthz')).body).not.toContain(version)
  const of = (route: string) => `method="GET",route="${route}",status="200"`
  expect(body).toContain(`http_request_seconds_count{${of('/metrics')}} 3\n`)
  expect(body).toContain(`http_request_seconds_bucket{le="+Inf",${of('/metrics')}} 3\n`)
  expect(body).toContain(`http_request_seconds_count{${of('/api/context')}} 1\n`)
  for (const header of [
    'x-forwarded-for',
    'x-forwarded-host',
    'x-forwarded-proto',
    'X-Forwarded-Server',
    'Forwarded',
    'Via',
    'X-Real-IP',
    'x-client-ip',
    'x-cluster-client-ip',
    'True-Client-IP',
    'CF-Connecting-IP',
    'x-envoy-external-address',
    'x-original-forwarded-for',
  ])
    expect([header, (await ask('127.0.0.1', { [header]: '203.0.113.9' })).statusCode]).toEqual([header, 404])
  for (const outside of ['203.0.113.9', '10.1.2.3', '::ffff:10.1.2.3', '2001:db8::1'])
    expect((await ask(outside)).statusCode).toBe(404)
})

it('gives them, where there is a token, to a caller who shows it from any address, and to no other', async () => {
  const { config } = await world()
  const { http, close } = await buildApp({ ...config, metricsToken: 'um-segredo-de-prometheus' })
  const ask = (headers = {}) => http.inject({ url: '/metrics', headers, remoteAddress: '10.1.2.3' })
  expect((await ask({ authorization: 'Bearer um-segredo-de-prometheus' })).body).toContain('http_request_seconds')
  expect((await ask({ authorization: 'Bearer outro-segredo-qualquer' })).statusCode).toBe(404)
  expect((await ask()).statusCode).toBe(404)
  expect((await http.inject('/metrics')).statusCode).toBe(404)
  await close()
})

describe('/readyz', () => {
  const start = async (change: Partial<World['config']> = {}) => {
    const { config } = await world()
    const lines: string[] = []
    const stream = { write: (line: string) => void lines.push(line) }
    const app = await buildApp({ ...config, ...change }, { level: 'warn', stream })
    onTestFinished(() => app.close())
    return { app, lines, status: async () => (await app.http.inject('/readyz')).statusCode }
  }
  const onDatabase = async (text: string) => {
    const admin = new pg.Client({ connectionString: (await world()).databaseUrl })
    await admin.connect()
    const { rows } = await admin.query(text)
    await admin.end()
    return rows
  }

  it('says no on an older schema, and yes for good once the schema was seen complete', async () => {
    const newest = `(select max(name) from migrations.applied)`
    const [row] = await onDatabase(`delete from migrations.applied where name = ${newest} returning name, checksum`)
    const { status, lines } = await start()
    expect([await status(), await status()]).toEqual([503, 503])
    expect(lines.map((line) => JSON.parse(line).msg)).toEqual([
      expect.stringContaining(`1 migrations are missing, the first is ${row.name}. Run migrate`),
    ])
    await onDatabase(`insert into migrations.applied (name, checksum) values ('${row.name}', '${row.checksum}')`)
    expect(await status()).toBe(200)
    await onDatabase('revoke select on migrations.applied from escola_platform')
    expect(await status()).toBe(200)
    expect(await (await start()).status()).toBe(503)
    await onDatabase('grant select on migrations.applied to escola_platform')
  })

  it('says no with another secret, in a sentence', async () => {
    const { status, lines } = await start({ secret: 'another secret for tests alone, 32 bytes' })
    expect(await status()).toBe(503)
    expect(lines.map((line) => JSON.parse(line).msg)).toEqual([
      expect.stringContaining('ESCOLA_SECRET is not the secret of this database'),
    ])
  })

  it('says no as soon as the process is asked to stop', async () => {
    const { app, status } = await start()
    expect(await status()).toBe(200)
    app.drain()
    expect(await status()).toBe(503)
  })
})
