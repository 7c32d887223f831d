import { isUnavailable, Refused, type Statement, wireNames } from '@escola/db-wire'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { connectDatabase, type Database, type DatabaseOptions } from './database.ts'
import { queryPrepared, writeLast } from './prepared.ts'
import { createTestDatabase, testSecret } from './testing.ts'
import { runtimeUrls } from './urls.ts'

const clusterUrl = process.env.TEST_DATABASE_URL ?? ''
let testDatabase: Awaited<ReturnType<typeof createTestDatabase>>
beforeAll(async () => {
  testDatabase = await createTestDatabase(clusterUrl)
})
afterAll(() => testDatabase.drop())

describe.each(wireNames)('over the %s wire', (wire) => {
  const connect = (options: DatabaseOptions = {}) =>
    connectDatabase(runtimeUrls(testDatabase.url, testSecret), { ...options, wire })

  it('refuses a caller who has many waiting for a connection, and no other', async () => {
    let caller = { key: 'user 1' }
    const database = connect({ maxConnections: 1, callerOf: () => caller })
    const held = Promise.withResolvers<void>()
    const many = Array.from({ length: 600 }, () => database.withSchool('1', () => held.promise))
    caller = { key: 'user 2' }
    const other = database.withSchool('1', async () => 1)
    held.resolve()
    const refused = (await Promise.allSettled(many)).filter(({ status }) => status === 'rejected')
    expect(refused).toHaveLength(99)
    expect(refused[0]).toMatchObject({ reason: expect.any(Refused) })
    expect(await other).toBe(1)
    await database.close()
  })

  it('gives a third of its connections to one caller, and the next of another does not wait', async () => {
    let caller = { key: 'user 1' }
    const database = connect({ maxConnections: 6, callerOf: () => caller })
    const held = Promise.withResolvers<void>()
    let begun = 0
    const many = Array.from({ length: 20 }, () =>
      database.withSchool('1', async () => {
        begun++
        await held.promise
      }),
    )
    caller = { key: 'user 2' }
    expect(await database.withSchool('1', async () => 1)).toBe(1)
    await expect.poll(() => begun).toBe(2)
    held.resolve()
    await Promise.all(many)
    expect(begun).toBe(20)
    await database.close()
  })

  it('refuses late callers once it closes, and finishes what it took', async () => {
    const database = connect()
    const statement: Statement = { name: 'one_of_last', text: 'select 1 as one' }
    const slow: Statement = { name: 'slow_of_last', text: 'select 1 as one from pg_sleep(0.2)' }
    await database.readPlatform(statement, [])
    const accepted = [database.readPlatform(slow, []), database.withPlatform(async () => [{ one: 1 }])]
    await new Promise((resolve) => setTimeout(resolve, 50))
    // A statement that waits for the end of this turn was taken, too.
    accepted.push(database.readPlatform(statement, []))
    const closed = database.close()
    const late = [
      database.readPlatform(statement, []),
      database.readSchool('1', statement, []),
      database.withPlatform(async () => 1),
      database.withSchool('1', async () => 1),
    ]
    const [answers, refusals] = await Promise.all([Promise.all(accepted), Promise.allSettled(late)])
    expect(answers).toEqual([[{ one: 1 }], [{ one: 1 }], [{ one: 1 }]])
    for (const refusal of refusals) expect(refusal).toMatchObject({ reason: expect.any(Refused) })
    await closed
  })

  describe('withSchool', () => {
    it('takes a number and nothing else as a school', async () => {
      const database = connect()
      for (const badId of ['', '1; drop table users', '1 or 1=1', '-1', '1.5'])
        expect(() => database.withSchool(badId, async () => 1)).toThrow(/decimal number/)
      await database.close()
    })
    it('keeps nothing when the work fails, and gives its connection back', async () => {
      const database = connect({ maxConnections: 1 })
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
    it('leaves no transaction open when the work fails before its first statement', async () => {
      const database = connect({ maxConnections: 1 })
      const fail = async () => {
        throw new Error('no')
      }
      await expect(database.withSchool('1', fail)).rejects.toThrow('no')
      await expect(database.withPlatform(fail)).rejects.toThrow('no')
      const admin = new pg.Client({ connectionString: testDatabase.url })
      admin.on('error', () => undefined)
      await admin.connect()
      // The server may not have ended the connections of an earlier test yet.
      const { rows } = await admin.query(
        `select distinct usename as role, state from pg_stat_activity
        where datname = current_database() and usename like 'escola%' order by usename`,
      )
      expect(rows).toEqual([
        { role: 'escola_app', state: 'idle' },
        { role: 'escola_platform', state: 'idle' },
      ])
      await admin.end()
      await database.close()
    })
    it('keeps what it writes last, or nothing at all when that fails', async () => {
      const database = connect({ maxConnections: 1 })
      const { id } = await database.withPlatform((db) =>
        db.insertInto('schools').values({ name: 'Por fim' }).returning('id').executeTakeFirstOrThrow(),
      )
      const write = (position: string) =>
        database.withSchool(id, async (db) => {
          await db.insertInto('categories').values({ title: 'primeiro' }).execute()
          const text = 'insert into categories (school_id, title, position) values ($1, $2, $3::int)'
          writeLast(db, { statement: { name: 'last', text }, values: ['por fim', position] })
        })
      const all = { name: 'all', text: 'select title from categories where school_id = $1 order by id' }
      const titles = () => database.readSchool(id, all, [])
      await expect(write('a')).rejects.toThrow('invalid input syntax')
      expect(await titles()).toEqual([])
      await write('1')
      expect(await titles()).toEqual([{ title: 'primeiro' }, { title: 'por fim' }])
      await database.close()
    })

    it('refuses a transaction inside a transaction', async () => {
      const database = connect()
      await expect(database.withSchool('1', (db) => db.transaction().execute(async () => 1))).rejects.toThrow(
        /already inside a transaction/,
      )
      await database.close()
    })
    it('calls it a passing trouble when it had to give way to another transaction', async () => {
      const database = connect()
      const { id: school } = await database.withPlatform((db) =>
        db.insertInto('schools').values({ name: 'Impasse' }).returning('id').executeTakeFirstOrThrow(),
      )
      const [first, second] = await database.withSchool(school, (db) =>
        db
          .insertInto('categories')
          .values([{ title: 'Uma' }, { title: 'Outra' }])
          .returning('id')
          .execute(),
      )
      const bothHold = Promise.withResolvers<void>()
      let holding = 0
      const rename = (ids: string[]) =>
        database.withSchool(school, async (db) => {
          for (const id of ids) {
            await db.updateTable('categories').set({ title: 'Nova' }).where('id', '=', id).execute()
            if (++holding === 2) bothHold.resolve()
            await bothHold.promise
          }
        })
      const ends = await Promise.allSettled([rename([first!.id, second!.id]), rename([second!.id, first!.id])])
      const failures = ends.flatMap((end) => (end.status === 'rejected' ? [end.reason] : []))
      expect(failures.map(isUnavailable)).toEqual([true])
      await database.close()
    })
    it('tells the server its limits: a little less than we wait ourselves', async () => {
      const database = connect()
      const names = ['statement_timeout', 'idle_in_transaction_session_timeout', 'client_connection_check_interval']
      const limits = await askEverywhere(database, {
        name: 'limits',
        text: `select ${names.map((name) => `current_setting('${name}')`).join(` || ' ' || `)} as limits`,
      })
      expect(limits).toEqual(Array(4).fill({ status: 'fulfilled', value: [{ limits: '18s 20s 2s' }] }))
      await database.close()
    })
    it('ends what takes too long on the server, and keeps the connection', async () => {
      // This process waits a little longer than the server, and here for ever: on a busy machine the server's answer may come late.
      vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] })
      onTestFinished(() => void vi.useRealTimers())
      const database = connect({ maxConnections: 1, answerWithinMillis: 3000 })
      const backends = () => askEverywhere(database, { name: 'backend', text: 'select pg_backend_pid() as pid' })
      const before = await backends()
      const answers = await askEverywhere(database, sleep)
      expect(answers.map(codeOf)).toEqual(Array(4).fill('57014'))
      expect(answers.map((each) => each.status === 'rejected' && isUnavailable(each.reason))).toEqual(
        Array(4).fill(true),
      )
      expect(await backends()).toEqual(before)
      await database.close()
    })
    it('lets no caller wait for many slow statements one after the other', async () => {
      const database = connect({ answerWithinMillis: 2000 })
      const slow = { name: 'slow', text: 'select pg_sleep(1.5)' }
      const answers = await Promise.allSettled(Array.from({ length: 20 }, () => database.readPlatform(slow, [])))
      // One is answered on each of the two connections; the tenth would have waited for a quarter of a minute.
      expect(answers.filter(({ status }) => status === 'fulfilled').length).toBeLessThanOrEqual(4)
      expect(answers.every((each) => each.status === 'fulfilled' || isUnavailable(each.reason))).toBe(true)
      await database.close()
    })
    it('gives up a server that does not answer, leaves nothing running there, and goes on', async () => {
      const database = connect({ maxConnections: 1, answerWithinMillis: 1000 })
      // A busy machine may open a connection too late for a statement, and gives up both.
      const text = `select 'none' as limit from set_config('statement_timeout', '0', false)`
      const endLimit = () => askEverywhere(database, { name: 'no_limit', text })
      await expect.poll(endLimit).toEqual(Array(4).fill({ status: 'fulfilled', value: [{ limit: 'none' }] }))
      const answers = await askEverywhere(database, sleep)
      expect(answers.map(codeOf)).toEqual(Array(4).fill(undefined))
      expect(answers.map((each) => each.status === 'rejected' && isUnavailable(each.reason))).toEqual(
        Array(4).fill(true),
      )
      // A busy machine may take longer for a quick one than we wait.
      const quick = () => askEverywhere(database, { name: 'quick', text: 'select 1 as one' })
      await expect.poll(quick).toEqual(Array(4).fill({ status: 'fulfilled', value: [{ one: 1 }] }))
      await database.ping()
      await expect.poll(sleeping, { interval: 100 }).toBe(0)
      await database.close()
    })
    it('lets a number of callers wait for a connection, and refuses further ones at once', async () => {
      const database = connect({ maxConnections: 1 })
      const over = Promise.withResolvers<void>()
      const busy = database.withPlatform(() => over.promise)
      const statement = { name: 'one', text: 'select 1 as one' }
      const reads = [
        ...Array.from({ length: 1010 }, () => database.withPlatform(async () => 1)),
        ...Array.from({ length: 2010 }, () => database.readPlatform(statement, [])),
      ]
      const refused: unknown[] = []
      for (const each of reads) each.catch((error: unknown) => refused.push(error))
      await expect.poll(() => refused.length).toBe(20)
      expect(refused.every((error) => error instanceof Refused && isUnavailable(error))).toBe(true)
      over.resolve()
      await busy
      // A busy machine may keep some of the accepted calls longer than they wait.
      await Promise.allSettled(reads)
      expect(refused.filter((error) => error instanceof Refused)).toHaveLength(20)
      await database.close()
    })
    it('ends a transaction whose owner says nothing any more', async () => {
      const database = connect({ answerWithinMillis: 300 })
      const silent = database.withPlatform(async (db) => {
        await db.selectFrom('schools').select('id').execute()
        await new Promise((resolve) => setTimeout(resolve, 1000))
        await db.selectFrom('schools').select('id').execute()
      })
      expect(isUnavailable(await silent.catch((error: unknown) => error))).toBe(true)
      await database.close()
    })
    it('hears a notification from another connection', async () => {
      const database = connect()
      const payload = Promise.withResolvers<string>()
      const listening = await database.listen('outbox', payload.resolve)
      await database.withPlatform((db) => sql`notify outbox`.execute(db))
      await payload.promise
      await listening.stop()
      await database.close()
    })
  })

  describe('readSchool', () => {
    const titles = { name: 'titles', text: 'select title from categories where school_id = $1 order by id' }
    const titleSlowly = {
      name: 'title_slowly',
      text: 'select title from categories, pg_sleep($2) where school_id = $1',
    }

    /** Schools with one category each, that has the school's own name. */
    const makeSchools = (database: Database, names: string[]) =>
      Promise.all(
        names.map(async (name) => {
          const { id } = await database.withPlatform((db) =>
            db.insertInto('schools').values({ name }).returning('id').executeTakeFirstOrThrow(),
          )
          await database.withSchool(id, (db) => db.insertInto('categories').values({ title: name }).execute())
          return { id, name }
        }),
      )

    it('answers many callers at once with the rows of their own school', async () => {
      const database = connect()
      const schools = await makeSchools(database, ['Norte', 'Sul', 'Leste', 'Oeste', 'Centro'])
      const schoolIds = Array.from({ length: 500 }, (_, index) => schools[index % schools.length]!)
      const answers = await Promise.all(
        schoolIds.map(({ id }) => database.readSchool<{ title: string }>(id, titles, [])),
      )
      expect(answers.map((rows) => rows.map(({ title }) => title))).toEqual(schoolIds.map(({ name }) => [name]))
      await database.close()
    })
    it('takes a number and nothing else as a school', async () => {
      const database = connect()
      for (const badId of ['', '1; drop table users', '-1'])
        expect(() => database.readSchool(badId, titles, [])).toThrow(/decimal number/)
      await database.close()
    })
    it('hands over each value as it is: none, an empty one, one of more bytes than letters', async () => {
      const database = connect()
      const echo = { name: 'echo', text: 'select $2::text as one, $3::text as other where $1::bigint > 0' }
      const valueLists = [
        ['Pão de queijo às três 🥖', null],
        ['', "'; --"],
        [null, 'ção'.repeat(50_000)],
      ]
      const answers = await Promise.all(valueLists.map((values) => database.readSchool('1', echo, values)))
      expect(answers).toEqual(valueLists.map(([one, other]) => [{ one, other }]))
      await database.close()
    })
    it('says why a statement cannot be prepared, and tries again', async () => {
      const database = connect()
      const missing = { name: 'missing', text: 'select nothing from nowhere where school_id = $1' }
      for (let attempt = 0; attempt < 6; attempt++)
        await expect(database.readSchool('1', missing, [])).rejects.toThrow('"nowhere" does not exist')
      await database.close()
    })

    it('writes nothing', async () => {
      const database = connect()
      const [school] = await makeSchools(database, ['Só leitura'])
      const rename = { name: 'rename', text: 'update categories set title = $2 where school_id = $1 returning title' }
      await expect(database.readSchool(school!.id, rename, ['Outra'])).rejects.toThrow(/read-only transaction/)
      expect(await database.readSchool(school!.id, titles, [])).toEqual([{ title: 'Só leitura' }])
      await database.close()
    })
    it('fails for the caller who asked wrongly, and for no neighbour of theirs', async () => {
      const database = connect()
      const [school] = await makeSchools(database, ['Vizinha'])
      const wrong = { name: 'wrong', text: 'select 1 / $2::int where $1::bigint > 0' }
      const answers = await Promise.allSettled(
        [0, 1, 2, 3, 4, 5].map((index) =>
          index % 2 ? database.readSchool(school!.id, wrong, ['0']) : database.readSchool(school!.id, titles, []),
        ),
      )
      expect(answers.map(({ status }) => status)).toEqual([0, 1, 2].flatMap(() => ['fulfilled', 'rejected']))
      await database.close()
    })
    it('tells those who wait when their connection breaks, and goes on with another', async () => {
      const database = connect()
      const [school] = await makeSchools(database, ['Queda'])
      const waiting = [1, 2, 3, 4].map(() => database.readSchool(school!.id, titleSlowly, ['30']))
      const outcome = Promise.allSettled(waiting)
      await endConnections('pg_sleep', outcome)
      expect((await outcome).map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected', 'rejected'])
      expect(await database.readSchool(school!.id, titles, [])).toEqual([{ title: 'Queda' }])
      await database.close()
    })
  })
})

