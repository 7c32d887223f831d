import { imports } from '@escola/contract/imports.contract'
import { thisSchool } from '@escola/db'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { killedRows, killsAtEnrollments, workThroughKills } from '../../testing/killed-worker.ts'
import { world } from '../../testing/world.ts'
import { giveGrants } from '../enrollments/enrollments.service.ts'

/** Students at whom the worker is killed: in its first transaction, and in a later one. */
const at = [killedRows * 0.1, killedRows * 0.6]
const keptEvery = 50
const kept = killedRows / keptEvery
const left = killedRows - kept

it('takes the class back from each of thousands of students once, though its worker is killed', async () => {
  const w = await world()
  const school = w.northside
  const cohort = await school.make.cohort()
  const entry = await school.make.import(cohort, { createdBy: school.admin })
  const emails = Array.from({ length: killedRows }, (_, index) => `p${index}@undo-kill.example`)
  const people = await w.tools.people.ensure(emails)
  const students = emails.map((email) => ({
    userId: people.get(email)!.userId,
    name: 'Pessoa Qualquer',
    email,
    cellphone: '',
  }))
  await school.tx(async (db) => {
    const grantOf = (student: (typeof students)[number]) => ({ cohortId: cohort.id, student })
    const imported = students.map((each) => ({ ...grantOf(each), source: 'importer' as const, sourceKey: entry.id }))
    const byHand = students
      .filter((_, index) => index % keptEvery === 0)
      .map((each) => ({ ...grantOf(each), source: 'manual' as const }))
    await giveGrants(db, [...imported, ...byHand], w.tools)
    // The mails of the import are not what is tried here.
    await db.deleteFrom('messages').execute()
    await db.updateTable('outbox').set({ utc_done_on: new Date() }).execute()
  })
  const asked = await w.call(imports.undo, { as: school.admin, params: { id: entry.id } })
  expect(asked.body.import.undo).toMatchObject({ total: killedRows })

  const read = async () =>
    (await school.tx((db) =>
      db
        .selectFrom('imports')
        .select(['undo_status', 'undo_left', 'undo_kept'])
        .where('id', '=', entry.id)
        .executeTakeFirstOrThrow(),
    ))!
  const studentsDone = async () => {
    const { undo_left, undo_kept } = await read()
    return undo_left + undo_kept
  }
  const isDone = async () => (await read()).undo_status === 'done'
  const userIds = students.map(({ userId }) => userId)
  const kills = killsAtEnrollments(school, { cohortId: cohort.id, userIds, at, batch: 1000 })
  await workThroughKills(w, { kills, countDone: studentsDone, isDone })
  expect(await read()).toEqual({ undo_status: 'done', undo_left: left, undo_kept: kept })

  const { rows } = await school.tx((db) =>
    sql<Record<string, number>>`
      select count(*) filter (where source = 'importer' and ended_why = 'import_undone')::int as undone,
        count(*) filter (where source = 'manual' and utc_ended_on is null)::int as living, count(*)::int as grants, (
          select count(*)::int from enrollments e where e.school_id = ${thisSchool} and e.cohort_id = ${cohort.id}) as enrollments
      from enrollment_grants g where g.school_id = ${thisSchool} and g.cohort_id = ${cohort.id}`.execute(db),
  )
  expect(rows[0]).toEqual({
    undone: killedRows,
    living: kept,
    grants: killedRows + kept,
    enrollments: kept,
  })
}, 400_000)
