import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, readFile, realpath, rename, rm, statfs, writeFile } from 'node:fs/promises'
import { tmpdir, totalmem } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { freePort, isPortFree } from './ports.ts'
import { giveToDatabaseUser, postgresBinaries, runAsDatabaseUser, spawnAsDatabaseUser } from './postgres-process.ts'
import { childrenOf, commandOf, isAlive, killIfThere, stopProcess } from './processes.ts'
import { readSecrets } from './secrets.ts'

export interface RunningPostgres {
  /** The superuser's address of the database `escola`. */
  url: string
  pid: number
  /** Hangs: it is there and says nothing, until it is thawed. */
  freeze(): void
  thaw(): void
  /** Why the server ended, once it has. */
  ended: Promise<string>
  stop(): Promise<void>
}

export interface PersistentOptions {
  dataDir: string
  port?: number
  logFile?: string
  ephemeral?: false
  /** Gives up the promise that a commit survives a power cut; for tests only. */
  unsafe?: boolean
}

interface EphemeralOptions {
  ephemeral: true
  port?: number
  /** Folder with the programs of another PostgreSQL than the embedded one. */
  programs?: string
}

/**
 * Starts PostgreSQL 18 on 127.0.0.1. With a data folder it keeps its data there and takes over after a crash; an
 * ephemeral one lives in memory or in the temporary folder, trades safety for speed and is deleted by `stop`.
 */
export async function startPostgres(options: PersistentOptions | EphemeralOptions): Promise<RunningPostgres> {
  if (options.ephemeral) return startEphemeral(options)
  const dataDir = path.resolve(options.dataDir)
  const parent = path.dirname(dataDir)
  await mkdir(parent, { recursive: true })
  const password = readSecrets(parent).databasePassword
  const logFile = options.logFile ?? path.join(parent, 'postgres.log')
  await stopLeftover(dataDir)
  if (!existsSync(path.join(dataDir, 'PG_VERSION'))) await initialise(dataDir, password)
  const more = options.unsafe ? embeddedSettings : [`shared_buffers=${sharedBuffersOf(memoryHere())}`]
  const settings = [...safeSettings, ...more]
  return run({ dataDir, password, logFile, settings, port: options.port })
}

const safeSettings = ['max_connections=200']
const fastSettings = [
  'max_connections=300',
  'fsync=off',
  'synchronous_commit=off',
  'full_page_writes=off',
  'wal_level=minimal',
  'max_wal_senders=0',
]
/** Tests open thousands of connections, whose passwords are worth nothing. Programs of the machine's own may be older than this setting. */
const embeddedSettings = [...fastSettings, 'scram_iterations=1']

/** Memory of this machine, or the limit of the container around this process. */
const memoryHere = () => Math.min(totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY)

/**
 * A quarter of the memory, within bounds, for what people keep their data in: with PostgreSQL's own 128 MB pages come from the system again and
 * again, each with its checksum. It is taken only as pages fill it.
 */
export function sharedBuffersOf(memory: number): string {
  const megabytes = Math.floor(memory / 4 / 1024 ** 2)
  return `${Math.min(Math.max(megabytes, 128), 4096)}MB`
}

/** Folder that Linux keeps in memory. */
const memoryFolder = '/dev/shm'

/**
 * Folder of ephemeral servers: in memory where there is plenty of it. Tests make and drop hundreds of databases of a thousand files each, which some
 * file systems take ten times as long for.
 */
async function ephemeralRoot(): Promise<string> {
  const { bavail, bsize } = await statfs(memoryFolder).catch(() => ({ bavail: 0, bsize: 0 }))
  return Math.min(bavail * bsize, process.availableMemory()) > 6 * 1024 ** 3 ? memoryFolder : tmpdir()
}

const temporaryName = /^escola-postgres-(\d+)-/

