import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { beginFirstStart, endFirstStart } from './first-start.ts'
import { rotateLog } from './logs.ts'
import { type Mailbox, startMailbox } from './mailbox.ts'
import { blockedPorts, firstFreePort, freePort, isPortFree } from './ports.ts'
import { RunningNote } from './running-note.ts'
import { readSecrets } from './secrets.ts'
import { StackProcesses } from './stack-processes.ts'
import { wantsStandIn } from './stand-in.ts'
import { runStep } from './steps.ts'
import { type RunningStripe, startStripe } from './stripe/stripe.ts'
import { supervisePostgres } from './supervised-postgres.ts'
import { buildWeb, webDist } from './web-build.ts'

export interface DemoAccount {
  role: string
  email: string
  password: string
  url: string
}

export interface StackOptions {
  /** Everything that is to be kept lives there. */
  dataDir: string
  /** Port of the screens, and of the API unless `watch` is set. A port that is taken fails the start; without one it is a free one, any with `anyPort`. */
  port?: number
  anyPort?: boolean
  /** Makes the demonstration school; by default when the database is the embedded one. */
  seed?: boolean
  workers?: number
  /** Restarts on changed sources and serves the web by its development server. */
  watch?: boolean
  /** Trades the data's safety for speed; for tests. */
  unsafe?: boolean
  /** Settings as in the README; what they don't name is started here. */
  env?: Record<string, string | undefined>
  /** Gives the start up. */
  signal?: AbortSignal
  /** Takes short lines for a person. */
  print?: (line: string) => void
  /** Told when the embedded database can't be started again. */
  onLost?: (reason: Error) => void
}

export interface Stack {
  url: string
  databaseUrl: string
  secret: string
  dataDir: string
  /** Missing when SMTP_URL sends the mail elsewhere. */
  mailbox: Mailbox | undefined
  /** Missing when STRIPE_SECRET_KEY names an account at Stripe itself, and beside a database of one's own unless it was asked for. */
  stripe: RunningStripe | undefined
  accounts: DemoAccount[]
  /** Settings that its processes have beside the environment of this one, for tests that start another process. */
  settings: Record<string, string | undefined>
  /** The processes, for tests that kill them. */
  workerPids(): number[]
  /** Ends one worker without starting it again. */
  killWorker(signal: NodeJS.Signals): Promise<void>
  startWorker(): Promise<void>
  stop(): Promise<void>
}

/** Starts the whole platform: what no setting points at, migrations, the demonstration school, API, workers and web. */
export async function startStack(options: StackOptions): Promise<Stack> {
  const undo: (() => unknown)[] = []
  let stopping: Promise<void> | undefined
  const stop = () => {
    stopping ??= (async () => {
      for (const each of undo.splice(0).reverse()) await each()
    })()
    return stopping
  }
  try {
    return await start(options, (each) => undo.push(each), stop)
  } catch (error) {
    await stop()
    throw error
  }
}

type OnStop = (undo: () => unknown) => void

