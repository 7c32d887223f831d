import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { migrate } from './migrate.ts'
import { migrationsFolder, readMigrations } from './migration-files.ts'
import { at, dropDatabase, makeSeparateDatabases, serversAt, testSecret, withFewShards } from './testing.ts'

/** Makes a database that goes through the releases as those did that began with the first. */
export async function openUpgrade(subject: string) {
  const clusterUrl = process.env.TEST_DATABASE_URL ?? ''
  const name = `escola_${process.pid}_${subject}_upgrade_test`
  const servers = await serversAt(clusterUrl)
  const folder = await mkdtemp(path.join(tmpdir(), 'escola-upgrade-'))
  await makeSeparateDatabases(servers, name)
  const admin = new pg.Client({ connectionString: at(clusterUrl, name) })
  await admin.connect()
  return {
    admin,
    name,
    servers,
    /** Migrates as far as the releases went that had these migrations. */
    migrateTo: async (last: string) => {
      for (const migration of await readMigrations())
        if (migration.name.slice(0, 4) <= last)
          await cp(path.join(migrationsFolder, migration.name), path.join(folder, migration.name))
      await migrate(withFewShards(servers, at(clusterUrl, name)), testSecret, folder)
    },
    rowsOf: async (text: string) => (await admin.query({ text, rowMode: 'array' })).rows as unknown[][],
    close: async () => {
      await admin.end()
      await dropDatabase(servers, name)
      await rm(folder, { recursive: true })
    },
  }
}