const sleep = { name: 'sleep', text: 'select pg_sleep(30)' }

/** Asks in each of the four ways that a statement can go. */
function askEverywhere(database: Database, statement: Statement) {
  const inside = { name: `${statement.name}_inside`, text: `${statement.text} where $1::bigint is not null` }
  return Promise.allSettled([
    database.withSchool('1', (db) => queryPrepared(db, inside, [])),
    database.withPlatform(async (db) => (await sql.raw(statement.text).execute(db)).rows),
    database.readSchool('1', inside, []),
    database.readPlatform(statement, []),
  ])
}
const codeOf = (result: PromiseSettledResult<unknown>) =>
  result.status === 'rejected' ? (result.reason as { code?: string }).code : 'answered'

/** How many statements of this database sleep. */
async function sleeping() {
  const client = new pg.Client({ connectionString: testDatabase.url })
  await client.connect()
  const { rows } = await client.query<{ count: number }>(
    `select count(*)::int from pg_stat_activity where datname = current_database() and state = 'active' and wait_event = 'PgSleep'`,
  )
  await client.end()
  return rows[0]!.count
}

/** Ends every connection that runs a statement with these words, as a restart of the server would, until no caller waits for one. */
async function endConnections(words: string, waiting: Promise<unknown>) {
  const client = new pg.Client({ connectionString: testDatabase.url })
  await client.connect()
  let done = false
  waiting.then(() => {
    done = true
  })
  while (!done) {
    await client.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid() and state = 'active' and query like '%' || $1 || '%'`,
      [words],
    )
  }
  await client.end()
}