async function startEphemeral({ port, programs }: EphemeralOptions): Promise<RunningPostgres> {
  await sweepTemporaryFolders()
  const folder = await mkdtemp(path.join(await ephemeralRoot(), `escola-postgres-${process.pid}-`))
  // mkdtemp keeps other users out, and the database may run as another user.
  giveToDatabaseUser(folder)
  const dataDir = path.join(folder, 'data')
  const password = randomBytes(24).toString('base64url')
  const remove = () => rm(folder, { recursive: true, force: true })
  try {
    await initialise(dataDir, password, programs)
    const logFile = path.join(folder, 'log')
    const settings = programs ? fastSettings : embeddedSettings
    const running = await run({ dataDir, password, logFile, settings, port, programs })
    return { ...running, stop: () => running.stop().then(remove) }
  } catch (error) {
    await remove()
    throw error
  }
}

/** Removes what killed test runs have left behind. */
async function sweepTemporaryFolders(): Promise<void> {
  for (const root of [memoryFolder, tmpdir()])
    for (const name of await readdir(root).catch(() => [])) {
      const owner = temporaryName.exec(name)?.[1]
      if (!owner || isAlive(Number(owner))) continue
      const folder = path.join(root, name)
      await stopLeftover(path.join(folder, 'data'))
      await rm(folder, { recursive: true, force: true })
    }
}

async function initialise(dataDir: string, password: string, programs?: string): Promise<void> {
  const initdb = await programOf('initdb', programs)
  // The cluster is made beside and renamed, so a start that was interrupted never leaves half a cluster that looks whole.
  const draft = `${dataDir}.new`
  const passwordFile = `${dataDir}.password`
  await rm(draft, { recursive: true, force: true })
  await mkdir(draft, { mode: 0o700 })
  await writeFile(passwordFile, password, { mode: 0o600 })
  giveToDatabaseUser(draft)
  giveToDatabaseUser(passwordFile)
  const args = ['--username=postgres', '--auth=scram-sha-256', `--pwfile=${passwordFile}`, '--encoding=UTF8']
  // Portuguese order (Álgebra before Zoologia) wherever a query names no collation.
  args.push('--locale=C', '--locale-provider=icu', '--icu-locale=pt-BR', '--no-sync', `--pgdata=${draft}`)
  try {
    await runAsDatabaseUser(initdb, args, draft)
  } catch (error) {
    const reason = String((error as { stderr?: string }).stderr ?? error).trim()
    throw new Error(`PostgreSQL could not prepare ${dataDir}: ${reason.split('\n').at(-1)}`)
  } finally {
    await rm(passwordFile, { force: true })
  }
  await rename(draft, dataDir)
}

const programOf = async (name: 'initdb' | 'postgres', folder: string | undefined) =>
  folder ? path.join(folder, name) : (await postgresBinaries())[name]

interface RunOptions {
  programs?: string
  dataDir: string
  password: string
  logFile: string
  settings: string[]
  port?: number
}

async function run(options: RunOptions): Promise<RunningPostgres> {
  const postgres = await programOf('postgres', options.programs)
  for (let attempt = 1; ; attempt++) {
    const port = options.port ?? (await freePort())
    try {
      return await runOnce(postgres, port, options)
    } catch (error) {
      // The killed server's last children may still hold its memory, and a free port may be gone the next moment.
      const passing = options.port ? /still in use/ : /still in use|could not bind|is taken/
      if (!passing.test(String(error)) || attempt === 20) throw error
      await sleep(250)
    }
  }
}

async function runOnce(binary: string, port: number, { dataDir, password, logFile, settings }: RunOptions) {
  const network = ['listen_addresses=127.0.0.1', 'unix_socket_directories=', 'timezone=UTC', 'log_timezone=UTC']
  const args = ['-D', dataDir, '-p', String(port), ...[...network, ...settings].flatMap((each) => ['-c', each])]
  if (!(await isPortFree(port))) throw new Error(`PostgreSQL did not start: port ${port} is taken by another program.`)
  const logged = await readFile(logFile, 'utf8').catch(() => '')
  const child = spawnAsDatabaseUser(binary, args, dataDir, logFile)
  let exited = false
  const ended = new Promise<string>((resolve) => {
    child.once('exit', (code, signal) => resolve(signal ?? `code ${code}`))
    child.once('error', (error) => resolve(error.message))
  })
  void ended.then(() => {
    exited = true
  })
  const url = addressOf(port, password)
  try {
    const end = Date.now() + 60_000
    while (!(await isReady(dataDir, child.pid)) || !(await takesLogins(url))) {
      if (exited || Date.now() > end)
        throw new Error(`PostgreSQL did not start: ${await findReason(logFile, logged.length)}`)
      await sleep(30)
    }
  } catch (error) {
    if (child.pid) await stopServer(child.pid)
    throw error
  }
  const pid = child.pid as number
  // The server itself first: it may start no further process in between. A child may end at any moment.
  const signalAll = (signal: NodeJS.Signals) => {
    if (isAlive(pid) && killIfThere(pid, signal)) for (const child of childrenOf(pid)) killIfThere(child, signal)
  }
  // A frozen process obeys no other signal.
  const thaw = () => signalAll('SIGCONT')
  const interrupt = () => {
    thaw()
    if (isAlive(pid)) process.kill(pid, 'SIGINT')
  }
  process.once('exit', interrupt)
  void ended.then(() => process.off('exit', interrupt))
  const stop = async () => {
    process.off('exit', interrupt)
    thaw()
    await stopServer(pid)
  }
  return { url, pid, freeze: () => signalAll('SIGSTOP'), thaw, ended, stop }
}

