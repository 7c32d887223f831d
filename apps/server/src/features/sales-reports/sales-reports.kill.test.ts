import { thisSchool } from '@escola/db'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { jobs } from '../../jobs/catalogue.ts'
import { type Kill, workThroughDeath } from '../../testing/killed-worker.ts'
import { world } from '../../testing/world.ts'
import { reportersOf } from './sales-reports.testing.ts'

const given = 60
const ended = 5
/** Purchases at which the worker is killed; each is a transaction of its own. */
const killsAt = [1, 30]

it('settles each purchase of a report once, though the worker is killed', async () => {
  const w = await world()
  const s = await reportersOf(w).makeReporter()
  const codesOf = (name: string, count: number) => Array.from({ length: count }, (_, at) => `${name}${at}`)
  const [paid, refunded] = [codesOf('P', given), codesOf('R', ended)]
  const before = await s.report(refunded.map((code) => s.row(code)))
  await s.settle(before.id, 'missing')
  await s.work()
  // Jobs of what came before are not what is tried here.
  await s.tx((db) => db.updateTable('outbox').set({ utc_done_on: new Date() }).execute())

  const rows = [...refunded.map((code) => s.row(code, { status: 'refunded' })), ...paid.map((code) => s.row(code))]
  const { id } = await s.report(rows)
  for (const verdict of ['still_in', 'missing'] as const) await s.settle(id, verdict)
  const done = async () => given + ended - (await s.latest())!.asked.left
  const asked = await s.tx((db) =>
    db.selectFrom('sales_report_rows').select('id').where('report_id', '=', id).orderBy('line').orderBy('id').execute(),
  )
  const held = 'select from sales_report_rows where school_id = $1 and id = $2 for update'
  await workThroughDeath(w, {
    school: s,
    jobs: [jobs.settleSalesReport],
    kills: killsAt.map((at): Kill => ({ hold: [held, [s.id, asked[at]!.id]], done: at })),
    countDone: done,
    isDone: async () => (await done()) === given + ended,
  })

  expect(await s.latest()).toMatchObject({ verdicts: [], settled: { given, ended } })
  const { rows: found } = await s.tx((db) =>
    sql<Record<string, number>>`
      select count(*)::int as grants, count(*) filter (where utc_ended_on is null)::int as living,
        count(*) filter (where ended_why = 'refunded')::int as refunded,
        (select count(*)::int from purchase_facts f where f.school_id = ${thisSchool}) as facts,
        (select count(*)::int from enrollments e where e.school_id = ${thisSchool}) as enrollments,
        (select count(*)::int from messages m where m.school_id = ${thisSchool} and kind = 'invitation') as mails
      from enrollment_grants g where g.school_id = ${thisSchool}`.execute(db),
  )
  expect(found[0]).toEqual({
    grants: given + ended,
    living: given,
    refunded: ended,
    facts: given + 2 * ended,
    enrollments: given,
    mails: given + ended,
  })
}, 1_200_000)
