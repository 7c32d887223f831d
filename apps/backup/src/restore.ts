import { markOf } from '@escola/db/known-secret'
import type { FileStore } from '@escola/server/files/store'
import { proveBackup, readNote } from './backup-list.ts'
import type { BackupNote } from './backup-note.ts'
import { onQuietFolder, requireEmptyFolder, restoreDataFolder } from './data-folder.ts'
import { prepareRestore, type Restored, restoreDatabase } from './database-dump.ts'
import type { Installation } from './installation.ts'

interface RestoreOptions {
  /** Takes a backup of a release before 1.0.0, whose list of files has no proof. */
  isEarlierRelease?: boolean
  /** Gives roles that the server has already the passwords that follow from the secret. */
  takesRoles?: boolean
}

/** Restores a backup into an empty place and makes it fit to serve. Whatever stops that is found out before anything is written. */
export async function restore(
  installation: Installation,
  folder: string,
  env: NodeJS.ProcessEnv,
  { isEarlierRelease = false, takesRoles = false }: RestoreOptions = {},
): Promise<Restored> {
  const { databaseUrl, dataDir, filesAreInside } = installation
  const note = await readNote(folder)
  if (note.kind === 'data' && databaseUrl)
    throw new Error('This backup is of a data folder with its embedded PostgreSQL: restore it without DATABASE_URL.')
  const prove = () => {
    requireSecret(note, installation)
    return proveBackup(folder, note, { secret: installation.secret(), isEarlierRelease })
  }
  if (note.kind === 'dump') {
    if (!databaseUrl)
      throw new Error('This backup is of a PostgreSQL of its own: name an empty database in DATABASE_URL.')
    const backup = await prove()
    const secret = installation.secret()
    const programs = await prepareRestore(databaseUrl, { secret, takesRoles }, env)
    const store = await installation.openStore()
    await requireEmptyStore(store)
    return restoreDatabase(backup, { url: databaseUrl, secret, programs, store }, env)
  }
  return onQuietFolder(dataDir, async () => {
    await requireEmptyFolder(dataDir)
    const backup = await prove()
    const store = await installation.openStore()
    if (!filesAreInside) await requireEmptyStore(store)
    return restoreDataFolder(backup, { dataDir, secret: installation.secret(), store })
  })
}

function requireSecret({ secretMark }: BackupNote, { secret }: Installation): void {
  if (secretMark !== markOf(secret()))
    throw new Error(
      'The secret is not that of the backed-up installation, whose sealed data would be lost: bring its ESCOLA_SECRET, or its secrets.json.',
    )
}

async function requireEmptyStore(store: FileStore): Promise<void> {
  if (!(await store.isEmpty()))
    throw new Error(
      'The store of files is not empty, and a restore goes into an empty one: name another, or empty it if all that it has came from a restore that was cut off.',
    )
}
