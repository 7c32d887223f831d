import { accessApi } from '@escola/contract/access-api.contract'
import { cohorts } from '@escola/contract/cohorts.contract'
import { salesAccounts } from '@escola/contract/sales-accounts.contract'
import { expect, it } from 'vitest'
import { world } from '../../testing/world.ts'
import { sellersOf } from '../sales/sales.testing.ts'

it('names with numbers what goes with a class that is deleted, and nothing of other classes', async () => {
  const w = await world()
  const s = await sellersOf(w).makeSeller()
  const course = await s.make.course()
  const other = await s.make.cohort({ courses: [course] })
  const removalOf = async ({ id }: { id: string }) =>
    (await w.call(cohorts.getRemoval, { as: s.as, params: { id } })).body.removal
  const nothing = {
    totalStudents: 0,
    opens: 0,
    integrations: 0,
    waiting_sales: 0,
    api_integrations: 0,
    dates: 0,
    charged: '0.00',
    renewing: 0,
    lapsed: 0,
  }
  await w.call(cohorts.update, { as: s.as, params: s.cohort, body: { degrees: [course.id] } })
  await s.make.enrollment(s.cohort, s.student)
  await s.tx((db) => db.updateTable('schools').set({ has_api: true }).execute())
  await w.call(accessApi.generateKey, { as: s.as })
  await w.call(accessApi.saveIntegration, { as: s.as, body: { school_gateway_id: s.cohort.id } })
  await s.tx((db) =>
    db
      .insertInto('module_dates')
      .values({ course_id: course.id, cohort_id: s.cohort.id, utc_opened_on: new Date() })
      .execute(),
  )
  // The first has no e-mail, the second is of a product that no class has, and the third, which is not read yet, has no product.
  await s.hotmart('PURCHASE_APPROVED', { transaction: 'HP1', buyer: { email: 'maria@gmail', name: 'Maria Souza' } })
  await s.hotmart('PURCHASE_APPROVED', { transaction: 'HP2', product: { id: 1 } })
  await s.work()
  await s.hotmart('PURCHASE_APPROVED', { transaction: 'HP3' })
  expect((await s.list()).sales.list.map(({ state }) => state)).toEqual(['waiting', 'unmatched', 'no_email'])
  expect(await removalOf(s.cohort)).toEqual({
    totalStudents: 1,
    opens: 1,
    integrations: 1,
    waiting_sales: 1,
    api_integrations: 1,
    dates: 1,
    charged: '0.00',
    renewing: 0,
    lapsed: 0,
  })
  // A sale that came to the address of an integration names it.
  const { id: integration_id } = s.made.body.gateway.integrations[0]!
  await s.tx((db) => db.updateTable('sales').set({ integration_id }).where('state', '=', 'waiting').execute())
  expect((await removalOf(s.cohort)).waiting_sales).toBe(2)
  expect(await removalOf(other)).toEqual({ ...nothing, opens: 1 })
  const { northside } = w
  expect((await w.call(cohorts.getRemoval, { as: northside.admin, params: s.cohort })).status).toBe(404)
})

it('counts no waiting sale of another platform that the school named, whose products have the same numbers', async () => {
  const w = await world()
  const s = await sellersOf(w).makeSeller()
  const other = await s.make.cohort()
  const open = async (title: string) => {
    const body = { gateway: 'other' as const, title, code: `codigo-${title}`, proof: { kind: 'bearer' as const } }
    return (await w.call(salesAccounts.create, { as: s.as, body })).body.account
  }
  const [shop, fair] = [await open('Loja'), await open('Feira')]
  const sold = { gateway: 'other', code: undefined, ids: '1' }
  await s.integrate(s.cohort.id, { ...sold, account_id: shop.id })
  await s.integrate(other.id, { ...sold, account_id: fair.id })
  const sale = {
    platform: 'other',
    state: 'no_email',
    product_ids: ['1'],
    ...{ headers: '{}', query: '{}', body: '' },
    utc_received_on: new Date(),
  }
  await s.tx((db) =>
    db
      .insertInto('sales')
      .values([
        { ...sale, delivery_hash: 'a', account_id: shop.id },
        { ...sale, delivery_hash: 'b', account_id: shop.id },
        { ...sale, delivery_hash: 'c', account_id: fair.id },
      ])
      .execute(),
  )
  const waitingOf = async (params: { id: string }) =>
    (await w.call(cohorts.getRemoval, { as: s.as, params })).body.removal.waiting_sales
  expect([await waitingOf(s.cohort), await waitingOf(other)]).toEqual([2, 1])
})
