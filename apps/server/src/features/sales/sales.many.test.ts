import { dayMs } from '@escola/contract/durations'
import { salesLimits } from '@escola/contract/sales'
import { sales } from '@escola/contract/sales.contract'
import { thisSchool } from '@escola/db'
import { sql } from 'kysely'
import { beforeAll, expect, it } from 'vitest'
import { jobs } from '../../jobs/catalogue.ts'
import { handlerOf, neverStops, runJob } from '../../testing/jobs.ts'
import { statementsOf } from '../../testing/statement-checks.ts'
import { type World, world } from '../../testing/world.ts'
import { endDue } from '../enrollments/enrollments.service.ts'
import { type Seller, sellersOf } from './sales.testing.ts'

let w: World
let shop: ReturnType<typeof sellersOf>
beforeAll(async () => {
  w = await world()
  shop = sellersOf(w)
})

/** Repeats the school's only sale. */
const repeat = (s: Seller, count: number) =>
  s.tx((db) =>
    sql`
      insert into sales (school_id, platform, delivery_hash, headers, query, body, account_id, state, product_ids, utc_received_on)
      select ${thisSchool}::bigint, platform, n::text, headers, query, body, account_id, state, product_ids, utc_received_on
      from sales cross join generate_series(1, ${count}::int) as n where school_id = ${thisSchool}
      on conflict do nothing`.execute(db),
  )

it('a sale that makes a student takes few transactions and statements', async () => {
  const s = await shop.makeSeller()
  await s.hotmart('PURCHASE_APPROVED')
  const [job] = await s.pendingJobs()
  const said = await statementsOf(() => runJob(w, s, jobs.processSale, job![1]))
  expect(await s.members()).toEqual([s.email])
  // The notification of the delivery (NOTIFY) may be sent while the job runs.
  const texts = said.filter((text) => !/ with \d+$|notify/.test(text))
  expect(texts.filter((text) => text === 'begin').length).toBeLessThanOrEqual(5)
  // They are 50; statements of the process's own timers may come between.
  expect(texts.length).toBeLessThanOrEqual(53)
})

it('a class is chosen for however many sales wait', async () => {
  const s = await shop.makeSeller()
  await s.integrate(s.cohort.id, { ids: 'outro' })
  await s.hotmart('PURCHASE_APPROVED')
  await s.work()
  await repeat(s, 35_000)
  const { list } = (await s.list()).sales
  const chosen = { as: s.as, params: { id: list[0]!.id }, body: { school_gateway_id: s.cohort.id } }
  expect((await w.call(sales.replay, chosen)).status).toBe(202)
  expect((await s.list()).unmatched).toBe(0)
})

it('old sales are forgotten, and that they were paid back is not', async () => {
  const s = await shop.makeSeller()
  const refunded = () => s.hotmart('PURCHASE_REFUNDED')
  await refunded()
  await s.work()
  await repeat(s, 1500)
  await refunded()
  const late = new Date(Date.now() + (salesLimits.deliveryDays + 1) * dayMs)
  const stopped = handlerOf(w, jobs.forgetOldSales).run(s, {}, { ...w.tools, now: () => late }, AbortSignal.abort())
  await expect(stopped).rejects.toThrow(/aborted/)
  expect((await s.list()).sales.total).toBe(1502 - 1000)
  await runJob(w, s, jobs.forgetOldSales, {}, { now: late })
  expect((await s.list()).sales.list).toMatchObject([{ state: 'waiting' }])
  await s.hotmart('PURCHASE_APPROVED')
  await s.work()
  expect(await s.members()).toEqual([])
})

it('ends what was paid for any number of students, a part in each transaction', async () => {
  const s = await shop.makeSeller()
  await s.hotmart('PURCHASE_APPROVED', { subscription: 'SUB1' })
  await s.work()
  const until = new Date()
  await s.tx((db) =>
    sql`
      insert into enrollment_grants (school_id, cohort_id, user_id, source, source_key, utc_starts_on, utc_ends_on)
      select ${thisSchool}::bigint, cohort_id, user_id, source, 'hotmart:' || n || ':', utc_starts_on, ${until}
      from enrollment_grants cross join generate_series(1, 1050) as n where school_id = ${thisSchool} and source = 'sale'
      on conflict do nothing`.execute(db),
  )
  const living = () =>
    s.tx((db) => db.selectFrom('enrollment_grants').where('utc_ended_on', 'is', null).select('cohort_id').execute())
  const tools = { now: () => new Date(until.getTime() + 1000) }
  expect(await living()).toHaveLength(1051)
  await endDue(s, tools, neverStops)
  expect(await living()).toHaveLength(1)
  expect(await s.members()).toEqual([s.email])
})
