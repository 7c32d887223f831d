import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { migrate } from '@escola/db/migrate'
import { runtimeUrls } from '@escola/db/urls'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type RunningPostgres, startPostgres } from './postgres.ts'

// Roles are the whole server's: this test has one of its own.
let postgres: RunningPostgres
let folder: string
beforeAll(async () => {
  postgres = await startPostgres({ ephemeral: true })
  folder = await mkdtemp(path.join(tmpdir(), 'escola-no-migrations-'))
})
afterAll(async () => {
  await postgres.stop()
  await rm(folder, { recursive: true })
})

const [secret, another] = ['a secret for tests alone, 32 bytes or more', 'another secret for tests alone, 32 bytes']
const ask = async (url: string, text: string) => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  return (await client.query(text).finally(() => client.end())).rows
}
const logsIn = (as: string) =>
  ask(runtimeUrls(postgres.url, as).app, 'select 1').then(
    () => true,
    () => false,
  )

it('keeps the passwords of roles that are there, unless an operator says that they may change', async () => {
  await migrate(postgres.url, secret, folder)
  // An installation of earlier releases has no mark.
  await ask(postgres.url, 'truncate migrations.secrets')
  await expect(migrate(postgres.url, another, folder)).rejects.toThrow('--take-roles')
  expect([await logsIn(secret), await logsIn(another)]).toEqual([true, false])

  await migrate(postgres.url, another, folder, { takesRoles: true })
  expect([await logsIn(secret), await logsIn(another)]).toEqual([false, true])
  await expect(migrate(postgres.url, secret, folder, { takesRoles: true })).rejects.toThrow(
    'ESCOLA_SECRET is not the secret of this database',
  )
  expect([await logsIn(secret), await logsIn(another)]).toEqual([false, true])
})
