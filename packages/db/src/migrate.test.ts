import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { connectDatabase } from './database.ts'
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

describe('withSchool', () => {
  it('takes a number and nothing else as a school', async () => {
    const database = connectDatabase(runtimeUrls(made.url, testSecret))
    for (const odd of ['', '1; drop table users', '1 or 1=1', '-1', '1.5'])
      expect(() => database.withSchool(odd, async () => 1)).toThrow(/decimal number/)
    await database.close()
  })
  it('keeps nothing when the work fails, and gives its connection back', async () => {
    const database = connectDatabase(runtimeUrls(made.url, testSecret), { maxConnections: 1 })
    const { id } = await database.withPlatform((db) =>
      db.insertInto('schools').values({ name: 'Uma escola' }).returning('id').executeTakeFirstOrThrow(),
    )
    for (let attempt = 0; attempt < 5; attempt++) {
      await expect(
        database.withSchool(id, async (db) => {
          await db.insertInto('categories').values({ title: 'Pela metade' }).execute()
          throw new Error('no')
        }),
      ).rejects.toThrow('no')
    }
    expect(await database.withSchool(id, (db) => db.selectFrom('categories').selectAll().execute())).toEqual([])
    await database.close()
  })
  it('refuses a transaction inside a transaction', async () => {
    const database = connectDatabase(runtimeUrls(made.url, testSecret))
    await expect(database.withSchool('1', (db) => db.transaction().execute(async () => 1))).rejects.toThrow(
      /already inside a transaction/,
    )
    await database.close()
  })
  it('hears a notification from another connection', async () => {
    const database = connectDatabase(runtimeUrls(made.url, testSecret))
    const heard = Promise.withResolvers<string>()
    const listening = await database.listen('outbox', heard.resolve)
    await database.withPlatform(async (db) => {
      const { id } = await db
        .insertInto('schools')
        .values({ name: 'Outra escola' })
        .returning('id')
        .executeTakeFirstOrThrow()
      await db.insertInto('outbox').values({ school_id: id, name: 'x', payload: '{}' }).execute()
    })
    await heard.promise
    await listening.stop()
    await database.close()
  })
})