async function start(options: StackOptions, onStop: OnStop, stop: () => Promise<void>): Promise<Stack> {
  const { watch = false, workers = 1, print = () => undefined } = options
  const dataDir = path.resolve(options.dataDir)
  const settings = options.env ?? {}
  const note = await RunningNote.take(dataDir)
  onStop(() => note.release())

  const host = settings.HOST || '127.0.0.1'
  const { port, webPort } = await choosePorts(options, host, print)
  const url = settings.PUBLIC_URL || `http://localhost:${webPort}`
  note.setUrl(url)

  const logs = path.join(dataDir, 'logs')
  const web = watch ? undefined : buildWeb(print)
  // The build runs beside the preparation of the database; its failure is reported below, when it is awaited.
  web?.catch(() => undefined)
  const [databaseUrl, mailbox, stripe] = await all([startDatabase(), startMail(), startPayments()])
  options.signal?.throwIfAborted()
  const secret = settings.ESCOLA_SECRET || readSecrets(dataDir).secret
  const allSettings = {
    NODE_ENV: watch ? 'development' : 'production',
    LOG_LEVEL: 'info',
    ...settings,
    ...stripe?.settings,
    DATABASE_URL: databaseUrl,
    ESCOLA_SECRET: secret,
    SMTP_URL: settings.SMTP_URL || mailbox?.smtpUrl,
    MAILBOX_URL: mailbox?.url,
    FILES_DIR: settings.FILES_DIR || path.join(dataDir, 'files'),
    DATA_DIR: dataDir,
    HOST: host,
    PORT: String(port),
    PUBLIC_URL: url,
    WEB_DIR: webDist,
    API_URL: `http://${host === '0.0.0.0' ? '127.0.0.1' : host}:${port}`,
  }
  note.setSettings({ ...stripe?.settings, PORT: allSettings.PORT, NODE_ENV: allSettings.NODE_ENV })
  const env = { ...process.env, ...allSettings }
  stripe?.sendEventsTo(`${env.API_URL}/api/stripe/events`)
  const step = (failure: string, file: string, log: string) => runStep(failure, file, env, path.join(logs, log))
  const prepareDatabase = async () => {
    await step('The database could not be migrated', 'packages/db/src/commands/migrate.ts', 'migrate.log')
    if (options.seed ?? !settings.DATABASE_URL) {
      await step('The demonstration school could not be made', 'apps/demo/src/seed.ts', 'seed.log')
    }
    if (!settings.DATABASE_URL) await endFirstStart(dataDir)
  }
  await all([prepareDatabase(), web])
  options.signal?.throwIfAborted()

  const onPids = (pids: number[]) => note.setChildren(pids)
  const processes = new StackProcesses({ env, logs, watch, print, onPids, signal: options.signal })
  onStop(() => processes.end())
  const startWorkers = async () => {
    for (let count = 0; count < workers; count++) await processes.startWorker()
  }
  await all([processes.startApi(), startWorkers()])
  if (watch) await processes.startWeb(host, webPort)
  processes.declareUp()

  return {
    url,
    databaseUrl,
    secret,
    dataDir,
    mailbox,
    stripe,
    accounts: await readAccounts(dataDir, url),
    settings: allSettings,
    workerPids: () => processes.workerPids(),
    killWorker: (signal) => processes.killWorker(signal),
    startWorker: () => processes.startWorker(),
    stop,
  }

  async function startDatabase(): Promise<string> {
    if (settings.DATABASE_URL) return settings.DATABASE_URL
    await beginFirstStart(dataDir)
    const logFile = path.join(logs, 'postgres.log')
    rotateLog(logFile)
    const postgres = await supervisePostgres(
      { dataDir: path.join(dataDir, 'postgres'), logFile, unsafe: options.unsafe },
      { print, onLost: options.onLost },
    )
    onStop(() => postgres.stop())
    return postgres.url
  }

  async function startMail(): Promise<Mailbox | undefined> {
    if (settings.SMTP_URL) return undefined
    const httpPort = options.anyPort ? 0 : await firstFreePort(8025)
    const started = await startMailbox({ dir: path.join(dataDir, 'mailbox'), httpPort })
    onStop(() => started.stop())
    return started
  }

  async function startPayments(): Promise<RunningStripe | undefined> {
    if (!wantsStandIn(settings)) {
      if (!settings.STRIPE_SECRET_KEY)
        print('Schools can pay nothing here: set STRIPE_SECRET_KEY, or STRIPE_STAND_IN=on to try payments out.')
      return undefined
    }
    const port = options.anyPort ? 0 : await firstFreePort(8030)
    const started = await startStripe({
      port,
      file: path.join(dataDir, 'stripe.json'),
      country: settings.STRIPE_COUNTRY || undefined,
    })
    onStop(() => started.stop())
    return started
  }
}

/** With `watch` the web's development server shows the screens, so that it has the chosen port and the API another. */
async function choosePorts(
  { port, anyPort, watch = false }: StackOptions,
  host: string,
  print: (line: string) => void,
) {
  if (port !== undefined) {
    if (blockedPorts.has(port))
      throw new Error(`Browsers open no page on port ${port}; choose another with PORT, or leave PORT out.`)
    if (!(await isPortFree(port, host)))
      throw new Error(`Port ${port} is taken by another program; choose another with PORT, or leave PORT out.`)
    return { port: watch ? await firstFreePort(port + 1, host) : port, webPort: port }
  }
  const free = anyPort ? await freePort(host) : await firstFreePort(3000, host)
  if (!anyPort && free !== 3000) print(`Port 3000 is taken by another program; using ${free}.`)
  return { port: free, webPort: watch ? await firstFreePort(5173, host) : free }
}

/** Waits for all of them, also when one fails: what the others have started must be known to be stopped. */
async function all<T extends unknown[]>(work: { [K in keyof T]: Promise<T[K]> | T[K] }): Promise<T> {
  const results = await Promise.allSettled(work)
  for (const result of results) if (result.status === 'rejected') throw result.reason
  return results.map((result) => (result as PromiseFulfilledResult<unknown>).value) as T
}

/** The accounts of the demonstration school, at today's address: the port may have changed since they were made. */
async function readAccounts(dataDir: string, url: string): Promise<DemoAccount[]> {
  const file = path.join(dataDir, 'demo-accounts.json')
  if (!existsSync(file)) return []
  const accounts = JSON.parse(await readFile(file, 'utf8')) as DemoAccount[]
  return accounts.map((account) => ({ ...account, url: new URL(new URL(account.url).pathname, url).toString() }))
}
