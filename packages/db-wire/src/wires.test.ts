import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { ListenedClient } from './listened-client.ts'
import type { Statement, TextValue } from './wire.ts'
import { openWire, wireNames } from './wires.ts'

const connectionString = process.env.TEST_DATABASE_URL ?? ''
let admin: pg.Client
const table = `wire_words_${process.pid}`
beforeAll(async () => {
  admin = new pg.Client({ connectionString })
  await admin.connect()
  await admin.query(`create table ${table} (word text not null)`)
})
afterAll(async () => {
  await admin.query(`drop table ${table}`)
  await admin.end()
})

/** Both wires keep the promises of the interface, so either may stand behind the database. */
describe.each(wireNames)('the %s wire', (name) => {
  const wire = openWire(name)
  let client: pg.Client
  beforeEach(async () => {
    await admin.query(`truncate ${table}`)
    client = new ListenedClient({ connectionString, pipeline: wire.pipeline } as pg.ClientConfig)
    await client.connect()
  })
  afterEach(() => client.end())

  const words = async () =>
    (await admin.query<{ word: string }>(`select word from ${table}`)).rows.map((row) => row.word)
  const state = async () => {
    const { processID } = client as unknown as { processID: number }
    return (await admin.query('select state from pg_stat_activity where pid = $1', [processID])).rows[0]?.state
  }
  const send = (text: string, values: unknown[] = [], named?: string) =>
    wire.send<{ value: string }>(client, { ...(named && { name: named }), text, values })
  const insert = (word: string) => send(`insert into ${table} values ($1)`, [word])
  const statusOf = async (answers: Promise<unknown>[]) =>
    (await Promise.allSettled(answers)).map(({ status }) => status)

  describe('in a transaction', () => {
    it('runs statements of one turn in their order and gives each its own rows', async () => {
      const [, , first, second, none] = await Promise.all([
        send('begin'),
        insert('um'),
        send(`select word as value from ${table} where word = $1`, ['um'], 'find'),
        send(`select $1::text as value`, ['dois']),
        send(`select word as value from ${table} where word = $1`, ['dois'], 'find'),
        send('commit'),
      ])
      expect([first.rows, second.rows, none.rows]).toEqual([[{ value: 'um' }], [{ value: 'dois' }], []])
      expect(first.rowCount).toBe(1)
      expect(await words()).toEqual(['um'])
    })
    it('keeps the order of turns too', async () => {
      const first = [send('begin'), send('select pg_sleep(0.1)'), insert('um')]
      await new Promise((resolve) => setTimeout(resolve, 20))
      const found = send(`select word as value from ${table}`)
      await Promise.all([...first, send('commit')])
      expect((await found).rows).toEqual([{ value: 'um' }])
    })
    it('runs nothing behind a statement of the same turn that fails', async () => {
      const answers = [send('begin'), insert('um'), send('select 1 / 0'), insert('dois'), send('commit')]
      const ends = await Promise.allSettled(answers)
      expect(ends.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'rejected', 'rejected'])
      for (const end of ends.slice(2)) expect(end).toMatchObject({ reason: { message: 'division by zero' } })
      await wire.rollback(client)
      expect(await words()).toEqual([])
      expect(await state()).toBe('idle')
    })
    it('runs nothing outside of a transaction that could not begin', async () => {
      expect(await statusOf([send('begin isolation'), insert('um'), send('commit')])).toEqual(Array(3).fill('rejected'))
      expect(await words()).toEqual([])
    })
    it('writes nothing of a transaction in which a value cannot be sent', async () => {
      const circle: Record<string, unknown> = {}
      circle.self = circle
      const answers = [send('begin'), insert('um'), send('select $1::jsonb', [circle]), send('commit')]
      expect((await statusOf(answers)).at(-1)).toBe('rejected')
      // Either the connection goes on, or its pool has to throw it away.
      await wire.rollback(client).catch(() => client.end())
      expect(await words()).toEqual([])
    })
    it('rolls back behind everything that was sent', async () => {
      send('begin').catch(() => undefined)
      insert('um').catch(() => undefined)
      await wire.rollback(client)
      expect(await state()).toBe('idle')
      expect(await words()).toEqual([])
    })
    it('prepares a statement anew that failed to be prepared or stood behind a failure', async () => {
      const texts = ['select $1::int as value', 'select $1::int + 1 as value']
      await Promise.allSettled([
        send('begin'),
        send('select value from nowhere', [], 'nowhere'),
        ...texts.map((text, index) => send(text, [1], `number_${index}`)),
      ])
      await wire.rollback(client)
      const answers = await Promise.all(texts.map((text, index) => send(text, [1], `number_${index}`)))
      expect(answers.map(({ rows }) => rows)).toEqual([[{ value: 1 }], [{ value: 2 }]])
      await expect(send('select value from nowhere', [], 'nowhere')).rejects.toThrow('"nowhere" does not exist')
    })
    it('refuses two statements in one text with values', async () => {
      await expect(send('select $1::int; select 2', [1])).rejects.toThrow('multiple commands')
    })
  })

  describe('in reads that share a connection', () => {
    const within: Statement = {
      name: 'within',
      text: `select current_setting('app.school_id', true) as id, $1::bigint as named`,
    }
    const above: Statement = { name: 'above', text: `select nullif(current_setting('app.school_id', true), '') as id` }
    const wrong: Statement = { name: 'by_zero', text: 'select 1 / $2::int as one, $1::bigint as named' }
    const read = (school: string | undefined, statement: Statement, values: TextValue[] = []) =>
      wire.read(client, school, statement, values)

    it('enters the school of each read, and no other read sees it', async () => {
      const expectedRows = (id: string) => [{ id, named: id }]
      expect(await read('7', within)).toEqual(expectedRows('7'))
      expect(await read(undefined, above)).toEqual([{ id: null }])
      const schools = ['7', undefined, '8', undefined, '9', '9', '7']
      const answers = await Promise.all(schools.map((school) => (school ? read(school, within) : read(school, above))))
      expect(answers).toEqual(schools.map((school) => (school ? expectedRows(school) : [{ id: null }])))
    })
    it('fails for the caller with a wrong value alone', async () => {
      const answers = [
        read('7', within),
        read('8', wrong, ['0']),
        read(undefined, above),
        read('9', within),
        read('7', wrong, ['x']),
      ]
      expect(await statusOf(answers)).toEqual(['fulfilled', 'rejected', 'fulfilled', 'fulfilled', 'rejected'])
      expect(await read(undefined, above)).toEqual([{ id: null }])
      expect(await read('7', wrong, ['1'])).toEqual([{ one: 1, named: '7' }])
    })
    it('says why a statement cannot be prepared, each time', async () => {
      const missing = { name: 'missing', text: 'select nothing from nowhere where school_id = $1' }
      for (let attempt = 0; attempt < 3; attempt++)
        await expect(read('7', missing)).rejects.toThrow('"nowhere" does not exist')
      const both = [read('7', missing), read('7', missing), read('7', within)]
      expect(await statusOf(both)).toEqual(['rejected', 'rejected', 'fulfilled'])
    })
    it('hands over values and rows as they are', async () => {
      const text = `select $2::text as word, $3::text as other, true as yes, 1::int4 as number, 1::int8 as large, null as nothing,
        '{"a":[1]}'::jsonb as json, timestamptz '2026-01-01 00:00Z' as moment, '{um,"dois, três",null}'::text[] as words,
        '{{1,a},{2,b}}'::text[] as pairs, '{}'::text[] as empty where $1::bigint > 0`
      const rest = {
        yes: true,
        number: 1,
        large: '1',
        nothing: null,
        json: { a: [1] },
        moment: new Date('2026-01-01T00:00:00Z'),
        words: ['um', 'dois, três', null],
        pairs: [
          ['1', 'a'],
          ['2', 'b'],
        ],
        empty: [],
      }
      for (const [word, other] of [
        ['Pão de queijo 🥖', null],
        ['', `'; --\\`],
        ['ção'.repeat(50_000), 'null'],
      ] as const)
        expect(await read('7', { name: 'echo', text }, [word, other])).toEqual([{ word, other, ...rest }])
    })
    it('answers a thousand at once, each with its own', async () => {
      const numbers = Array.from({ length: 1000 }, (_, index) => String(index + 1))
      const answers = await Promise.all(numbers.map((school) => read(school, within)))
      expect(answers).toEqual(numbers.map((id) => [{ id, named: id }]))
    })
    it('reads in a transaction that says its school, beside other reads', async () => {
      const inTransaction = (id: string, statement = within, values: TextValue[] = []) =>
        wire.readInTransaction(client, id, statement, values)
      const answers = await Promise.allSettled([
        inTransaction('7'),
        read('8', within),
        inTransaction('9', wrong, ['0']),
        read(undefined, above),
        inTransaction('9'),
      ])
      expect(answers.map((end) => (end.status === 'fulfilled' ? end.value : end.status))).toEqual([
        [{ id: '7', named: '7' }],
        [{ id: '8', named: '8' }],
        'rejected',
        [{ id: null }],
        [{ id: '9', named: '9' }],
      ])
    })
    it('tells every waiting caller that the connection has ended', async () => {
      const slow = { name: 'slow', text: 'select pg_sleep(30) where $1::bigint > 0' }
      const answers = statusOf([read('7', slow), read('8', within), read(undefined, above)])
      await expect.poll(state).toBe('active')
      const { processID } = client as unknown as { processID: number }
      await admin.query('select pg_terminate_backend($1)', [processID])
      expect(await answers).toEqual(Array(3).fill('rejected'))
    })
    it('gives each caller of a statement for many their own rows', async () => {
      const text = `select asked.nth::int, asked.word
        from unnest((select $1::int[]), (select $2::text[])) with ordinality asked (count, word, nth), generate_series(1, asked.count)`
      const repeat = wire.readForMany((statement, values) => wire.read(client, undefined, statement, values))
      const ask = (count: TextValue, word: TextValue) => repeat({ name: 'repeat', text, forMany: true }, [count, word])
      const texts = ['um', 'dois, "três"', null, '{}\\', 'NULL']
      const answers = (await Promise.all(texts.map((word, index) => ask(String(index), word)))) as { word: string }[][]
      expect(answers.map((rows) => rows.map(({ word }) => word))).toEqual(
        texts.map((word, index) => Array.from({ length: index }, () => word)),
      )
      expect(await statusOf([ask('1', 'um'), ask('muitos', 'dois'), ask('2', 'três')])).toEqual([
        'fulfilled',
        'rejected',
        'fulfilled',
      ])
    })
  })
})
