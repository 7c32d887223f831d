import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import { freePort } from '@escola/dev-services/ports'
import { startS3 } from '@escola/dev-services/s3'
import pg from 'pg'
import { Registry } from 'prom-client'
import { expect, it, onTestFinished } from 'vitest'
import { answerWorkerRequest } from './jobs/worker-health.ts'
import { startProxy } from './testing/database-proxy.ts'
import { spawnMain } from './testing/spawn-main.ts'
import { world } from './testing/world.ts'

async function spawnWorker(env: NodeJS.ProcessEnv) {
  const port = await freePort()
  const worker = spawnMain(await world(), 'main-worker.ts', { WORKER_PORT: String(port), ...env }, 'pipe')
  const lines: string[] = []
  createInterface(worker.stdout!).on('line', (line) => lines.push(line))
  const get = (page: string) => fetch(`http://127.0.0.1:${port}${page}`)
  const statusOf = (page: string) =>
    get(page).then(
      (answer) => answer.status,
      () => 0,
    )
  return { worker, get, statusOf, said: () => lines.map((line) => (JSON.parse(line) as { msg: string }).msg) }
}

it('tells its health and figures, and ends cleanly when asked to', async () => {
  const { worker, get, statusOf } = await spawnWorker({})
  await expect.poll(() => statusOf('/readyz')).toBe(200)
  expect(await statusOf('/healthz')).toBe(200)
  const figures = await (await get('/metrics')).text()
  expect(figures).toMatch(/^outbox_open \d+$/m)
  expect(figures).toMatch(/^escola_build_info\{version="[\d.]+"\} 1$/m)
  expect(figures).toMatch(/^outbox_oldest_seconds /m)
  expect(figures).toMatch(/^relay_late_seconds\{step="send jobs"\} /m)
  expect((await get('/anything')).status).toBe(404)
  worker.kill('SIGTERM')
  expect(await once(worker, 'exit')).toEqual([0, null])
})

it('does not start with a key that the bucket refuses, as little as the API', async () => {
  const s3 = await startS3({ bucket: 'escola' })
  const env = { S3_BUCKET: 'escola', S3_ENDPOINT: s3.endpoint, S3_ACCESS_KEY_ID: 'x', S3_SECRET_ACCESS_KEY: 'x' }
  const { worker } = await spawnWorker({ ...env, LOG_LEVEL: 'silent' })
  const api = spawnMain(await world(), 'main-api.ts', { ...env, PORT: String(await freePort()) })
  let stderr = ''
  api.stderr.on('data', (chunk: Buffer) => (stderr += chunk))
  const codes = await Promise.all([worker, api].map((started) => once(started, 'exit')))
  expect(codes.map(([code]) => code)).toEqual([1, 1])
  expect(stderr).toContain('The bucket escola is refused (SignatureDoesNotMatch): S3_BUCKET')
  await s3.stop()
})

it('does not start without its settings, and says which', async () => {
  const { worker } = await spawnWorker({ ESCOLA_SECRET: '', SMTP_URL: '' })
  let stderr = ''
  worker.stderr.on('data', (chunk: Buffer) => (stderr += chunk))
  const [code] = await once(worker, 'exit')
  expect(code).not.toBe(0)
  expect(stderr).toContain('ESCOLA_SECRET must be set')
  expect(stderr).toContain('SMTP_URL must be set')
})

it('waits for a database that is away when it starts, and for its migrations, and is alive meanwhile', async () => {
  const { databaseUrl } = await world()
  const onDatabase = async (text: string) => {
    const admin = new pg.Client({ connectionString: databaseUrl })
    await admin.connect()
    const { rows } = await admin.query(text)
    await admin.end()
    return rows
  }
  const proxy = await startProxy(databaseUrl)
  onTestFinished(() => proxy.close())
  proxy.decide(() => 'drop')
  const { worker, statusOf, said } = await spawnWorker({ DATABASE_URL: proxy.through(databaseUrl), LOG_LEVEL: 'info' })
  await expect.poll(() => statusOf('/healthz')).toBe(200)
  await expect.poll(said).toEqual(['the worker waits for its database'])
  const newest = `(select max(name) from migrations.applied)`
  const [row] = await onDatabase(`delete from migrations.applied where name = ${newest} returning name, checksum`)
  const { connectionCount } = proxy
  proxy.decide(() => 'pass')
  await expect.poll(() => proxy.connectionCount).toBeGreaterThan(connectionCount)
  expect([await statusOf('/healthz'), await statusOf('/readyz'), worker.exitCode]).toEqual([200, 503, null])
  await onDatabase(`insert into migrations.applied (name, checksum) values ('${row.name}', '${row.checksum}')`)
  await expect.poll(() => statusOf('/readyz')).toBe(200)
  worker.kill('SIGTERM')
  expect(await once(worker, 'exit')).toEqual([0, null])
})

it('ends while it waits, when it is asked to', async () => {
  const { worker, statusOf } = await spawnWorker({ DATABASE_URL: 'postgres://127.0.0.1:1/none' })
  await expect.poll(() => statusOf('/healthz')).toBe(200)
  worker.kill('SIGTERM')
  expect(await once(worker, 'exit')).toEqual([0, null])
})

it.each(['main-api.ts', 'main-worker.ts'] as const)('%s refuses another secret in one sentence', async (main) => {
  const w = await world()
  const { app, platform, queue } = w.config.database
  const process = spawnMain(
    w,
    main,
    {
      ESCOLA_SECRET: 'another secret for tests alone, 32 bytes',
      DATABASE_APP_URL: app,
      DATABASE_PLATFORM_URL: platform,
      DATABASE_QUEUE_URL: queue,
      PORT: String(await freePort()),
    },
    'pipe',
  )
  const said = text(process.stdout!)
  expect(await once(process, 'exit')).toEqual([1, null])
  const lines = (await said).trim().split('\n')
  expect(lines.map((line) => (JSON.parse(line) as { msg: string }).msg)).toEqual([
    expect.stringContaining('ESCOLA_SECRET is not the secret of this database'),
  ])
})

it('is alive while its loop turns or its database is away, and not when neither is so', async () => {
  const ask = async (secondsAgo: number, ping: () => Promise<void>) => {
    const server = createServer((request, response) =>
      answerWorkerRequest(request, response, {
        database: { ping },
        registry: new Registry(),
        workers: { turnedAt: () => Date.now() - secondsAgo * 1000 },
        isStopping: false,
      }),
    ).listen(0)
    await once(server, 'listening')
    const { status } = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/healthz`)
    server.close()
    return status
  }
  const answers = async () => undefined
  const refuses = () => Promise.reject(new Error('away'))
  const hangs = () => new Promise<void>(() => undefined)
  expect(await Promise.all([ask(10, refuses), ask(10, answers), ask(70, refuses), ask(70, hangs)])).toEqual([
    200, 200, 200, 200,
  ])
  expect(await ask(70, answers)).toBe(503)
})
