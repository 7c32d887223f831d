import { cohorts } from '@escola/contract/cohorts.contract'
import { dayMs } from '@escola/contract/durations'
import { type MoveFrequency, moveMessages, moves } from '@escola/contract/moves.contract'
import { refusals } from '@escola/contract/refusals'
import { students } from '@escola/contract/students.contract'
import { joinRefusals } from '@escola/contract/terms'
import { beforeAll, describe, expect, it } from 'vitest'
import { jobs } from '../../jobs/catalogue.ts'
import { giveUpJob, runPending, workRun } from '../../testing/jobs.ts'
import { type World, world } from '../../testing/world.ts'
import { hidePublicCohort } from '../cohorts/cohorts.service.ts'
import { giveGrants } from '../enrollments/enrollments.service.ts'
import { sellersOf } from '../sales/sales.testing.ts'

let w: World
let shop: ReturnType<typeof sellersOf>
beforeAll(async () => {
  w = await world()
  shop = sellersOf(w)
})

type School = Awaited<ReturnType<World['makeSchool']>>
type Cohort = Awaited<ReturnType<School['make']['cohort']>>

const startMove = (s: School, from: { id: string }, to: { id: string }, frequency: MoveFrequency = 'all') =>
  w.call(moves.start, {
    as: s.admin,
    params: { id: from.id },
    body: { migrateStudentsFrequency: frequency, migrateStudentsTo: to.id },
  })
const work = (s: School) => runPending(w, s, { only: [jobs.continueRun] })
async function move(s: School, from: { id: string }, to: { id: string }, frequency: MoveFrequency = 'all') {
  const started = await startMove(s, from, to, frequency)
  expect(started.status).toBe(202)
  await work(s)
  const { move } = (await w.call(moves.latest, { as: s.admin, params: { id: from.id } })).body
  expect(move!.utc_ended_on).not.toBeNull()
  return move!
}
const grantsOf = (s: Pick<School, 'tx'>) =>
  s.tx((db) => db.selectFrom('enrollment_grants').selectAll().orderBy('id').execute())
const enrollmentsOf = (s: Pick<School, 'tx'>) =>
  s.tx((db) =>
    db
      .selectFrom('enrollments')
      .select(['cohort_id', 'user_id', 'utc_created_on', 'utc_ends_on', 'origin'])
      .orderBy('user_id')
      .orderBy('cohort_id')
      .execute(),
  )

/** Puts a student into a class so many days ago. */
const join = (s: School, cohort: Cohort, userId: string, days: number) =>
  s.tx((db) =>
    giveGrants(
      db,
      [
        {
          cohortId: cohort.id,
          student: { userId, name: 'Ana Lima', email: `${userId}@a.example`, cellphone: '' },
          source: 'manual',
        },
      ],
      { ...w.tools, now: () => new Date(Date.now() - days * dayMs) },
    ),
  )

/** Students who have been in the class for so many days. */
async function enroll(s: School, cohort: Cohort, days: number[]) {
  const userIds = []
  for (const each of days) {
    const { userId } = await s.make.student()
    await join(s, cohort, userId, each)
    userIds.push(userId)
  }
  return userIds
}

