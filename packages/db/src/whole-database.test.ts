import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestDatabase, serversAt } from './testing.ts'
import { requireWholeDatabase } from './whole-database.ts'

let made: Awaited<ReturnType<typeof createTestDatabase>>
let admin: pg.Client
beforeAll(async () => {
  made = await createTestDatabase(process.env.TEST_DATABASE_URL ?? '')
  admin = new pg.Client({ connectionString: made.url })
  await admin.connect()
})
afterAll(async () => {
  await admin.end()
  await made.drop()
})

it('takes one server for whole, and refuses a cluster with where to read on', async () => {
  const { isCluster } = await serversAt(process.env.TEST_DATABASE_URL ?? '')
  const asked = requireWholeDatabase(admin)
  if (isCluster) await expect(asked).rejects.toThrow('see "A cluster" in infra/runbooks/backup-and-restore.md')
  else expect(await asked).toBeGreaterThanOrEqual(15)
})
