import { moves } from '@escola/contract/moves.contract'
import { expect, it } from 'vitest'
import { jobs } from '../../jobs/catalogue.ts'
import { killedRows, killsAtEnrollments, workThroughDeath } from '../../testing/killed-worker.ts'
import { world } from '../../testing/world.ts'
import { giveGrants } from '../enrollments/enrollments.service.ts'

/** Students at whom the worker is killed: in its first transaction, and in a later one. */
const at = [killedRows * 0.05, killedRows * 0.6]
const total = killedRows

it('moves thousands of students, each once, though the worker is killed', async () => {
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
    school.tx((db) =>
      db.selectFrom('runs').select(['done', 'utc_ended_on']).where('kind', '=', 'move').executeTakeFirstOrThrow(),
    )
  await workThroughDeath(w, {
    school,
    jobs: [jobs.continueRun],
    kills: killsAtEnrollments(school, { cohortId: from.id, userIds, at, batch: 500 }),
    countDone: async () => (await readMove()).done,
    isDone: async () => (await readMove()).utc_ended_on !== null,
  })
  expect([await listGrants(to.id), await listGrants(from.id)]).toEqual([before, []])
  expect([await countEnrolled(from.id), await countEnrolled(to.id), (await readMove()).done]).toEqual([0, total, total])
}, 1_200_000)