describe('students of a class', () => {
  it('are counted, and moved with their day, by how long they have been there', async () => {
    const s = await w.makeSchool('Mudanças')
    const [from, to] = [await s.make.cohort(), await s.make.cohort()]
    const [, month, half, year] = await enroll(s, from, [5, 40, 200, 400])
    const forecast = await w.call(moves.forecast, { as: s.admin, params: { id: from.id } })
    expect(forecast.body.students).toEqual({ all: 4, year: 1, '6month': 2, month: 3 })
    const before = await enrollmentsOf(s)
    expect(await move(s, from, to, '6month')).toMatchObject({ total: 2, moved: 2, school_gateway_id: to.id })
    const goneTo = (ids: (string | undefined)[]) =>
      before.map((each) => (ids.includes(each.user_id) ? { ...each, cohort_id: to.id } : each))
    expect(await enrollmentsOf(s)).toEqual(goneTo([half, year]))
    expect(await move(s, from, to, 'month')).toMatchObject({ total: 1, moved: 1 })
    expect(await enrollmentsOf(s)).toEqual(goneTo([half, year, month]))
    // Twice changes nothing.
    expect(await move(s, from, to, 'month')).toMatchObject({ total: 0, moved: 0 })
    expect(await enrollmentsOf(s)).toEqual(goneTo([half, year, month]))
  })

  it('are moved only to a class that takes them all by hand, and while it does', async () => {
    const s = await w.makeSchool('Vagas')
    const [from, to] = [await s.make.cohort(), await s.make.cohort()]
    const userIds = await enroll(s, from, [400, 300, 200])
    await join(s, to, userIds[0]!, 5)
    const setLimits = (values: { seats?: number | null; utc_enrolls_until?: Date | null }) =>
      s.tx((db) => db.updateTable('cohorts').set(values).where('id', '=', to.id).execute())
    const refusal = async () => (await startMove(s, from, to)).error.fields
    const inTarget = async () => (await enrollmentsOf(s)).filter(({ cohort_id }) => cohort_id === to.id).length
    await setLimits({ seats: 1 })
    expect(await refusal()).toEqual({ migrateStudentsTo: joinRefusals.cohort_full })
    await setLimits({ seats: 2 })
    expect(await refusal()).toEqual({ migrateStudentsTo: moveMessages.seats(1, 2) })
    await setLimits({ utc_enrolls_until: new Date(0) })
    expect(await refusal()).toEqual({ migrateStudentsTo: joinRefusals.enrollment_closed })
    await setLimits({ seats: 3, utc_enrolls_until: null })
    expect((await startMove(s, from, to)).status).toBe(202)
    // A seat is taken before the job begins.
    await enroll(s, to as Cohort, [1])
    await work(s)
    const { move } = (await w.call(moves.latest, { as: s.admin, params: { id: from.id } })).body
    expect(move).toMatchObject({ total: 3, moved: 2, utc_ended_on: expect.any(String) })
    expect(await inTarget()).toBe(3)
    // Students who have seats there already come in.
    await setLimits({ seats: 1 })
    const [left] = (await enrollmentsOf(s)).filter(({ cohort_id }) => cohort_id === from.id)
    await join(s, to, left!.user_id, 1)
    expect((await startMove(s, from, to)).status).toBe(202)
  })

  it('are moved to the end when the school becomes private meanwhile', async () => {
    const s = await w.makeSchool('Fechada')
    const [from, to] = [await s.make.cohort({ isPublic: true }), await s.make.cohort()]
    const [userId] = await enroll(s, from, [5])
    expect((await startMove(s, from, to)).status).toBe(202)
    await s.tx((db) => hidePublicCohort(db, true))
    await work(s)
    expect(await enrollmentsOf(s)).toMatchObject([{ cohort_id: to.id, user_id: userId }])
    await s.tx((db) => hidePublicCohort(db, false))
    expect(await move(s, from, to)).toMatchObject({ total: 0 })
  })

  it('keep the earlier day and the later end where they are in both classes', async () => {
    const s = await w.makeSchool('Duas turmas')
    const [from, to] = [await s.make.cohort(), await s.make.cohort()]
    const [userId] = await enroll(s, from, [90])
    await join(s, to, userId!, 10)
    const [older] = await grantsOf(s)
    await move(s, from, to)
    expect(await enrollmentsOf(s)).toMatchObject([{ cohort_id: to.id, utc_created_on: older!.utc_starts_on }])
    const living = (await grantsOf(s)).filter((grant) => grant.utc_ended_on === null)
    expect(living).toMatchObject([{ cohort_id: to.id, moved_from: [from.id], moved_by: s.admin.userId }])
  })

  it('are moved by a job that may be broken off and run beside itself', async () => {
    const s = await w.makeSchool('Interrompida')
    const [from, to] = [await s.make.cohort(), await s.make.cohort()]
    await enroll(s, from, [1, 2, 3, 4, 5])
    const { id } = (await startMove(s, from, to)).body.move
    const leave = new AbortController()
    const clock = {
      ...w.tools,
      now: () => {
        leave.abort()
        return new Date()
      },
    }
    const stopped = workRun({ tools: clock }, s, id, { atOnce: 2, signal: leave.signal })
    await expect(stopped).rejects.toThrow()
    const latest = async () => (await w.call(moves.latest, { as: s.admin, params: { id: from.id } })).body.move
    expect(await latest()).toMatchObject({ total: 5, moved: 2, utc_ended_on: null })
    await Promise.all([1, 2].map(() => workRun(w, s, id, { atOnce: 2 })))
    expect(await latest()).toMatchObject({ moved: 5, utc_ended_on: expect.any(String) })
    expect((await enrollmentsOf(s)).map((each) => each.cohort_id)).toEqual(Array(5).fill(to.id))
    expect((await grantsOf(s)).map((grant) => grant.moved_from)).toEqual(Array(5).fill([from.id]))
  })

  it('are not moved without a frequency, to no class, to the same one, or twice at once', async () => {
    const s = await w.makeSchool('Recusas')
    const other = await w.makeSchool('Outra')
    const [from, to] = [await s.make.cohort(), await s.make.cohort()]
    const foreign = await other.make.cohort()
    const fieldsOf = async (body: object, id = from.id) =>
      (await w.call(moves.start, { as: s.admin, params: { id }, body: body as never })).error.fields
    expect(await fieldsOf({})).toEqual({
      migrateStudentsFrequency: moveMessages.frequency,
      migrateStudentsTo: moveMessages.target,
    })
    const all = { migrateStudentsFrequency: 'all' }
    expect(await fieldsOf({ ...all, migrateStudentsTo: 'x' })).toEqual({ migrateStudentsTo: moveMessages.target })
    expect(await fieldsOf({ ...all, migrateStudentsTo: from.id })).toEqual({ migrateStudentsTo: moveMessages.same })
    expect(await fieldsOf({ ...all, migrateStudentsTo: foreign.id })).toEqual({
      migrateStudentsTo: refusals.cohortGone,
    })
    const strange = await startMove(s, foreign, to)
    expect(strange.status).toBe(404)
    expect((await startMove(s, from, to)).status).toBe(202)
    expect((await startMove(s, from, to)).error.fields).toEqual({ migrateStudentsTo: moveMessages.underWay })
  })

  it('can be moved again when the job has used up its tries', async () => {
    const s = await w.makeSchool('Sem tentativas')
    const [from, to] = [await s.make.cohort(), await s.make.cohort()]
    await enroll(s, from, [1])
    await startMove(s, from, to)
    for (const [name, payload] of await s.pendingJobs())
      if (name === 'runs.continue') await giveUpJob(w, s, jobs.continueRun, payload, new Error('gone'))
    expect((await enrollmentsOf(s)).map((each) => each.cohort_id)).toEqual([from.id])
    await move(s, from, to)
    expect((await enrollmentsOf(s)).map((each) => each.cohort_id)).toEqual([to.id])
  })

  it('stay where they are when one of the classes is deleted first', async () => {
    const s = await w.makeSchool('Apagada')
    const [from, to] = [await s.make.cohort(), await s.make.cohort()]
    await enroll(s, from, [1])
    await startMove(s, from, to)
    await w.call(cohorts.remove, { as: s.admin, params: { id: to.id } })
    await work(s)
    expect((await enrollmentsOf(s)).map((each) => each.cohort_id)).toEqual([from.id])
  })
})

