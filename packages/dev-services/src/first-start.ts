import { existsSync } from 'node:fs'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { stopLeftover } from './postgres.ts'

/** File that stands while the first start fills the data folder, before its data can be used. */
const noteIn = (dataDir: string) => path.join(dataDir, 'first-start')

/** Begins the first start of a data folder, or begins it anew when an earlier one was cut off; does nothing to a folder in use. */
export async function beginFirstStart(dataDir: string): Promise<void> {
  const database = path.join(dataDir, 'postgres')
  if (existsSync(noteIn(dataDir))) {
    await stopLeftover(database)
    for (const folder of [database, path.join(dataDir, 'files')]) await rm(folder, { recursive: true, force: true })
  }
  if (existsSync(path.join(database, 'PG_VERSION'))) return
  await mkdir(dataDir, { recursive: true })
  await writeFile(noteIn(dataDir), '')
}

/** The folder holds data worth keeping from here on. */
export const endFirstStart = (dataDir: string): Promise<void> => rm(noteIn(dataDir), { force: true })
