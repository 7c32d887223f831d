import { execFile } from 'node:child_process'
import path from 'node:path'
import { promisify } from 'node:util'
import { startMailbox } from '@escola/dev-services/mailbox'
import { freePort } from '@escola/dev-services/ports'
import { expect, it, onTestFinished } from 'vitest'
import { spawnMain } from './spawn-main.ts'
import { world } from './world.ts'

const script = path.join(import.meta.dirname, '../../../../infra/docker/smoke.ts')

it('from the first sign-up to a certificate, over HTTP, with an API and a worker', async () => {
  const w = await world()
  const mailbox = await startMailbox()
  onTestFinished(() => mailbox.stop())
  const port = await freePort()
  const base = `http://localhost:${port}`
  const env = { PUBLIC_URL: base, SMTP_URL: mailbox.smtpUrl }
  for (const { stderr } of [
    spawnMain(w, 'main-api.ts', { ...env, PORT: String(port) }),
    spawnMain(w, 'main-worker.ts', { ...env, WORKER_PORT: String(await freePort()) }),
  ])
    stderr.pipe(process.stderr)
  const isReady = () =>
    fetch(`${base}/readyz`).then(
      (answer) => answer.ok,
      () => false,
    )
  await expect.poll(isReady).toBe(true)
  const { stdout } = await promisify(execFile)(process.execPath, [script], {
    env: { ...process.env, BASE_URL: base, MAILBOX_URL: mailbox.url },
  })
  expect(stdout).toMatch(/the worker imported 1000 of 1000 students[\s\S]* is valid: a PDF of \d+ bytes/)
}, 1_200_000)