describe('a purchase whose student was moved', () => {
  async function makeMoved() {
    const s = await shop.makeSeller()
    const subscription = 'assinatura'
    const nextCharge = (months: number) => Date.now() + months * 30 * dayMs
    const charge = (transaction: string, months: number) =>
      s.hotmart('PURCHASE_APPROVED', {
        purchase: { transaction, date_next_charge: nextCharge(months) },
        subscription,
      })
    await charge('HP1', 1)
    await s.work()
    const target = await s.make.cohort()
    const [grant] = await grantsOf(s)
    await move(s, s.cohort, target)
    const moved = await grantsOf(s)
    expect(moved).toEqual([
      {
        ...grant,
        cohort_id: target.id,
        moved_from: [s.cohort.id],
        moved_by: s.admin.userId,
        utc_moved_on: expect.any(Date),
      },
    ])
    return { s, target, charge }
  }

  it('ends there when it is paid back, also when told of again', async () => {
    const { s, target, charge } = await makeMoved()
    await charge('HP1', 1)
    await s.work()
    expect([await s.members(), await s.members(target.id)]).toEqual([[], [s.email]])
    await s.hotmart('PURCHASE_REFUNDED', { transaction: 'HP1' })
    await s.work()
    expect(await s.members(target.id)).toEqual([])
  })

  it('goes on there with the next charge of its subscription', async () => {
    const { s, target, charge } = await makeMoved()
    await charge('HP2', 2)
    await s.work()
    expect([await s.members(), await s.members(target.id)]).toEqual([[], [s.email]])
    const params = { classId: target.id, userId: (await grantsOf(s))[0]!.user_id }
    await w.call(students.removeFromCohort, { as: s.as, params })
    await charge('HP3', 3)
    await s.work()
    expect([await s.members(), await s.members(target.id)]).toEqual([[], []])
  })
})
