import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import { connectDatabase, type DatabaseOptions } from './database.ts'
import { Unfit } from './fitness.ts'
import { markOf } from './known-secret.ts'
import { migrate } from './migrate.ts'
import { readMigrations } from './migration-files.ts'
import { createTestDatabase, testSecret } from './testing.ts'
import { runtimeUrls } from './urls.ts'

const anotherSecret = 'another secret for tests alone, 32 bytes'
let testDatabase: Awaited<ReturnType<typeof createTestDatabase>>
let admin: pg.Client
beforeAll(async () => {
  testDatabase = await createTestDatabase(process.env.TEST_DATABASE_URL ?? '')
  admin = new pg.Client({ connectionString: testDatabase.url })
  await admin.connect()
})
afterAll(async () => {
  await admin.end()
  await testDatabase.drop()
})

const connect = (urls = runtimeUrls(testDatabase.url, testSecret), options: DatabaseOptions = {}) => {
  const database = connectDatabase(urls, options)
  onTestFinished(() => database.close())
  return database
}
/** Why a program with this secret may not work on the database; undefined when it may. */
const findFault = (secret = testSecret, options: DatabaseOptions = {}) =>
  connect(undefined, options)
    .requireFit(secret)
    .then(
      () => undefined,
      (error: unknown) => {
        expect(error).toBeInstanceOf(Unfit)
        const { message, mayPass } = error as Unfit
        return { message, mayPass }
      },
    )

it('lets a program work on a database that has the migrations that it knows, or more', async () => {
  expect(await findFault()).toBeUndefined()
  await admin.query(`insert into migrations.applied (name, checksum) values ('9999_later.sql', '')`)
  expect(await findFault()).toBeUndefined()
  await admin.query(`delete from migrations.applied where name = '9999_later.sql'`)
})

it('makes a program wait for migrations that it knows and the database has not', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'escola-fitness-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  for (const { name } of await readMigrations()) await writeFile(path.join(folder, name), '')
  await writeFile(path.join(folder, '9998_wanted.sql'), '')
  expect(await findFault(testSecret, { migrations: folder })).toEqual({
    message: expect.stringContaining('1 migrations are missing, the first is 9998_wanted.sql'),
    mayPass: true,
  })
})

it.each([
  [
    'a database that was never migrated',
    'alter schema migrations rename to away',
    'alter schema away rename to migrations',
  ],
  ['one whose last migrator gave no right to ask', 'revoke all on migrations.applied from escola_platform', ''],
  ['one whose last migrator kept no marks', 'drop table migrations.secrets', ''],
])('takes %s for an older one, until it is migrated', async (_, spoil, mend) => {
  await admin.query(spoil)
  expect(await findFault()).toEqual({
    message: expect.stringContaining('never migrated by this release'),
    mayPass: true,
  })
  if (mend) await admin.query(mend)
  await migrate(testDatabase.url, testSecret)
  expect(await findFault()).toBeUndefined()
})

it('refuses another secret where the logins are the same', async () => {
  const { rows } = await admin.query('select mark from migrations.secrets')
  expect(rows).toEqual([{ mark: markOf(testSecret) }])
  expect(await findFault(anotherSecret)).toEqual({
    message: expect.stringContaining('ESCOLA_SECRET is not the secret of this database'),
    mayPass: false,
  })
})

it('is migrated under its own secret alone, and the roles keep their passwords', async () => {
  await expect(migrate(testDatabase.url, anotherSecret)).rejects.toThrow('is not the secret of this database')
  await expect(migrate(testDatabase.url, anotherSecret, undefined, { takesRoles: true })).rejects.toThrow(
    'is not the secret of this database',
  )
  expect(await findFault()).toBeUndefined()
})

/** Servers that ask for no password, such as the cluster of the tests, refuse none. */
const asksForPasswords = async () => {
  const client = new pg.Client({ connectionString: runtimeUrls(testDatabase.url, anotherSecret).app })
  return client.connect().then(
    () => client.end().then(() => false),
    () => true,
  )
}

it('proves the secret by a login where the database has no mark yet', async ({ skip }) => {
  await admin.query('truncate migrations.secrets')
  if (await asksForPasswords()) {
    await expect(migrate(testDatabase.url, anotherSecret)).rejects.toThrow(/role escola_app already.*--take-roles/)
    expect((await admin.query('select mark from migrations.secrets')).rows).toEqual([])
  }
  await migrate(testDatabase.url, testSecret)
  expect((await admin.query('select mark from migrations.secrets')).rows).toEqual([{ mark: markOf(testSecret) }])
  if (!(await asksForPasswords())) skip('the server asks for no passwords')
})

it('says that a login was refused, and may be accepted once migrate has run', async ({ skip }) => {
  if (!(await asksForPasswords())) skip('the server asks for no passwords')
  const database = connect(runtimeUrls(testDatabase.url, anotherSecret))
  await expect(database.requireFit(anotherSecret)).rejects.toMatchObject({
    message: expect.stringContaining('ESCOLA_SECRET is not the secret that migrate had, or migrate has not run yet'),
    mayPass: true,
  })
})
