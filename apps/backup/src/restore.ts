import { markOf } from '@escola/db/known-secret'
import type { Settled } from '@escola/db/settle-restored'
import type { FileStore } from '@escola/server/files/store'
import { type Backup, openBackup } from './backup-folder.ts'
import { onQuietFolder, requireEmptyFolder, restoreDataFolder } from './data-folder.ts'
import { prepareRestore, restoreDatabase } from './database-dump.ts'
import type { Installation } from './installation.ts'
import { putFilesBack } from './stored-files.ts'

/** Restores a backup into an empty place and makes it fit to serve. Whatever stops that is found out before anything is written. */
export async function restore(installation: Installation, folder: string, env: NodeJS.ProcessEnv): Promise<Settled> {
  const { databaseUrl, dataDir } = installation
  const backup = await openBackup(folder)
  if (backup.kind === 'data' && databaseUrl)
    throw new Error('This backup is of a data folder with its embedded PostgreSQL: restore it without DATABASE_URL.')
  if (backup.kind === 'dump') {
    if (!databaseUrl)
      throw new Error('This backup is of a PostgreSQL of its own: name an empty database in DATABASE_URL.')
    requireSecret(backup, installation)
    const programs = await prepareRestore(databaseUrl, env)
    const store = (await installation.openStore())!
    await requireEmptyStore(store)
    await putFilesBack(backup, store)
    return restoreDatabase(backup, { url: databaseUrl, secret: installation.secret(), programs }, env)
  }
  return onQuietFolder(dataDir, async () => {
    await requireEmptyFolder(dataDir)
    requireSecret(backup, installation)
    const store = await installation.openStore()
    if (store) {
      await requireEmptyStore(store)
      await putFilesBack(backup, store)
    }
    return restoreDataFolder(backup, dataDir, installation.secret())
  })
}

function requireSecret({ secretMark }: Backup, { secret }: Installation): void {
  if (secretMark !== markOf(secret()))
    throw new Error(
      'The secret is not that of the backed-up installation, whose sealed data would be lost: bring its ESCOLA_SECRET, or its secrets.json.',
    )
}

async function requireEmptyStore(store: FileStore): Promise<void> {
  if (!(await store.isEmpty()))
    throw new Error('The store of files is not empty, and a restore goes into an empty one: name another, or empty it.')
}
