import { wireNames } from '@escola/db-wire'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { connectDatabase, type Database } from './database.ts'
import { thisSchool } from './name-school.ts'
import { queryPrepared, writeLast } from './prepared.ts'
import { createTestDatabase, testSecret } from './testing.ts'
import { runtimeUrls } from './urls.ts'

describe.each(wireNames)('over the %s wire', (wire) => {
  let testDatabase: Awaited<ReturnType<typeof createTestDatabase>>
  let database: Database
  let school: string
  beforeAll(async () => {
    testDatabase = await createTestDatabase(process.env.TEST_DATABASE_URL ?? '')
    database = connectDatabase(runtimeUrls(testDatabase.url, testSecret), {
      maxConnections: 1,
      wire,
    })
    school = await makeSchool('Uma')
  })
  afterAll(async () => {
    await database.close()
    await testDatabase.drop()
  })

  const makeSchool = (name: string) =>
    database.withPlatform(
      async (db) => (await db.insertInto('schools').values({ name }).returning('id').executeTakeFirstOrThrow()).id,
    )
  const echo = (name: string) => ({ name, text: 'select $1::bigint as school, $2::int as number' })
  const backend = { name: 'backend', text: 'select pg_backend_pid() as pid where $1::bigint is not null' }
  const insert = { name: 'insert', text: 'insert into categories (school_id, title) values ($1, $2::jsonb #>> $3)' }
  const repeated = { ...insert, name: 'again' }
  const pid = () => database.withSchool(school, (db) => queryPrepared(db, backend, []))
  const titles = (of = school) => database.withSchool(of, (db) => db.selectFrom('categories').select('title').execute())

  it('gives each its own answer, with and without a name', async () => {
    const answers = await database.withSchool(school, (db) =>
      Promise.all([
        queryPrepared(db, echo('one'), [1]),
        db.selectFrom('schools').select('name').execute(),
        queryPrepared(db, echo('one'), [2]),
        db.selectFrom('categories').select('title').execute(),
      ]),
    )
    expect(answers).toEqual([[{ school, number: 1 }], [{ name: 'Uma' }], [{ school, number: 2 }], []])
  })

  it('keeps the plans of a transaction that asks for it, and of no other', async () => {
    const known = (word: string) =>
      database.withSchool(school, async (db) => {
        const { rows } = await sql<{ times: number }>`
          select count(*)::int as times from pg_prepared_statements
          where statement like ${`%${word}%`} and statement not like '%pg_prepared%' and ${thisSchool} > 0`.execute(db)
        return rows[0]
      })
    const read = (word: string, plans?: 'kept') =>
      database.withSchool(school, (db) => sql.raw(`select '${word}' as word`).execute(db), plans)
    await read('once')
    expect(await known('once')).toEqual({ times: 0 })
    await read('often', 'kept')
    expect((await read('often', 'kept')).rows).toEqual([{ word: 'often' }])
    expect(await known('often')).toEqual({ times: 1 })
  })

  it('lets nothing run behind what fails, and knows what was never prepared', async () => {
    const before = await pid()
    const work = database.withSchool(school, (db) =>
      Promise.allSettled([
        queryPrepared(db, echo('before'), [1]),
        queryPrepared(db, echo('failing'), ['not a number']),
        queryPrepared(db, echo('behind'), [1]),
      ]).then((answers) => answers.map(({ status }) => status)),
    )
    // The work itself caught it; the server keeps nothing of such a transaction.
    expect(await work).toEqual(['fulfilled', 'rejected', 'rejected'])
    for (const name of ['before', 'failing', 'behind'])
      expect(await database.withSchool(school, (db) => queryPrepared(db, echo(name), [7]))).toEqual([
        { school, number: 7 },
      ])
    expect(await pid()).toEqual(before)
  })

  it('keeps nothing when one of its values cannot be said', async () => {
    const before = await pid()
    const circle: Record<string, unknown> = {}
    circle.self = circle
    const write = database.withSchool(school, async (db) => {
      writeLast(db, { statement: insert, values: [{ a: 'Uma' }, ['a']] })
      writeLast(db, { statement: repeated, values: [circle, ['a']] })
    })
    await expect(write).rejects.toThrow(/circular/)
    expect(await titles()).toEqual([])
    // pg's own memory of prepared statements is wrong by then, so the plain wire gives the connection up.
    if (wire === 'fast') expect(await pid()).toEqual(before)
    await database.withSchool(school, async (db) =>
      writeLast(db, { statement: repeated, values: [{ a: 'Uma' }, ['a']] }),
    )
    expect(await titles()).toEqual([{ title: 'Uma' }])
  })

  it('writes what is known before it begins as one transaction, inside its school', async () => {
    const before = await titles()
    const write = (title: string) => ({ statement: insert, values: [{ a: title }, ['a']] })
    const failing = {
      statement: { name: 'divide', text: 'select $2::int / 0 where $1::bigint is not null' },
      values: [1],
    }
    await expect(database.writeSchool(school, [write('Nenhuma'), failing, write('Nem esta')])).rejects.toMatchObject({
      code: '22012',
    })
    expect(await titles()).toEqual(before)
    await database.writeSchool(school, [write('Duas'), write('Três')])
    expect(await titles()).toEqual([...before, { title: 'Duas' }, { title: 'Três' }])
    const other = await makeSchool('Outra')
    await database.writeSchool(other, [write('Sua')])
    const text = 'update categories set title = $2 where school_id = $3::bigint and $1::bigint is not null returning id'
    await database.writeSchool(school, [{ statement: { name: 'elsewhere', text }, values: ['Minha', other] }])
    expect(await titles(other)).toEqual([{ title: 'Sua' }])
  })

  it('writes for several schools as one transaction, each inside its own, with what follows from what was written', async () => {
    const [one, two] = [await makeSchool('Primeira'), await makeSchool('Segunda')]
    const write = (title: string) => ({ statement: insert, values: [{ a: title }, ['a']] })
    const returning = { name: 'insert_returning', text: `${insert.text} returning title` }
    const part = (schoolId: string, title: string | null, more = '') => ({
      schoolId,
      write: { statement: returning, values: [{ a: title }, ['a']] },
      next: (rows: { title: string }[]) => (more === '' ? [] : rows.map((row) => write(row.title + more))),
    })
    await database.writeSchools([part(one, 'A'), part(two, 'B', 'C'), part(one, 'D')])
    const kept = [
      [{ title: 'A' }, { title: 'D' }],
      [{ title: 'B' }, { title: 'BC' }],
    ]
    expect([await titles(one), await titles(two)]).toEqual(kept)
    const text = 'update categories set title = $2 where school_id = $3::bigint and $1::bigint is not null returning id'
    const elsewhere = { statement: { name: 'elsewhere_too', text }, values: ['Minha', one] }
    await database.writeSchools([{ schoolId: two, write: elsewhere, next: () => [] }])
    const failing = database.writeSchools([part(one, 'Nenhuma', 'Nem esta'), part(two, null)])
    await expect(failing).rejects.toMatchObject({ code: '23502' })
    expect([await titles(one), await titles(two)]).toEqual(kept)
  })

  it('waits for the disk with each commit but those that are told not to', async () => {
    // The servers of tests wait for no disk unless a connection asks for it.
    const url = new URL(testDatabase.url)
    url.searchParams.set('options', '-c synchronous_commit=on')
    const waiting = connectDatabase(runtimeUrls(url.toString(), testSecret), { maxConnections: 1, wire })
    const text = `insert into categories (school_id, title) select $1, current_setting('synchronous_commit') where $2 on conflict do nothing`
    const write = { statement: { name: 'commit_setting', text }, values: [true] }
    const own = await makeSchool('Disco')
    await waiting.writeSchool(own, [write])
    await waiting.writeSchool(own, [write], 'before-flush')
    await waiting.writeSchool(own, [write])
    await waiting.close()
    expect(await titles(own)).toEqual(['on', 'off', 'on'].map((title) => ({ title })))
  })

  it('ends with the patience for an answer, and with its connection', async () => {
    const impatient = connectDatabase(runtimeUrls(testDatabase.url, testSecret), {
      maxConnections: 1,
      answerWithinMillis: 3000,
      wire,
    })
    const sleep = { name: 'sleep', text: 'select pg_sleep($2) where $1::bigint is not null' }
    await expect(impatient.withSchool(school, (db) => queryPrepared(db, sleep, ['30']))).rejects.toThrow(/timeout/)
    const [kept] = await impatient.withSchool(school, (db) => db.selectFrom('categories').select('title').execute())
    expect(kept).toBeDefined()
    await impatient.close()
  })
})
