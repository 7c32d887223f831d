import { dayMs } from '@escola/contract/durations'
import { expect, it } from 'vitest'
import { jobs } from '../../jobs/catalogue.ts'
import { runJob } from '../../testing/jobs.ts'
import { world } from '../../testing/world.ts'
import { sellersOf } from './sales.testing.ts'

it('does renewals again that waited for a class before charges followed their subscribers, and no other sale', async () => {
  const w = await world()
  const s = await sellersOf(w).makeSeller()
  const pay = async (transaction: string, subscription: string, days: number, more: object = {}) => {
    const purchase = { transaction, date_next_charge: Date.now() + days * dayMs }
    await s.hotmart('PURCHASE_APPROVED', { transaction, subscription, purchase, ...more })
    await s.work()
  }
  await pay('HP1', 'S1', 1)
  await pay('HP2', 'S1', 60)
  await pay('HP8', 'S8', 60, { product: { id: 7, name: 'Outro' } })
  // An earlier release left the second charge waiting, and its subscriber went out.
  await s.tx(async (db) => {
    await db.deleteFrom('enrollment_grants').where('source_key', 'like', 'hotmart:HP2:%').execute()
    await db
      .updateTable('sales')
      .set({ state: 'unmatched', reason: 'no_cohort' })
      .where('transaction_code', '=', 'HP2')
      .execute()
  })
  await s.endDue(new Date(Date.now() + 20 * dayMs))
  const listStates = async () =>
    (await s.list()).sales.list.map(({ transaction, state }) => `${transaction} ${state}`).toSorted()
  expect([await s.members(), await listStates()]).toEqual([[], ['HP1 done', 'HP2 unmatched', 'HP8 unmatched']])
  for (const again of [['HP2'], []]) {
    await runJob(w, s, jobs.repeatFollowedSales, {})
    const waiting = await s.tx((db) =>
      db.selectFrom('sales').where('state', '=', 'waiting').select('transaction_code').execute(),
    )
    expect(waiting.map((row) => row.transaction_code)).toEqual(again)
    await s.work()
    expect([await s.members(), await listStates()]).toEqual([[s.email], ['HP1 done', 'HP2 done', 'HP8 unmatched']])
  }
})
