import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { migrate } from '@escola/db/migrate'
import { leanMemory } from '@escola/dev-services/lean-memory'
import { type Mailbox, startMailbox } from '@escola/dev-services/mailbox'
import { type RunningPostgres, startPostgres } from '@escola/dev-services/postgres'

export interface BenchStack {
  /** An administrator's address; floors run on the same database as what they are compared with. */
  databaseUrl: string
  postgres: RunningPostgres
  /** Where its data is, to start it again there. */
  postgresDir: string
  mailbox: Mailbox
  env: Record<string, string>
  /** Runs a program of ours until stop; with a port, waits for its /readyz. */
  run(file: string, env?: Record<string, string>, port?: number): Promise<{ pid: number; stop(): Promise<void> }>
  freePort(): Promise<number>
  stop(): Promise<void>
}

/** A database with its durability on, as in production, a mailbox in memory, and processes of our own. */
export async function startBenchStack(): Promise<BenchStack> {
  const folder = await mkdtemp(path.join(tmpdir(), 'escola-bench-'))
  const postgresDir = path.join(folder, 'postgres')
  const postgres = await startPostgres({ dataDir: postgresDir })
  const mailbox = await startMailbox({ limit: 1_000_000 })
  const secret = 'a secret for the bench alone, of 32 bytes or more'
  await migrate(postgres.url, secret)
  const env = {
    ...leanMemory,
    DATABASE_URL: postgres.url,
    ESCOLA_SECRET: secret,
    SMTP_URL: mailbox.smtpUrl,
    FILES_DIR: path.join(folder, 'files'),
    LOG_LEVEL: 'warn',
    NODE_ENV: 'production',
    RATE_FACTOR: '1000000',
  }
  const children = new Set<ChildProcess>()
  return {
    databaseUrl: postgres.url,
    postgres,
    postgresDir,
    mailbox,
    env,
    freePort,
    run: async (file, more = {}, port) => {
      const child = spawn(process.execPath, [file], {
        env: { ...process.env, ...env, ...more, ...(port ? { PORT: String(port) } : {}) },
        stdio: ['ignore', 'inherit', 'inherit'],
      })
      children.add(child)
      const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
      if (port) await untilReady(`http://127.0.0.1:${port}/readyz`)
      return {
        pid: child.pid!,
        stop: async () => {
          child.kill('SIGTERM')
          await ended
          children.delete(child)
        },
      }
    },
    stop: async () => {
      for (const child of children) child.kill('SIGKILL')
      await mailbox.stop()
      await postgres.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as { port: number }
      probe.close(() => resolve(port))
    })
  })
}

export async function untilReady(url: string, withinMs = 30_000) {
  for (const end = Date.now() + withinMs; Date.now() < end; ) {
    const answer = await fetch(url).catch(() => undefined)
    if (answer?.ok) return
    await wait(100)
  }
  throw new Error(`${url} did not become ready`)
}
