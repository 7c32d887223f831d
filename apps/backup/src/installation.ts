import { existsSync } from 'node:fs'
import path from 'node:path'
import { readSecrets } from '@escola/dev-services/secrets'
import { readStore } from '@escola/server/config'
import { createFileStore } from '@escola/server/files/create-file-store'
import type { FileStore } from '@escola/server/files/store'

/** Installation that is backed up, or that a backup is restored into, as the settings of the README name it. */
export interface Installation {
  /** Administrator's address of a PostgreSQL; without one the data folder has an embedded one. */
  databaseUrl: string | undefined
  dataDir: string
  secret(): string
  /** Names of the places of its secrets, for people to read. */
  secretPlaces: string[]
  /** Opens the store of files; undefined when the files are in the data folder, with the embedded database. */
  openStore(): Promise<FileStore | undefined>
}

export function installationOf(env: NodeJS.ProcessEnv, dataDir: string): Installation {
  const problems: string[] = []
  const { filesDir, s3 } = readStore({ ...env, FILES_DIR: env.FILES_DIR || path.join(dataDir, 'files') }, problems)
  if (problems.length) throw new Error(problems.join('\n'))
  const secretsFile = path.join(path.resolve(dataDir), 'secrets.json')
  const databaseUrl = env.DATABASE_URL || undefined
  const isInside = !s3 && !path.relative(path.resolve(dataDir), path.resolve(filesDir)).startsWith('..')
  return {
    databaseUrl,
    dataDir: path.resolve(dataDir),
    secret: () => {
      if (env.ESCOLA_SECRET) return env.ESCOLA_SECRET
      // Asked for one where there is none, it would make one.
      if (!existsSync(secretsFile)) throw new Error(`ESCOLA_SECRET must be set: there is no ${secretsFile} either.`)
      return readSecrets(dataDir).secret
    },
    secretPlaces: [
      ...(env.ESCOLA_SECRET ? ['ESCOLA_SECRET'] : []),
      ...(databaseUrl && env.ESCOLA_SECRET ? [] : [secretsFile]),
    ],
    openStore: async () => (databaseUrl || !isInside ? createFileStore({ s3, filesDir }) : undefined),
  }
}
