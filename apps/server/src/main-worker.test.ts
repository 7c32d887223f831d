import { once } from 'node:events'
import { freePort } from '@escola/dev-services/ports'
import { expect, it } from 'vitest'
import { spawnMain } from './testing/spawn-main.ts'
import { world } from './testing/world.ts'

async function spawnWorker(env: NodeJS.ProcessEnv) {
  const port = await freePort()
  const worker = spawnMain(await world(), 'main-worker.ts', { WORKER_PORT: String(port), ...env })
  const get = (page: string) => fetch(`http://127.0.0.1:${port}${page}`)
  return { worker, get }
}

it('tells its health and figures, and ends cleanly when asked to', async () => {
  const { worker, get } = await spawnWorker({})
  await expect
    .poll(() =>
      get('/healthz').then(
        (answer) => answer.status,
        () => 0,
      ),
    )
    .toBe(200)
  const figures = await (await get('/metrics')).text()
  expect(figures).toMatch(/^outbox_open \d+$/m)
  expect(figures).toMatch(/^outbox_oldest_seconds /m)
  expect(figures).toMatch(/^relay_late_seconds\{step="send jobs"\} /m)
  expect((await get('/anything')).status).toBe(404)
  worker.kill('SIGTERM')
  expect(await once(worker, 'exit')).toEqual([0, null])
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