async function findReason(logFile: string, position: number): Promise<string> {
  const log = (await readFile(logFile, 'utf8').catch(() => '')).slice(position)
  const words =
    /could not bind[^\n]*/.exec(log)?.[0] ?? /FATAL: {2}(.*)/.exec(log)?.[1] ?? log.trim().split('\n').at(-1)
  return `${words || 'it said nothing'} (see ${logFile})`
}

/** Whether that very process says it is up: on its port another server might answer. */
async function isReady(dataDir: string, pid: number | undefined): Promise<boolean> {
  const note = (await readFile(path.join(dataDir, 'postmaster.pid'), 'utf8').catch(() => '')).split('\n')
  return Number(note[0]) === pid && note[7]?.trim() === 'ready'
}

/** Whether the server takes logins; makes the database on the way. */
async function takesLogins(url: string): Promise<boolean> {
  const address = new URL(url)
  address.pathname = '/postgres'
  const client = new pg.Client({ connectionString: address.toString() })
  client.on('error', () => undefined)
  try {
    await client.connect()
    const { rowCount } = await client.query(`select from pg_database where datname = 'escola'`)
    if (!rowCount) await client.query('create database escola')
    return true
  } catch (error) {
    if ((error as { code?: string }).code === '28P01') {
      throw new Error('The database was made with another password than .data/secrets.json has; put that file back.')
    }
    return false
  } finally {
    await client.end().catch(() => undefined)
  }
}

// "Fast" ends sessions and writes everything down; "immediate" is what a crash would do, and recovery follows.
const stopServer = (pid: number) =>
  stopProcess(pid, [
    ['SIGINT', 30_000],
    ['SIGQUIT', 5000],
    ['SIGKILL', 5000],
  ])

/** Finds the address of the server that works on a data folder; undefined where none is ready. */
export async function findRunningServer(dataDir: string): Promise<string | undefined> {
  const note = (await readFile(path.join(dataDir, 'postmaster.pid'), 'utf8').catch(() => '')).split('\n')
  const [pid, port] = [Number(note[0]), note[3]]
  if (!pid || !isAlive(pid) || !(await isReady(dataDir, pid))) return undefined
  return addressOf(Number(port), readSecrets(path.dirname(dataDir)).databasePassword)
}

const addressOf = (port: number, password: string) =>
  `postgres://postgres:${encodeURIComponent(password)}@127.0.0.1:${port}/escola`

/** After a crash of the process that started it, a server may still run on the folder, or its note of that may. */
export async function stopLeftover(dataDir: string): Promise<void> {
  const note = path.join(dataDir, 'postmaster.pid')
  const [pidLine, folder] = (await readFile(note, 'utf8').catch(() => '')).split('\n')
  const pid = Math.abs(Number(pidLine))
  if (!pid) return
  const runsHere = isAlive(pid) && /postgres/.test(commandOf(pid)) && folder === (await realpath(dataDir))
  if (runsHere) await stopServer(pid)
  // PostgreSQL looks at the number alone and would refuse when another program has it now, or when no parent collected the
  // dead server. What its children still hold it finds without the note.
  await rm(note, { force: true })
}
