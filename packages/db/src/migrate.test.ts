import { appendFile, cp, mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { firstChecksums } from './mended-migrations.ts'
import { migrate } from './migrate.ts'
import { migrationsFolder, readMigrations, statementsOf } from './migration-files.ts'
import { ensureRoles } from './roles.ts'
import { createTestDatabase, testSecret } from './testing.ts'
import { rolePassword, runtimeUrls } from './urls.ts'

const clusterUrl = process.env.TEST_DATABASE_URL ?? ''
let testDatabase: Awaited<ReturnType<typeof createTestDatabase>>
let temporary: string
beforeAll(async () => {
  temporary = await mkdtemp(path.join(tmpdir(), 'escola-migrations-'))
  testDatabase = await createTestDatabase(clusterUrl)
})
afterAll(async () => {
  await testDatabase.drop()
  await rm(temporary, { recursive: true })
})

const newFolder = () => mkdtemp(path.join(temporary, 'folder-'))

async function folderOf(names: string[]): Promise<string> {
  const folder = await newFolder()
  for (const name of names) await writeFile(path.join(folder, name), 'select 1')
  return folder
}

async function copyOfMigrations(): Promise<string> {
  const folder = await newFolder()
  await cp(migrationsFolder, folder, { recursive: true })
  return folder
}

describe('migrations', () => {
  it('change tables that are spread over a cluster already, several in one file', async () => {
    const spread = await createTestDatabase(clusterUrl)
    try {
      const folder = await copyOfMigrations()
      const next = String(Number((await readMigrations()).at(-1)!.name.slice(0, 4)) + 1).padStart(4, '0')
      const name = `${next}_more.sql`
      await writeFile(
        path.join(folder, name),
        `-- A school's own; not two.
        alter table courses add column more text not null default ';';
        create index courses__more on courses (school_id, more);
        create table later (school_id bigint not null default app.school_id(), id bigint, primary key (school_id, id));
        select app.protect('later');
        create policy platform on later for select to escola_platform using (true);
        revoke delete on later from escola_app;`,
      )
      expect(await migrate(spread.url, testSecret, folder)).toEqual([name])
    } finally {
      await spread.drop()
    }
  })
  it.each([
    ["select ';'; select 2", ["select ';'", ' select 2']],
    ["-- a school's; all\nselect 1;\n-- the end", ["-- a school's; all\nselect 1"]],
    ['do $$ begin; end $$; select 1;', ['do $$ begin; end $$', ' select 1']],
    [
      "create function f() as $body$ select ';' $body$; /* one; */ select 1",
      ["create function f() as $body$ select ';' $body$", ' /* one; */ select 1'],
    ],
    ['alter table "a;b" add c text default $1', ['alter table "a;b" add c text default $1']],
  ])('are read statement by statement: %s', (sql, statements) => expect(statementsOf(sql)).toEqual(statements))
  /** A cluster changes a constraint by itself alone, and adds no column that has one. */
  it('change constraints one by one, as a cluster does', async () => {
    const bad = (await readMigrations())
      .filter(({ name }) => name > '0106')
      .flatMap(({ name, sql }) =>
        statementsOf(sql).map((each) => ({ name, text: each.replace(/--[^\n]*/g, '').trim() })),
      )
      .filter(({ text }) => {
        const [, rest] = /^alter table \w+\s+([\s\S]*)/i.exec(text) ?? []
        if (!rest) return false
        // A comma in brackets or quotes parts no changes.
        const changes = rest
          .replace(/'[^']*'/g, "''")
          .replace(/\((?:[^()]|\([^()]*\))*\)/g, '()')
          .split(',')
        const hasConstraint = changes.some((each) => /^\s*(add|drop) constraint/i.test(each))
        return (
          (hasConstraint && changes.length > 1) ||
          changes.some((each) => /^\s*add column.*\b(check|references|unique|primary key)\b/i.test(each))
        )
      })
    expect(bad).toEqual([])
  })
  /** Plans of a cluster's updates take no other function. */
  it('call only immutable functions in updates', async () => {
    const called = new Map<string, string>()
    for (const { name, sql } of await readMigrations())
      if (name > '0122')
        for (const text of statementsOf(sql).map((each) => each.replace(/--[^\n]*/g, '').trim()))
          if (/^update /i.test(text))
            for (const [, callee] of text.matchAll(/\b([a-z_0-9]+)\s*\(/g)) called.set(callee!, name)
    const admin = new pg.Client({ connectionString: testDatabase.url })
    await admin.connect()
    const { rows } = await admin.query<{ name: string }>(
      // One that takes no argument is answered before the nodes are asked.
      `select proname as name from pg_proc where proname = any ($1)
        group by proname having bool_and(provolatile <> 'i') and bool_or(pronargs > 0)`,
      [[...called.keys()]],
    )
    await admin.end()
    expect(rows.map(({ name }) => `${called.get(name)}: ${name}`)).toEqual([])
  })
  it('have no key that sets columns when its parent goes', async () => {
    const bad = (await readMigrations()).flatMap(({ name, sql }) =>
      statementsOf(sql)
        .map((each) => each.replace(/--[^\n]*/g, ''))
        .filter((text) => /\bon (?:delete|update) set (?:null|default)\b/i.test(text))
        .map((text) => `${name}: ${text.trim().split('\n')[0]}`),
    )
    expect(bad, 'a cluster refuses it; clear the column before the parent is deleted').toEqual([])
  })
  /** Readers and writers of a table wait while an index of it is built, or its rows are checked, inside a transaction. */
  it('build indexes of tables that are there, and check their rows, while others read and write', async () => {
    const bad = (await readMigrations())
      .filter(({ name }) => name > '0173')
      .flatMap(({ name, sql }) => {
        const texts = statementsOf(sql).map((each) => each.replace(/--[^\n]*/g, '').trim())
        const fresh = new Set(texts.map((text) => /^create table (?:if not exists )?(\w+)/i.exec(text)?.[1]))
        const isCheckOfRows = (text: string) => /^alter table \w+ validate constraint /i.test(text)
        return texts
          .filter((text) => {
            const table =
              /^create (?:unique )?index (?!concurrently\b).*?\bon (?:only )?(\w+)/is.exec(text)?.[1] ??
              /^alter table (?:only )?(\w+)\s+add constraint (?!.*(?:\bnot valid|\busing index \w+)$)/is.exec(text)?.[1]
            // A lock of an earlier statement lasts until the file is done.
            return table ? !fresh.has(table) : isCheckOfRows(text) && !texts.every(isCheckOfRows)
          })
          .map((text) => `${name}: ${text}`)
      })
    expect(bad).toEqual([])
  })
  it('run once, also when several processes ask at the same time', async () => {
    expect(await Promise.all([1, 2, 3].map(() => migrate(testDatabase.url, testSecret)))).toEqual([[], [], []])
  })
  it.each([
    [
      'has a number below one that has run',
      'new.sql',
      '0064_late.sql',
      /0064_late.sql is new but .* give it the next number/,
    ],
    ['is gone', '0002_accounts.sql', '', /0002_accounts.sql has run here and its file is gone/],
    ['has another name', '0002_accounts.sql', '0002_people.sql', /0002_accounts.sql has run here and its file is gone/],
  ])('refuse a file that %s', async (_case, from, to, sentence) => {
    const folder = await copyOfMigrations()
    await writeFile(path.join(folder, 'new.sql'), 'select 1')
    if (to) await rename(path.join(folder, from), path.join(folder, to))
    else await rm(path.join(folder, from))
    await expect(migrate(testDatabase.url, testSecret, folder)).rejects.toThrow(sentence)
  })
  it('refuse a file that was changed after it had run', async () => {
    const folder = await copyOfMigrations()
    await appendFile(path.join(folder, '0002_accounts.sql'), '-- a word more')
    await expect(migrate(testDatabase.url, testSecret, folder)).rejects.toThrow(
      /0002_accounts.sql was changed after it had run/,
    )
  })
  it('takes a file that was mended for clusters where its first text has run', async () => {
    const admin = new pg.Client({ connectionString: testDatabase.url })
    await admin.connect()
    for (const ranAs of firstChecksums)
      await admin.query('update migrations.applied set checksum = $2 where name = $1', ranAs)
    expect(await migrate(testDatabase.url, testSecret)).toEqual([])
    await admin.end()
  })
  it('run what comes next', async () => {
    const folder = await copyOfMigrations()
    const next = `${String(Number((await readMigrations()).at(-1)!.name.slice(0, 4)) + 1).padStart(4, '0')}_next.sql`
    await writeFile(path.join(folder, next), 'select 1')
    const secondDatabase = await createTestDatabase(clusterUrl)
    expect(await migrate(secondDatabase.url, testSecret, folder)).toEqual([next])
    await secondDatabase.drop()
  })
  const nextName = async (subject: string) =>
    `${String(Number((await readMigrations()).at(-1)!.name.slice(0, 4)) + 1).padStart(4, '0')}_${subject}.sql`
  const openClient = async (url: string) => {
    const client = new pg.Client({ connectionString: url })
    client.on('error', () => undefined)
    await client.connect()
    onTestFinished(() => client.end())
    return client
  }
  /** A database of its own that lacks one migration. */
  const openBefore = async (subject: string, sql: string) => {
    const database = await createTestDatabase(clusterUrl)
    onTestFinished(() => database.drop())
    const folder = await copyOfMigrations()
    const name = await nextName(subject)
    await writeFile(path.join(folder, name), sql)
    return { url: database.url, name, migrateNow: () => migrate(database.url, testSecret, folder) }
  }

  it('give way to readers who wait behind them for a table that a long transaction holds', async () => {
    const { url, name, migrateNow } = await openBefore('more', 'alter table courses add column more text')
    const [long, reader] = [await openClient(url), await openClient(url)]
    await long.query('begin; select from courses')
    const migrated = migrateNow()
    await expect
      .poll(async () => (await reader.query('select from pg_locks where not granted')).rowCount, { interval: 20 })
      .toBeGreaterThan(0)
    await reader.query(`set statement_timeout = '4s'`)
    await reader.query('select count(*) from courses')
    await long.query('commit')
    expect(await migrated).toEqual([name])
  })
  it('build an index outside a transaction, while others write and a second migrator waits', async () => {
    const sql = `-- outside a transaction\n-- For a test; of courses.\ncreate index concurrently courses__by_test on courses (school_id, link);\n`
    const { url, name, migrateNow } = await openBefore('index', sql)
    const admin = await openClient(url)
    const isValid = async () =>
      (await admin.query(`select indisvalid from pg_index where indexrelid = 'courses__by_test'::regclass`)).rows[0]
        ?.indisvalid
    // An interrupted build leaves such an index.
    await admin.query('create index courses__by_test on courses (school_id, title)')
    await admin.query(`update pg_index set indisvalid = false where indexrelid = 'courses__by_test'::regclass`)
    expect((await Promise.all([migrateNow(), migrateNow(), migrateNow()])).flat()).toEqual([name])
    expect(await isValid()).toBe(true)
    expect((await admin.query(`select pg_get_indexdef('courses__by_test'::regclass) as made`)).rows[0].made).toContain(
      'link',
    )
    // A build that ended and was not recorded.
    await admin.query('delete from migrations.applied where name = $1', [name])
    expect(await migrateNow()).toEqual([name])
  })
  it.each([
    'create index concurrently one on courses (link); select 1',
    'create index one on courses (link)',
    'drop index concurrently one',
    'create index concurrently on courses (link)',
  ])('have one statement outside a transaction, which may run again: not %s', async (text) => {
    const folder = await copyOfMigrations()
    await writeFile(path.join(folder, await nextName('bad')), `-- outside a transaction\n${text};`)
    await expect(readMigrations(folder)).rejects.toThrow('it may have one statement alone')
  })
  it.each([
    [['0001_first.sql', '0009_later.sql', '0066_next.sql', '0067_next.sql'], undefined],
    [['0001_first.sql', '0067_next.sql'], '0067_next.sql leaves a hole; its number must be 0066'],
    [['0066_next.sql', '0068_later.sql'], '0068_later.sql leaves a hole; its number must be 0067'],
    [['0003_one.sql', '0003_two.sql'], '0003_one.sql and 0003_two.sql have the same number'],
  ])('have numbers of their own, and no holes from 0066 on: %j', async (names, sentence) => {
    const folder = await folderOf(names)
    if (sentence) await expect(readMigrations(folder)).rejects.toThrow(sentence)
    else expect(await readMigrations(folder)).toHaveLength(names.length)
  })
  it('are read from files that are named as migrations, and from no others', async () => {
    const folder = await folderOf(['0002_second.sql', '0001_first.sql', 'notes.md', '3_third.sql'])
    expect((await readMigrations(folder)).map(({ name }) => name)).toEqual(['0001_first.sql', '0002_second.sql'])
  })
})

describe('the runtime logins', () => {
  it('are given to several databases of one server at the same time', async () => {
    const clients = Array.from({ length: 8 }, () => new pg.Client({ connectionString: testDatabase.url }))
    await Promise.all(clients.map((client) => client.connect()))
    const give = async (client: pg.Client) => {
      for (let time = 0; time < 5; time++) await ensureRoles(client, testSecret)
    }
    expect(await Promise.allSettled(clients.map(give))).toEqual(clients.map(() => ({ status: 'fulfilled' })))
    await Promise.all(clients.map((client) => client.end()))
  })
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
