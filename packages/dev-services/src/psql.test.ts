import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import { runningDatabaseUrl } from './database-address.ts'
import { startPostgres } from './postgres.ts'

const command = path.join(import.meta.dirname, 'commands/psql.ts')
const psql = (words: string[], env: NodeJS.ProcessEnv) =>
  promisify(execFile)(process.execPath, [command, ...words], { env: { ...process.env, ...env } })

it('finds the database that runs on a data folder, and says when there is none', async () => {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'escola-psql-'))
  try {
    await expect(runningDatabaseUrl(dataDir)).rejects.toThrow(`No database runs on ${dataDir}`)
    const postgres = await startPostgres({ dataDir: path.join(dataDir, 'postgres'), unsafe: true })
    expect(await runningDatabaseUrl(dataDir)).toBe(postgres.url)
    const { stdout } = await psql(['select', '40 + 2 as answer'], { DATABASE_URL: postgres.url })
    expect(stdout).toMatch(/answer[\s\S]*42[\s\S]*SELECT 1/)
    const ofFolder = await psql(['select', '40 + 2 as answer'], { DATABASE_URL: '', DATA_DIR: dataDir })
    expect(ofFolder.stdout).toBe(stdout)
    await expect(psql(['select nothing'], { DATABASE_URL: postgres.url })).rejects.toThrow('does not exist')
    await postgres.stop()
    await expect(runningDatabaseUrl(dataDir)).rejects.toThrow(`No database runs on ${dataDir}`)
  } finally {
    await rm(dataDir, { recursive: true, force: true })
  }
})
