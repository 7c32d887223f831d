import { markOf } from '@escola/db/known-secret'
import { BackupWriter } from './backup-folder.ts'
import { copyDataFolder, onQuietFolder, schoolsOf } from './data-folder.ts'
import { dumpDatabase } from './database-dump.ts'
import type { Installation } from './installation.ts'
import { copyFiles } from './stored-files.ts'

/** Backs an installation up into a new folder: the database first, the files after it. Its secret is never inside. */
export async function backUp(installation: Installation, folder: string, env: NodeJS.ProcessEnv): Promise<void> {
  const { databaseUrl, dataDir } = installation
  const store = await installation.openStore()
  const common = { utcMadeOn: new Date().toISOString(), secretMark: markOf(installation.secret()) }
  if (databaseUrl) {
    const to = await BackupWriter.begin(folder)
    const schoolIds = await dumpDatabase(databaseUrl, to, env)
    await copyFiles(store!, schoolIds, to)
    return to.end({ kind: 'dump', ...common, schoolIds, emptyFolders: [] })
  }
  return onQuietFolder(dataDir, async () => {
    const to = await BackupWriter.begin(folder)
    const schoolIds = store ? await schoolsOf(dataDir) : []
    const emptyFolders = await copyDataFolder(dataDir, to)
    if (store) await copyFiles(store, schoolIds, to)
    await to.end({ kind: 'data', ...common, schoolIds, emptyFolders })
  })
}
