import { markOf } from '@escola/db/known-secret'
import { BackupWriter } from './backup-folder.ts'
import { copyDataFolder, onItsDatabase, onQuietFolder, requireData } from './data-folder.ts'
import { dumpDatabase, prepareDump, withClient } from './database-dump.ts'
import type { Installation } from './installation.ts'
import { copyFiles, type FilesSeen, lookAtFiles, requireItsFiles } from './stored-files.ts'

/**
 * Backs an installation up into a new folder: the database first, the files after it. Its secret is never inside.
 * @returns the files that it saw; single ones that are missing keep no backup from being made
 */
export async function backUp(installation: Installation, folder: string, env: NodeJS.ProcessEnv): Promise<FilesSeen> {
  const { databaseUrl, dataDir, filesPlace, filesAreInside } = installation
  const secret = installation.secret()
  const store = await installation.openStore()
  const common = { utcMadeOn: new Date().toISOString(), secretMark: markOf(secret) }
  const look = async (url: string) => {
    const files = await withClient(url, (client) => lookAtFiles(client, store))
    requireItsFiles(files, filesPlace)
    return files
  }
  if (databaseUrl) {
    const programs = await prepareDump(databaseUrl, env)
    await look(databaseUrl)
    const to = await BackupWriter.begin(folder)
    await dumpDatabase(databaseUrl, programs, to, env)
    // Schools and files that came while the dump was under way are copied too: nothing that it names is left out.
    const files = await look(databaseUrl)
    await copyFiles(store, files.stored, to)
    await to.end({ kind: 'dump', ...common, schoolIds: files.schoolIds, emptyFolders: [] }, secret)
    return files
  }
  return onQuietFolder(dataDir, async () => {
    requireData(dataDir)
    const files = await onItsDatabase(dataDir, ({ url }) => look(url))
    const to = await BackupWriter.begin(folder)
    const emptyFolders = await copyDataFolder(dataDir, to)
    if (!filesAreInside) await copyFiles(store, files.stored, to)
    const schoolIds = filesAreInside ? [] : files.schoolIds
    await to.end({ kind: 'data', ...common, schoolIds, emptyFolders }, secret)
    return files
  })
}
