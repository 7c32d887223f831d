import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { migrate } from '@escola/db/migrate'
import { leanMemory } from '@escola/dev-services/lean-memory'
import { type Mailbox, startMailbox } from '@escola/dev-services/mailbox'
import { freePort } from '@escola/dev-services/ports'
import { type RunningPostgres, startPostgres } from '@escola/dev-services/postgres'
import { projectRoot } from '@escola/dev-services/project'
import pg from 'pg'

/** The server's programs are run from here, as its image runs them. */
export const serverSource = path.join(projectRoot, 'apps/server/src')

export interface Served {
  pid: number
  port: number
  stop(): Promise<void>
}

export interface BenchStack {
  /** The database's administrator; floors run on the same database as what they are compared with. */
  admin: pg.Client
  /** An administrator's address, for connections of one's own. */
  databaseUrl: string
  mailbox: Mailbox
  env: Record<string, string>
  /** Runs a program of ours until stop. */
  run(file: string, env?: Record<string, string>): { pid: number; stop(): Promise<void> }
  /** Runs a program on a port of its own, and returns once its /readyz answers. */
  serve(file: string, env?: Record<string, string>): Promise<Served>
  serveApi(env?: Record<string, string>): Promise<Served>
  stop(): Promise<void>
}

/** With a PostgreSQL of its own. */
export interface OwnBenchStack extends BenchStack {
  postgres: RunningPostgres
  /** Data folder, to start the database on it again. */
  postgresDir: string
}

/** A database with its durability on, as in production, a mailbox in memory, and processes of our own. */
export async function startBenchStack(): Promise<OwnBenchStack> {
  const folder = await mkdtemp(path.join(tmpdir(), 'escola-bench-'))
  const postgresDir = path.join(folder, 'postgres')
  const postgres = await startPostgres({ dataDir: postgresDir })
  const stack = await startStackOn(postgres.url, folder)
  const stop = () => stack.stop().then(postgres.stop)
  return {
    ...stack,
    postgres,
    postgresDir,
    stop: () => stop().then(() => rm(folder, { recursive: true, force: true })),
  }
}

/** Starts the stack on a running database, which is migrated first. */
export async function startStackOn(databaseUrl: string, folder: string): Promise<BenchStack> {
  const mailbox = await startMailbox({ limit: 1_000_000 })
  const secret = 'a secret for the bench alone, of 32 bytes or more'
  await migrate(databaseUrl, secret)
  const admin = new pg.Client({ connectionString: databaseUrl })
  // The server may be killed meanwhile; the query under way fails then.
  admin.on('error', () => undefined)
  await admin.connect()
  const env = {
    ...leanMemory,
    DATABASE_URL: databaseUrl,
    ESCOLA_SECRET: secret,
    SMTP_URL: mailbox.smtpUrl,
    FILES_DIR: path.join(folder, 'files'),
    LOG_LEVEL: 'warn',
    NODE_ENV: 'production',
    RATE_FACTOR: '1000000',
    // Parts that ask as fast as they can measure what is answered; the part `evening` measures what is refused.
    OVERLOAD_WAIT_MS: '0',
  }
  const children = new Set<ChildProcess>()
  const run: BenchStack['run'] = (file, more = {}) => {
    const child = spawn(process.execPath, [file], {
      env: { ...process.env, ...env, ...more },
      stdio: ['ignore', 'inherit', 'inherit'],
    })
    children.add(child)
    const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
    return {
      pid: child.pid!,
      stop: async () => {
        child.kill('SIGTERM')
        await ended
        children.delete(child)
      },
    }
  }
  const serve: BenchStack['serve'] = async (file, more = {}) => {
    const port = await freePort()
    const running = run(file, { ...more, PORT: String(port) })
    await untilReady(`http://127.0.0.1:${port}/readyz`)
    return { ...running, port }
  }
  return {
    admin,
    databaseUrl,
    mailbox,
    env,
    run,
    serve,
    serveApi: (more) => serve(path.join(serverSource, 'main-api.ts'), more),
    stop: async () => {
      for (const child of children) child.kill('SIGKILL')
      await admin.end()
      await mailbox.stop()
    },
  }
}

export async function untilReady(url: string, withinMs = 30_000) {
  for (const end = Date.now() + withinMs; Date.now() < end; ) {
    const answer = await fetch(url).catch(() => undefined)
    if (answer?.ok) return
    await wait(100)
  }
  throw new Error(`${url} did not become ready`)
}
