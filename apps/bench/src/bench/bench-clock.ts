import { connectDatabase, type Database, runtimeUrls } from '@escola/db'
import { openSchool } from '@escola/server/core/scope'
import { notifyOfEnds } from '@escola/server/features/enrollments/ending.service'
import { endDue } from '@escola/server/features/enrollments/enrollments.service'
import { enqueueDueJobs } from '@escola/server/jobs/scheduled-jobs.queries'
import type pg from 'pg'
import { type OwnBenchStack, startBenchStack } from './bench-stack.ts'
import type { Figure } from './figure.ts'
import { median } from './in-turns.ts'

const few = 10_000
const many = Number(process.env.BENCH_GRANTS ?? 10_000_000)
const schoolCount = 1000
const dueAtOnce = 100
const rounds = 15
const atMostTimes = 1.5

/** Measures the clock's question of each minute, the mails before the end of terms in a school, and that end, with few grants and with many, in a database that is gone afterwards. */
export async function benchClock(): Promise<Figure[]> {
  const stack = await startBenchStack()
  const database = connectDatabase(runtimeUrls(stack.databaseUrl, stack.env.ESCOLA_SECRET!), { maxConnections: 2 })
  try {
    await makeSchools(stack.admin)
    await makeGrants(stack, { from: 0, to: few / schoolCount })
    const before = await measure(database, stack.admin)
    await makeGrants(stack, { from: few / schoolCount, to: many / schoolCount })
    const after = await measure(database, stack.admin)
    return [
      figure(`the clock's question of each minute, ${many} grants`, after.question, before.question),
      figure(`the mails before ${dueAtOnce} ends of one school, ${many} grants`, after.notices, before.notices),
      figure(`the end of ${dueAtOnce} terms of one school, ${many} grants`, after.ending, before.ending),
    ]
  } finally {
    await database.close()
    await stack.stop()
  }
}

const figure = (name: string, ms: number, floor: number): Figure => ({
  name,
  value: `${ms.toFixed(2)} ms`,
  floor: `${floor.toFixed(2)} ms (${few} grants)`,
  ratio: ms / floor,
  target: `at most ${atMostTimes}×`,
  ok: ms / floor <= atMostTimes,
})

/** Schools with one class and students, of whom the first are in the class until their term is over; each has a job that is planned. */
async function makeSchools(admin: pg.Client) {
  await admin.query(`
    insert into schools (name, namespace) select 'Escola ' || n, 'escola-' || n from generate_series(1, ${schoolCount}) n;
    insert into cohorts (school_id, title) select id, 'Turma' from schools;
    insert into users (email) select 'aluna.' || n || '@relogio.example' from generate_series(1, ${dueAtOnce}) n;
    insert into memberships (school_id, user_id, name, email) select s.id, u.id, 'Aluna', u.email from (select id from schools order by id limit 1) s cross join users u;
    insert into person_schools (school_id, user_id, is_admin, is_student, utc_created_on) select school_id, user_id, false, true, now() from memberships;
    insert into due_jobs (school_id, name, utc_due_on) select id, 'enrollments.end_due', now() + interval '1 day' from schools;
    update due_jobs set utc_due_on = now() - interval '1 minute' where school_id <= ${schoolCount / 100};`)
}

/** Enrollments of students whose terms end in the years to come, so many in each school; no row checks another's, as each is whole. */
async function makeGrants({ admin }: OwnBenchStack, { from, to }: { from: number; to: number }) {
  await admin.query(`
    begin;
    set local session_replication_role = replica;
    set local synchronous_commit = off;
    insert into enrollment_grants (school_id, cohort_id, user_id, source, source_key, utc_starts_on, utc_ends_on, utc_term_ends_on)
    select h.school_id, h.id, 1000000 + n, 'importer', '1', now(), ends.on, ends.on
    from cohorts h cross join generate_series(${from}, ${to - 1}) n
    cross join lateral (select now() + interval '10 days' + n % 1000 * interval '1 day' as on) ends;
    insert into enrollments (school_id, cohort_id, user_id, origin, utc_ends_on)
    select h.school_id, h.id, 1000000 + n, 'importer', now() + interval '10 days' + n % 1000 * interval '1 day'
    from cohorts h cross join generate_series(${from}, ${to - 1}) n;
    commit`)
  await admin.query('vacuum analyze enrollment_grants, enrollments, due_jobs, outbox')
}

async function measure(database: Database, admin: pg.Client) {
  const questions: number[] = []
  const noticeTimes: number[] = []
  const endings: number[] = []
  const { rows } = await admin.query<{ id: string }>('select min(id)::text as id from schools')
  const school = openSchool(database, rows[0]!.id)
  const tools = { now: () => new Date() }
  const never = new AbortController().signal
  for (let round = 0; round < rounds; round++) {
    await admin.query('delete from outbox')
    questions.push(await timed(() => database.withPlatform((db) => enqueueDueJobs(db, 10_000))))
    await admin.query(termsText, [school.id])
    noticeTimes.push(await timed(() => notifyOfEnds(school, tools, never)))
    const mails = await admin.query('delete from messages where school_id = $1', [school.id])
    if (mails.rowCount !== dueAtOnce) throw new Error('students were not told of the ends of their terms')
    for (const text of overTexts) await admin.query(text, [school.id])
    endings.push(await timed(() => endDue(school, tools, never)))
    const left = await admin.query(leftText, [school.id])
    if (left.rowCount !== 0) throw new Error('terms that are over were not ended')
  }
  return { question: median(questions), notices: median(noticeTimes), ending: median(endings) }
}

/** Terms of a month that is over tomorrow. */
const termsText = `
  with term as (
    insert into enrollments (school_id, cohort_id, user_id, origin, utc_ends_on)
    select m.school_id, h.id, m.user_id, 'importer', now() + interval '1 day' from memberships m join cohorts h using (school_id) where m.school_id = $1
    returning *)
  insert into enrollment_grants (school_id, cohort_id, user_id, source, utc_starts_on, utc_ends_on, utc_term_ends_on)
  select school_id, cohort_id, user_id, 'importer', utc_ends_on - interval '1 month', utc_ends_on, utc_ends_on from term`
const overTexts = [
  `update enrollments e set utc_ends_on = now() - interval '1 second'
  from memberships m where m.school_id = $1 and e.school_id = $1 and e.user_id = m.user_id`,
  `update enrollment_grants g set utc_ends_on = now() - interval '1 second', utc_term_ends_on = now() - interval '1 second'
  from memberships m where m.school_id = $1 and g.school_id = $1 and g.user_id = m.user_id and g.utc_ended_on is null`,
]
const leftText = 'select 1 from enrollments join memberships using (school_id, user_id) where school_id = $1'

async function timed(work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now()
  await work()
  return performance.now() - begun
}
