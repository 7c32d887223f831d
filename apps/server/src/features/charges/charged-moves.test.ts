import { bulkChanges } from '@escola/contract/bulk-changes.contract'
import { chargeMessages } from '@escola/contract/charges'
import { moves } from '@escola/contract/moves.contract'
import { nextMonthStart } from '@escola/contract/time'
import { beforeAll, describe, expect, it } from 'vitest'
import { jobs } from '../../jobs/catalogue.ts'
import { findDue, scheduleJob } from '../../jobs/scheduled-jobs.ts'
import { runPending } from '../../testing/jobs.ts'
import { giveBalance, paying } from '../../testing/paying.ts'
import { openTransaction, untilWaiting } from '../../testing/waiting-transactions.ts'
import { type World, world } from '../../testing/world.ts'
import { lockEnrollments } from '../enrollments/enrollments.queries.ts'
import { moveGrants } from '../enrollments/moved-grants.service.ts'
import { lockBank } from '../ledger/ledger.service.ts'
import { lockAndFollow } from '../people/merged.service.ts'
import { makeSchoolAt } from './school-at.testing.ts'
import { countReader } from './student-charges.service.ts'

let w: World
beforeAll(async () => {
  w = await world(paying)
})

/** A school with fifteen free students in a class, two in the public class who were added by hand, and one who came there by themselves. */
async function openSchool(start: string) {
  const s = await makeSchoolAt(w, start)
  const open = await s.school.make.cohort({ isPublic: true })
  await s.joinNew(15)
  const added = await s.joinNew(2, 'manual', open.id)
  const [own] = await s.joinNew(1, 'public-class', open.id)
  const userIds = [...added, own!].map(({ userId }) => userId)
  const move = (cohortId: string, targetId: string) =>
    s.school.tx((db) => moveGrants(db, { cohortId, targetId, userIds, movedBy: s.school.admin.userId }, s.tools))
  return {
    ...s,
    open,
    own: own!,
    userIds,
    out: () => move(open.id, s.cohort.id),
    back: () => move(s.cohort.id, open.id),
    /** Does the work that waits. */
    work: (now?: Date) => runPending(w, s.school, { only: [jobs.continueRun], ...(now && { now }) }),
  }
}

type OpenSchool = Awaited<ReturnType<typeof openSchool>>

