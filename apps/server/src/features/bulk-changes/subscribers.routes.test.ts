import { bulkChanges } from '@escola/contract/bulk-changes.contract'
import { cohorts } from '@escola/contract/cohorts.contract'
import { renewals } from '@escola/contract/renewals.contract'
import { joinRefusals } from '@escola/contract/terms'
import { thisSchool } from '@escola/db'
import { sql } from 'kysely'
import { beforeAll, expect, it } from 'vitest'
import { jobs } from '../../jobs/catalogue.ts'
import { runPending, workRun } from '../../testing/jobs.ts'
import { type World, world } from '../../testing/world.ts'
import { type Seller, sellersOf } from '../sales/sales.testing.ts'
import { subscribe } from './subscribers.testing.ts'

/** More than are changed in the call itself. */
const many = 230

let w: World
let makeSeller: ReturnType<typeof sellersOf>['makeSeller']
beforeAll(async () => {
  w = await world()
  makeSeller = sellersOf(w).makeSeller
})

const countIn = async (s: Seller, { id }: { id: string }, condition = sql<boolean>`utc_ended_on is null`) =>
  (
    await s.tx((db) =>
      db.selectFrom('enrollment_grants').where('cohort_id', '=', id).where(condition).select('id').execute(),
    )
  ).length
const latest = async (s: Seller) => (await w.call(bulkChanges.latest, { as: s.as })).body.bulk
const work = (s: Seller) => runPending(w, s, { only: [jobs.continueRun] })
const remove = (s: Seller, target: { id: string }) =>
  w.call(cohorts.remove, { as: s.as, params: { id: s.cohort.id }, body: { renewals_to: target.id } })

it('moves many subscribers some at a time, and deletes their class when the last has gone', async () => {
  const s = await makeSeller()
  const target = await s.make.cohort()
  await subscribe(w, s, many)
  const lapsed = many / 10
  const begun = await remove(s, target)
  expect([begun.status, begun.body.bulk_id !== null]).toEqual([200, true])
  expect((await remove(s, target)).error.fields).toHaveProperty('renewals_to')
  expect(await latest(s)).toMatchObject({ action: 'dissolve', total: many, done: 0, is_cohort_gone: false })
  expect([await countIn(s, s.cohort), await countIn(s, target)]).toEqual([many - lapsed, 0])
  // A worker that is stopped after each batch goes on where the last one ended.
  const stop = new AbortController()
  stop.abort()
  const batch = () => workRun(w, s, begun.body.bulk_id!, { atOnce: 100, signal: stop.signal }).catch(() => undefined)
  await batch()
  expect(await latest(s)).toMatchObject({ done: 100, utc_ended_on: null })
  // One who comes behind the others goes, too.
  const first = sql`(select min(user_id) from enrollment_grants where school_id = ${thisSchool})`
  await s.tx((db) =>
    sql`update enrollment_grants set cohort_id = ${s.cohort.id}::bigint where school_id = ${thisSchool} and user_id = ${first}`.execute(
      db,
    ),
  )
  await batch()
  await work(s)
  const bulk = (await latest(s))!
  expect(bulk).toMatchObject({ changed: many + 1, is_cohort_gone: true, refused: { cohort_full: 0 } })
  expect(bulk.utc_ended_on).not.toBeNull()
  expect((await w.call(cohorts.get, { as: s.as, params: { id: s.cohort.id } })).status).toBe(404)
  expect([await countIn(s, target), await countIn(s, target, sql<boolean>`ended_why = 'expired'`)]).toEqual([
    ...[many - lapsed, lapsed],
  ])
})

it('keeps the class of students who find no seat in the other', async () => {
  const s = await makeSeller()
  const target = await s.make.cohort()
  await subscribe(w, s, many)
  expect((await remove(s, target)).status).toBe(200)
  const updated = await w.call(cohorts.update, { as: s.as, params: { id: target.id }, body: { seats: many - 50 } })
  expect(updated.status).toBe(200)
  await work(s)
  const bulk = (await latest(s))!
  expect(bulk.is_cohort_gone).toBe(false)
  expect(bulk.refused.cohort_full).toBe(many - many / 10 - (many - 50))
  expect([await countIn(s, target), await countIn(s, s.cohort)]).toEqual([many - 50, bulk.refused.cohort_full])
})

it('adds many subscribers to a second class some at a time, each once', async () => {
  const s = await makeSeller()
  const second = await s.make.cohort()
  await subscribe(w, s, many)
  await s.integrate(second.id)
  const asked = { as: s.as, params: { id: second.id } }
  const living = many - many / 10
  await w.call(cohorts.update, { ...asked, body: { seats: 3 } })
  expect((await w.call(renewals.add, asked)).error.fields).toEqual({ school_gateway_id: joinRefusals.cohort_full })
  await w.call(cohorts.update, { ...asked, body: { seats: null } })
  const begun = await w.call(renewals.add, asked)
  expect(begun.body).toEqual({ students: living, bulk_id: expect.any(String) })
  expect(await countIn(s, second)).toBe(0)
  await work(s)
  expect(await latest(s)).toMatchObject({ action: 'subscribe', changed: living, unchanged: 0 })
  expect(await countIn(s, second)).toBe(living)
  expect((await w.call(renewals.forecast, asked)).body.students).toBe(0)
})
