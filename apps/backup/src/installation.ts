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
  /** The files are in the data folder, beside the embedded database. */
  filesAreInside: boolean
  /** Words for the place of the files. */
  filesPlace: string
  /** Settings of a process that works on the files. */
  filesSettings: NodeJS.ProcessEnv
  /** Opens the store of files. @throws when a database of one's own has no place of files named with it */
  openStore(): Promise<FileStore>
}

export function installationOf(env: NodeJS.ProcessEnv, dataDir: string): Installation {
  const problems: string[] = []
  const databaseUrl = env.DATABASE_URL || undefined
  // The data folder's own files belong to the embedded database. Beside another database they would be a stranger's.
  const isNamed = !databaseUrl || Boolean(env.FILES_DIR || env.S3_BUCKET)
  const FILES_DIR = env.FILES_DIR || (isNamed ? path.join(dataDir, 'files') : '')
  const { filesDir, s3 } = readStore({ ...env, FILES_DIR }, problems)
  if (problems.length) throw new Error(problems.join('\n'))
  const secretsFile = path.join(path.resolve(dataDir), 'secrets.json')
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
    filesAreInside:
      !databaseUrl && !s3 && !path.relative(path.resolve(dataDir), path.resolve(filesDir)).startsWith('..'),
    filesPlace: s3 ? `the bucket ${s3.bucket}` : `the folder ${path.resolve(filesDir)}`,
    filesSettings: isNamed ? { FILES_DIR } : {},
    openStore: async () => {
      if (isNamed) return createFileStore({ s3, filesDir })
      throw new Error(
        `DATABASE_URL is set, and the place of its files is not: name it in FILES_DIR or S3_BUCKET. \`pnpm start\` without such a setting keeps them in ${path.resolve(dataDir, 'files')}.`,
      )
    },
  }
}
