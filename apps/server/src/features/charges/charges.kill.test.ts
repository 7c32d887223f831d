import { dayMs } from '@escola/contract/durations'
import { monthOf, monthStart } from '@escola/contract/time'
import { thisSchool } from '@escola/db'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { jobs } from '../../jobs/catalogue.ts'
import { enqueue } from '../../jobs/enqueue.ts'
import { type Kill, killedRows, workThroughDeath } from '../../testing/killed-worker.ts'
import { paying } from '../../testing/paying.ts'
import { world } from '../../testing/world.ts'
import { verifyLedger } from '../ledger/ledger-proof.service.ts'

it('charges each student of a month once, whatever workers are killed on the way', async () => {
  const w = await world(paying)
  const school = await w.makeSchool('Muitos alunos')
  const { id: cohortId } = await school.make.cohort()
  const begin = monthStart(monthOf(new Date()))
  const before = new Date(begin.getTime() - dayMs)
  const ids = await w.database.withPlatform((db) =>
    sql<{ id: string }>`
      insert into users (email, name) select 'muitos.' || n || '@kill.example', 'Aluna' from generate_series(1, ${killedRows}::int) n
      returning id`.execute(db),
  )
  await school.tx(async (db) => {
    const userIds = ids.rows.map(({ id }) => id)
    const rows = sql`unnest(${userIds}::bigint[]) as u (id)`
    await sql`
      insert into memberships (school_id, user_id, name, email, is_student, utc_created_on)
      select ${thisSchool}::bigint, u.id, 'Aluna', u.id || '@kill.example', true, ${before}::timestamptz from ${rows} on conflict do nothing`.execute(
      db,
    )
    await sql`
      insert into person_schools (school_id, user_id, is_admin, is_student, utc_created_on)
      select ${thisSchool}::bigint, u.id, false, true, ${before}::timestamptz from ${rows} on conflict do nothing`.execute(
      db,
    )
    await sql`update schools set total_students = total_students + ${killedRows}::int where id = ${thisSchool}`.execute(
      db,
    )
    await sql`
      insert into enrollment_grants (school_id, cohort_id, user_id, source, source_key, utc_starts_on)
      select ${thisSchool}::bigint, ${cohortId}::bigint, u.id, 'sale', '', ${before}::timestamptz from ${rows} on conflict do nothing`.execute(
      db,
    )
    await db.insertInto('due_jobs').values({ name: 'charges.run', utc_due_on: begin }).execute()
    await enqueue(db, jobs.runCharges, {})
  })
  const total = killedRows
  const counted = `insert into counted_students (school_id, month, user_id, utc_counted_on) values ($1, $2, $3, now())`
  /** Kills at some students of the run, which counts 500 in each transaction, in the order of their ids. */
  const kills = [total * 0.1, total * 0.4].map(
    (at): Kill => ({ hold: [counted, [school.id, monthOf(begin), ids.rows[at]!.id]], done: at - (at % 500) }),
  )
  const countDone = () =>
    school.tx(async (db) => {
      const { count } = await db
        .selectFrom('counted_students')
        .select((is) => is.fn.countAll<string>().as('count'))
        .executeTakeFirstOrThrow()
      return Number(count)
    })
  const isDone = () =>
    school.tx(async (db) => {
      const row = await db.selectFrom('student_months').select('utc_run_on').executeTakeFirst()
      return row?.utc_run_on != null
    })
  await workThroughDeath(w, { school, jobs: [jobs.runCharges], kills, countDone, isDone, env: paying })
  expect(await countDone()).toBe(total)
  const { balance_cents, last_row } = await school.tx((db) =>
    db.selectFrom('school_bank').select(['balance_cents', 'last_row']).executeTakeFirstOrThrow(),
  )
  expect(Number(balance_cents)).toBe(-(total - 15) * 100)
  expect(Number(last_row)).toBe(1)
  await verifyLedger(school)
}, 1_200_000)