describe('students who are moved out of the public class', () => {
  it('count from then on, once in a month, but for those who came by themselves', async () => {
    const s = await openSchool('2026-10-20T12:00:00Z')
    expect(await s.cents()).toBe(0)
    await s.out()
    expect(await s.cents()).toBe(-200)
    await s.back()
    await s.out()
    await s.run()
    expect(await s.cents()).toBe(-200)
    await s.school.tx((db) => countReader(db, s.own.userId, s.tools))
    expect(await s.cents()).toBe(-300)
    s.at('2026-11-01T03:00:00Z')
    await s.run()
    expect(await s.cents()).toBe(-500)
  })

  it('are counted by the move back where they were in the public class when the month began', async () => {
    const s = await openSchool('2026-10-20T12:00:00Z')
    await s.out()
    s.at('2026-11-01T02:59:00Z')
    await s.back()
    s.at('2026-11-01T03:00:00Z')
    await s.run()
    expect(await s.cents()).toBe(-200)
    await s.out()
    expect(await s.cents()).toBe(-400)
  })

  it('are counted by a late run where they were when the month began', async () => {
    const s = await openSchool('2026-10-20T12:00:00Z')
    await s.out()
    s.at('2026-11-01T02:59:00Z')
    await s.back()
    // The runs of November and December come together, after the move back.
    s.at('2026-12-02T12:00:00Z')
    await s.out()
    expect(await s.cents()).toBe(-400)
    await s.run()
    expect(await s.cents()).toBe(-400)
    await s.back()
    s.at('2027-01-01T02:59:00Z')
    await s.out()
    s.at('2027-01-01T03:00:01Z')
    await s.back()
    await s.run()
    expect(await s.cents()).toBe(-600)
  })

  it.each<[string, (s: OpenSchool, from: string, to: string) => Promise<{ status: number }>]>([
    [
      'from the class',
      (s, id, targetId) =>
        w.call(moves.start, {
          as: s.school.admin,
          params: { id },
          body: { migrateStudentsFrequency: 'all', migrateStudentsTo: targetId },
        }),
    ],
    [
      'from a list',
      (s, from_cohort_id, school_gateway_id) =>
        w.call(bulkChanges.start, {
          as: s.school.admin,
          body: { action: 'move', from_cohort_id, school_gateway_id, user_ids: s.userIds },
        }),
    ],
  ])('are counted first by a run that is due, where they came to it since its moment (%s)', async (_way, start) => {
    const now = new Date()
    const s = await openSchool(now.toISOString())
    await s.out()
    expect(await s.cents()).toBe(-200)
    s.at(new Date(nextMonthStart(now).getTime() + 1000).toISOString())
    for (const [from, to] of [
      [s.cohort.id, s.open.id],
      [s.open.id, s.cohort.id],
    ] as const) {
      expect((await start(s, from, to)).status).toBe(202)
      await s.work(s.tools.now())
    }
    expect(await s.cents()).toBe(-400)
    await s.run()
    expect(await s.cents()).toBe(-400)
  })

  it('are moved with others while a sale holds one of those, who then takes the bank', async () => {
    const s = await openSchool('2026-10-20T12:00:00Z')
    const { userId } = s.own
    let moving: Promise<number> | undefined
    await s.school.tx(async (db) => {
      await lockAndFollow(db, [userId])
      await lockEnrollments(db, [{ cohortId: s.open.id, userId }])
      moving = s.out()
      await untilWaiting(w.databaseUrl)
      await lockBank(db)
    })
    expect(await moving).toBe(3)
    expect(await s.cents()).toBe(-200)
  })

  it.each(['forecast', 'start'] as const)('hold up no other charge while they are read (%s)', async (call) => {
    const s = await openSchool(new Date().toISOString())
    await giveBalance(s.school, 200)
    const readers = await openTransaction(w.databaseUrl, 'lock table counted_students in access exclusive mode')
    const asked =
      call === 'forecast'
        ? w.call(moves.forecast, { as: s.school.admin, params: { id: s.open.id } })
        : w.call(moves.start, {
            as: s.school.admin,
            params: { id: s.open.id },
            body: { migrateStudentsFrequency: 'all', migrateStudentsTo: s.cohort.id },
          })
    await untilWaiting(w.databaseUrl)
    await giveBalance(s.school, -1)
    await readers.commit()
    expect((await asked).status).toBe(call === 'forecast' ? 200 : 409)
  })

  it('are moved when the balance is enough, and the price is said before', async () => {
    const s = await openSchool(new Date().toISOString())
    const forecast = async () => (await w.call(moves.forecast, { as: s.school.admin, params: { id: s.open.id } })).body
    const start = () =>
      w.call(moves.start, {
        as: s.school.admin,
        params: { id: s.open.id },
        body: { migrateStudentsFrequency: 'all', migrateStudentsTo: s.cohort.id },
      })
    const none = { year: '0.00', '6month': '0.00', month: '0.00' }
    expect(await forecast()).toMatchObject({ students: { all: 3 }, costs: { all: '2.00', ...none } })
    expect(await start()).toMatchObject({
      status: 409,
      body: { code: 'balance_missing', fields: { migrateStudentsTo: chargeMessages.missing(200, 0) } },
    })
    const other = await w.call(moves.forecast, { as: s.school.admin, params: { id: s.cohort.id } })
    expect(other.body.costs).toEqual({ all: '0.00', ...none })
    await giveBalance(s.school, 200)
    expect((await start()).status).toBe(202)
    // A charge that comes meanwhile does not stop it half way.
    await giveBalance(s.school, -50)
    await s.work()
    expect(await s.cents()).toBe(-50)
    expect(await forecast()).toMatchObject({ students: { all: 0 }, costs: { all: '0.00' } })
  })

  it('are moved from a list like that too', async () => {
    const s = await openSchool(new Date().toISOString())
    const classes = { school_gateway_id: s.cohort.id, from_cohort_id: s.open.id }
    const quote = async (user_ids: string[]) =>
      (await w.call(bulkChanges.quote, { as: s.school.admin, body: { ...classes, user_ids } })).body
    const start = (user_ids: string[]) =>
      w.call(bulkChanges.start, { as: s.school.admin, body: { action: 'move', ...classes, user_ids } })
    expect(await quote(s.userIds)).toMatchObject({ cost: '2.00', missing: '2.00' })
    expect((await start(s.userIds)).error.fields).toEqual({ user_ids: chargeMessages.missing(200, 0) })
    expect(await quote([s.own.userId])).toMatchObject({ cost: '0.00', missing: '0.00' })
    expect((await start([s.own.userId])).status).toBe(202)
    await s.work()
    await giveBalance(s.school, 200)
    expect((await start(s.userIds)).status).toBe(202)
    await s.work()
    expect(await s.cents()).toBe(0)
  })
})

it('charges nothing for the days before the first run of an installation that begins to take payments', async () => {
  const s = await makeSchoolAt(w, '2026-10-20T12:00:00Z')
  s.tools.billing = { isOn: false }
  await s.joinNew(20)
  s.at('2026-11-05T12:00:00Z')
  const firstRun = new Date('2026-12-01T03:00:00Z')
  await s.school.tx((db) => scheduleJob(db, jobs.runCharges, firstRun))
  s.tools.billing = { isOn: true }
  await s.plan('onDemand')
  await s.run()
  expect(await s.cents()).toBe(0)
  await s.joinNew(1, 'manual')
  expect(await s.cents()).toBe(0)
  expect(await s.school.tx((db) => findDue(db, jobs.runCharges))).toEqual(firstRun)
  s.at('2026-12-01T03:00:00Z')
  await s.run()
  expect(await s.cents()).toBe(-600)
})
