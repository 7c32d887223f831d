import { monthOf, monthStart } from '@escola/contract/time'
import { connectDatabase, type Database, runtimeUrls, type SchoolDb } from '@escola/db'
import { openSchool } from '@escola/server/core/scope'
import { runCharges } from '@escola/server/features/charges/charges-run.service'
import { bookMovement } from '@escola/server/features/ledger/ledger.service'
import { type OwnBenchStack, startBenchStack } from './bench-stack.ts'
import type { Figure } from './figure.ts'
import { median } from './in-turns.ts'

/** Schools whose months are charged; MONEY_SCHOOLS=10000 is a whole platform. */
const schoolCount = Number(process.env.MONEY_SCHOOLS ?? 500)
const studentsEach = 100
const booked = 200
const schoolsBooking = 8
const rounds = 7
const atLeastShare = 0.6
const atMostTimes = 1.5
const atMostMegabytes = 64

/** Measures movements against the writes that they consist of, and the run of a month, in a database that is gone afterwards. */
export async function benchMoney(): Promise<Figure[]> {
  const stack = await startBenchStack()
  const database = connectDatabase(runtimeUrls(stack.databaseUrl, stack.env.ESCOLA_SECRET!), { maxConnections: 8 })
  try {
    const ids = await makeSchools(stack)
    return [await measureMovements(database, ids.slice(0, schoolsBooking)), ...(await measureRun(database, ids))]
  } finally {
    await database.close()
    await stack.stop()
  }
}

const thisMonth = monthStart(monthOf(new Date()))
const lastMonth = monthStart(monthOf(new Date(thisMonth.getTime() - 1)))

/** The clock has the run of last month for the first half of the schools, and this month's for the others. */
async function makeSchools({ admin }: OwnBenchStack): Promise<string[]> {
  await admin.query(`
    insert into schools (name, namespace) select 'Escola ' || n, 'escola-' || n from generate_series(1, ${schoolCount}) n;
    insert into cohorts (school_id, title) select id, 'Turma' from schools;
    insert into users (email) select 'aluna.' || n || '@cobranca.example' from generate_series(1, ${studentsEach}) n;
    insert into memberships (school_id, user_id, name, email, is_student)
      select s.id, u.id, 'Aluna', u.email, true from schools s cross join users u;
    insert into enrollment_grants (school_id, cohort_id, user_id, source, utc_starts_on)
      select m.school_id, h.id, m.user_id, 'sale', now() - interval '400 days' from memberships m join cohorts h using (school_id);
    insert into due_jobs (school_id, name, utc_due_on)
      select id, 'charges.run', case when row_number() over (order by id) <= ${Math.floor(schoolCount / 2)}
        then timestamptz '${lastMonth.toISOString()}' else '${thisMonth.toISOString()}' end from schools`)
  await admin.query('vacuum analyze')
  return (await admin.query<{ id: string }>('select id::text as id from schools order by id')).rows.map(({ id }) => id)
}

const clock = { now: () => new Date() }
const transfers = [
  { from: 'adjustment', to: 'balance', unit: 'cents', amount: 100 },
  { from: 'promotion', to: 'points', unit: 'points', amount: 10 },
] as const

/** Books as many movements in each school, one after the other, and all schools at once. @returns movements in a second */
async function paceOf(database: Database, ids: string[], book: (db: SchoolDb, number: number) => Promise<unknown>) {
  const begun = performance.now()
  await Promise.all(
    ids.map(async (id) => {
      for (let number = 1; number <= booked; number++) await openSchool(database, id).tx((db) => book(db, number))
    }),
  )
  return (booked * ids.length) / ((performance.now() - begun) / 1000)
}

async function measureMovements(database: Database, ids: string[]): Promise<Figure> {
  const shares: number[] = []
  const paces: number[] = []
  const floors: number[] = []
  let last = 0
  for (let round = 0; round < rounds; round++) {
    const start = last
    const floor = await paceOf(database, ids, (db, number) => writeBare(db, 1_000_000 + start + number))
    const pace = await paceOf(database, ids, (db, number) =>
      bookMovement(db, { key: `bench:${start + number}`, kind: 'adjustment', transfers: [...transfers] }, clock),
    )
    last += booked
    // Until the engine has compiled what is asked again and again, both are slow.
    if (round < 2) continue
    floors.push(floor)
    paces.push(pace)
    shares.push(pace / floor)
  }
  return {
    name: 'movements of the ledger in a second',
    value: `${Math.round(median(paces))} /s`,
    floor: `${Math.round(median(floors))} /s (three inserts and an update in one transaction)`,
    ratio: median(shares),
    percent: true,
    target: `at least ${atLeastShare * 100} %`,
    ok: median(shares) >= atLeastShare,
  }
}

/** The rows of a movement, without lock, key, numbers and copies. */
async function writeBare(db: SchoolDb, number: number) {
  const { id } = await db
    .insertInto('ledger_movements')
    .values({
      number: String(number),
      key: `bare:${number}`,
      kind: 'adjustment',
      balance_cents: '0',
      points: '0',
      statement_row: String(number),
      utc_booked_on: new Date(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  for (const [index, { from, to, unit, amount }] of transfers.entries())
    await db
      .insertInto('ledger_transfers')
      .values({
        movement_id: id,
        position: index + 1,
        from_account: from,
        to_account: to,
        unit,
        amount: String(amount),
      })
      .execute()
  await db.updateTable('school_bank').set({ day: '' }).execute()
}

/** Runs one month for a half of the schools and the next month for all, so that twice as much is done the second time. */
async function measureRun(database: Database, ids: string[]): Promise<Figure[]> {
  const few = await timeRun(database, ids.slice(0, ids.length / 2), lastMonth)
  const many = await timeRun(database, ids, thisMonth)
  const each = (run: { ms: number }, count: number) => run.ms / count
  const ratio = each(many, ids.length) / each(few, Math.floor(ids.length / 2))
  return [
    {
      name: `monthly run of ${ids.length} schools with ${studentsEach} students`,
      value: `${(many.ms / 1000).toFixed(1)} s, ${each(many, ids.length).toFixed(1)} ms a school`,
      floor: `${each(few, Math.floor(ids.length / 2)).toFixed(1)} ms a school, for half as many`,
      ratio,
      target: `at most ${atMostTimes}×`,
      ok: ratio <= atMostTimes,
    },
    {
      name: 'memory that the run takes',
      value: `${many.megabytes.toFixed(0)} MB more`,
      floor: `${few.megabytes.toFixed(0)} MB more, for half as many`,
      target: `at most ${atMostMegabytes} MB`,
      ok: many.megabytes <= atMostMegabytes,
    },
  ]
}

async function timeRun(database: Database, ids: string[], moment: Date) {
  const tools = { now: () => new Date(moment.getTime() + 1000), billing: { isOn: true } }
  const before = process.memoryUsage.rss()
  let most = before
  const begun = performance.now()
  const left = [...ids]
  const work = async () => {
    for (let id = left.pop(); id; id = left.pop()) {
      await runCharges(openSchool(database, id), undefined, tools, new AbortController().signal)
      most = Math.max(most, process.memoryUsage.rss())
    }
  }
  await Promise.all(Array.from({ length: 4 }, work))
  return { ms: performance.now() - begun, megabytes: (most - before) / 2 ** 20 }
}
