import { bulkChanges } from '@escola/contract/bulk-changes.contract'
import { cohorts } from '@escola/contract/cohorts.contract'
import { moves } from '@escola/contract/moves.contract'
import { noStudentFilter } from '@escola/contract/students.contract'
import { endOfTerm, type Term } from '@escola/contract/terms'
import { expect, it } from 'vitest'
import { killedRows, killsAtEnrollments, workThroughKills } from '../../testing/killed-worker.ts'
import { world } from '../../testing/world.ts'
import { giveGrants } from '../enrollments/enrollments.service.ts'

/** Students at whom the worker is killed: in its first transaction, and in a later one. */
const at = [killedRows * 0.05, killedRows * 0.6]
/** The call itself gives the first students of a class their new term. */
const termsAt = [killedRows * 0.7]
const total = killedRows

it('moves thousands of students, gives all a new term, and takes the class from all, each once, though the worker is killed', async () => {
  const w = await world()
  const school = w.northside
  const [from, to] = [await school.make.cohort(), await school.make.cohort()]
  const emails = Array.from({ length: total }, (_, index) => `p${index}@move-kill.example`)
  const people = await w.tools.people.ensure(emails)
  const userIds = emails.map((email) => people.get(email)!.userId)
  await school.tx(async (db) => {
    const grants = emails.map((email) => ({
      cohortId: from.id,
      student: { userId: people.get(email)!.userId, name: 'Pessoa Qualquer', email, cellphone: '' },
      source: 'manual' as const,
    }))
    await giveGrants(db, grants, w.tools)
    // The mails of joining are not what is tried here.
    await db.deleteFrom('messages').execute()
    await db.updateTable('outbox').set({ utc_done_on: new Date() }).execute()
  })
  const listGrants = (cohortId: string) =>
    school.tx((db) =>
      db
        .selectFrom('enrollment_grants')
        .select(['id', 'user_id', 'utc_starts_on', 'ended_why'])
        .where('cohort_id', '=', cohortId)
        .orderBy('id')
        .execute(),
    )
  const countEnrolled = async (cohortId: string) => {
    const { count } = await school.tx((db) =>
      db
        .selectFrom('enrollments')
        .where('cohort_id', '=', cohortId)
        .select(({ fn }) => fn.countAll<string>().as('count'))
        .executeTakeFirstOrThrow(),
    )
    return Number(count)
  }
  const before = await listGrants(from.id)

  const body = { migrateStudentsFrequency: 'all' as const, migrateStudentsTo: to.id }
  const started = await w.call(moves.start, { as: school.admin, params: { id: from.id }, body })
  expect(started.body.move).toMatchObject({ total, moved: 0 })
  const readMove = () =>
    school.tx((db) => db.selectFrom('moves').select(['moved', 'utc_ended_on']).executeTakeFirstOrThrow())
  await workThroughKills(w, {
    kills: killsAtEnrollments(school, { cohortId: from.id, userIds, at, batch: 500 }),
    countDone: async () => (await readMove()).moved,
    isDone: async () => (await readMove()).utc_ended_on !== null,
  })
  expect([await listGrants(to.id), await listGrants(from.id)]).toEqual([before, []])
  expect([await countEnrolled(from.id), await countEnrolled(to.id), (await readMove()).moved]).toEqual([
    0,
    total,
    total,
  ])

  const term: Term = { kind: 'days', count: 30 }
  const update = { term, term_scope: 'all' as const }
  expect((await w.call(cohorts.update, { as: school.admin, params: { id: to.id }, body: update })).status).toBe(200)
  const readTermChange = () =>
    school.tx((db) => db.selectFrom('term_changes').select(['done', 'utc_ended_on']).executeTakeFirstOrThrow())
  await workThroughKills(w, {
    kills: killsAtEnrollments(school, { cohortId: to.id, userIds, at: termsAt, batch: 1000 }),
    countDone: async () => (await readTermChange()).done,
    isDone: async () => (await readTermChange()).utc_ended_on !== null,
  })
  expect((await readTermChange()).done).toBe(total)
  const listEnds = () =>
    school.tx((db) =>
      db.selectFrom('enrollments').select('utc_ends_on').distinct().where('cohort_id', '=', to.id).execute(),
    )
  expect(await listEnds()).toEqual([{ utc_ends_on: endOfTerm(term, before[0]!.utc_starts_on) }])

  // The filter asks for those from whom it is taken: a worker that begins anew finds its place all the same.
  const filter = { ...noStudentFilter, search: '', school_gateway_id: to.id }
  const change = { action: 'remove' as const, school_gateway_id: to.id, filter }
  expect((await w.call(bulkChanges.start, { as: school.admin, body: change })).status).toBe(202)
  const readChange = () =>
    school.tx((db) =>
      db.selectFrom('bulk_changes').select(['changed', 'unchanged', 'utc_ended_on']).executeTakeFirstOrThrow(),
    )
  await workThroughKills(w, {
    kills: killsAtEnrollments(school, { cohortId: to.id, userIds, at, batch: 200 }),
    countDone: async () => (await readChange()).changed,
    isDone: async () => (await readChange()).utc_ended_on !== null,
  })
  expect(await readChange()).toMatchObject({ changed: total, unchanged: 0 })
  expect(await countEnrolled(to.id)).toBe(0)
  const ended = new Set((await listGrants(to.id)).map(({ ended_why }) => ended_why))
  expect([...ended]).toEqual(['removed_by_school'])
}, 600_000)
