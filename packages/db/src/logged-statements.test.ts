import { wireNames } from '@escola/db-wire'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { connectDatabase } from './database.ts'
import { createTestDatabase, testSecret } from './testing.ts'
import { runtimeUrls } from './urls.ts'

let made: Awaited<ReturnType<typeof createTestDatabase>>
beforeAll(async () => {
  made = await createTestDatabase(process.env.TEST_DATABASE_URL ?? '')
})
afterAll(() => made.drop())

it.each(wireNames)('tells each statement of the %s wire with its time and without its values', async (wire) => {
  const logged: string[] = []
  const onStatement = (text: string, ms: number) => {
    expect(ms).toBeGreaterThan(0)
    logged.push(text)
  }
  const database = connectDatabase(runtimeUrls(made.url, testSecret), { wire, onStatement })
  const school = await database.withPlatform((db) =>
    db.insertInto('schools').values({ name: 'Segredo' }).returning('id').executeTakeFirstOrThrow(),
  )
  await database.withSchool(school.id, (db) => db.insertInto('categories').values({ title: 'Segredo' }).execute())
  const statement = { name: 'titles', text: 'select title from categories where school_id = $1 and title = $2' }
  expect(await database.readSchool(school.id, statement, ['Segredo'])).toEqual([{ title: 'Segredo' }])
  await expect(database.withPlatform((db) => sql`select 1 / ${0}::int as failed`.execute(db))).rejects.toThrow()
  await database.close()
  for (const part of ['insert into "schools"', 'insert into "categories"', statement.text, 'as failed', 'rollback'])
    expect(logged.filter((text) => text.includes(part))).toHaveLength(1)
  expect(logged.filter((text) => text === 'commit')).toHaveLength(2)
  expect(logged.join()).not.toContain('Segredo')
})
