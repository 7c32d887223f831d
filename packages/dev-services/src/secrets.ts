import { randomBytes } from 'node:crypto'
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'

export interface Secrets {
  /** ESCOLA_SECRET: signs sessions and file links, and the database roles' passwords follow from it. */
  secret: string
  /** The superuser of the embedded PostgreSQL. */
  databasePassword: string
}

/** The installation's secrets, made on the first call and the same ever after. */
export function readSecrets(dataDir: string): Secrets {
  mkdirSync(dataDir, { recursive: true })
  const file = path.join(dataDir, 'secrets.json')
  const existing = read(file)
  if (existing) return existing
  const fresh: Secrets = {
    secret: randomBytes(32).toString('base64url'),
    databasePassword: randomBytes(24).toString('base64url'),
  }
  const draft = `${file}.${process.pid}`
  writeFileSync(draft, `${JSON.stringify(fresh, null, 2)}\n`, { mode: 0o600 })
  try {
    // Unlike a rename, a link never replaces what another process made in the meantime.
    linkSync(draft, file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    rmSync(draft)
  }
  return read(file) ?? fresh
}

function read(file: string): Secrets | undefined {
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw new Error(`${file} can't be read by this user: ${(error as Error).message}.`)
  }
  const { secret, databasePassword } = parse(text)
  if (!secret || !databasePassword)
    throw new Error(
      `${file} is damaged: bring it back from the safe place where you keep it. Delete nothing: the data beside it can't be opened without it.`,
    )
  return { secret, databasePassword }
}

function parse(text: string): Partial<Secrets> {
  try {
    return (JSON.parse(text) ?? {}) as Partial<Secrets>
  } catch {
    return {}
  }
}
