import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { migrate, readMigrations } from './migrate.ts'
import { createTestDatabase, testSecret } from './testing.ts'
import { rolePassword, runtimeUrls } from './urls.ts'

const clusterUrl = process.env.TEST_DATABASE_URL ?? ''
let made: Awaited<ReturnType<typeof createTestDatabase>>
beforeAll(async () => {
  made = await createTestDatabase(clusterUrl)
})
afterAll(() => made.drop())

describe('migrations', () => {
  it('are numbered once each, in order', async () => {
    const numbers = (await readMigrations()).map(({ name }) => name.slice(0, 4))
    expect(new Set(numbers).size).toBe(numbers.length)
    expect(numbers).toEqual([...numbers].sort())
  })
  it('run once, also when several processes ask at the same time', async () => {
    expect(await Promise.all([1, 2, 3].map(() => migrate(made.url, testSecret)))).toEqual([[], [], []])
  })
  it('refuse a file that was changed after it had run', async () => {
    const client = new pg.Client({ connectionString: made.url })
    await client.connect()
    await client.query(`update migrations.applied set checksum = 'another' where name = '0002_accounts.sql'`)
    await expect(migrate(made.url, testSecret)).rejects.toThrow(/0002_accounts.sql was changed after it had run/)
    const original = (await readMigrations()).find(({ name }) => name === '0002_accounts.sql')!
    await client.query(`update migrations.applied set checksum = $1 where name = $2`, [
      original.checksum,
      original.name,
    ])
    await client.end()
  })
  it('are read from files that are named as migrations, and from no others', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'escola-migrations-'))
    for (const name of ['0002_second.sql', '0001_first.sql', 'notes.md', '3_third.sql'])
      await writeFile(path.join(folder, name), 'select 1')
    expect((await readMigrations(folder)).map(({ name }) => name)).toEqual(['0001_first.sql', '0002_second.sql'])
  })
})

describe('the runtime logins', () => {
  it('follow from the secret and differ from each other', () => {
    const urls = runtimeUrls('postgres://root:x@db.example:5432/escola', testSecret)
    expect(new URL(urls.app).username).toBe('escola_app')
    expect(new URL(urls.app).pathname).toBe('/escola')
    expect(
      new Set([
        rolePassword(testSecret, 'escola_app'),
        rolePassword(testSecret, 'escola_platform'),
        rolePassword('another secret', 'escola_app'),
      ]).size,
    ).toBe(3)
  })
})
