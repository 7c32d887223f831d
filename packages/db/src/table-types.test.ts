import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { tablesFile, tableTypes } from './table-types.ts'
import { createTestDatabase } from './testing.ts'

let testDatabase: Awaited<ReturnType<typeof createTestDatabase>>
beforeAll(async () => {
  testDatabase = await createTestDatabase(process.env.TEST_DATABASE_URL ?? '')
})
afterAll(() => testDatabase.drop())

it('what a migrated database gives is what tables.gen.ts says (pnpm db:generate writes it)', async () => {
  expect(await readFile(tablesFile, 'utf8')).toBe(await tableTypes(testDatabase.url))
})
