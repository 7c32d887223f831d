import { refusalOf } from '@escola/contract/payment-errors'
import { subscriptions } from '@escola/contract/subscriptions.contract'
import { beforeAll, beforeEach, expect, it } from 'vitest'
import { type PlanWorld, planWorld } from './plans.testing.ts'
import { updateSubscription } from './subscriptions.queries.ts'

let p: PlanWorld
let operator: { token: string }
beforeAll(async () => {
  p = await planWorld()
  operator = await p.w.makePlatformPerson()
})
beforeEach(() => p.beginAnew())

const list = (page = 1) => p.w.call(subscriptions.listGraces, { as: operator, query: { page } })
const listed = async () => (await list()).body.graces

it('lists the months of all schools that are not paid, with their sums, ways, reasons and ends', async () => {
  const byCard = await p.w.makeSchool('Cartão que falha')
  await p.subscribe(byCard, 'super')
  await p.control.setRenewals(await p.customerOf(byCard), 'fail')
  const byPix = await p.w.makeSchool('Código esquecido')
  await p.subscribeByPix(byPix, 'middle')
  await p.settle(byCard)
  expect((await listed()).total).toBe(0)
  await p.passTo(byPix, 1.5)
  await p.settle(byCard)
  const { list: rows, ...page } = await listed()
  expect(page).toEqual({ total: 2, page: 1, rowsPerPage: 50 })
  expect(rows.map(({ name, plan_id, cents, way, reason }) => ({ name, plan_id, cents, way, reason }))).toEqual([
    { name: 'Código esquecido', plan_id: 'middle', cents: 19_900, way: 'pix', reason: '' },
    {
      name: 'Cartão que falha',
      plan_id: 'super',
      cents: 59_900,
      way: 'card',
      reason: expect.stringContaining('não foi aprovado'),
    },
  ])
  const [row] = rows
  expect(row!.url).toBe(`${p.w.config.publicUrl}/escola/${byPix.id}/planos`)
  const { utc_paid_until, utc_grace_ends_on } = await p.stateOf(byPix)
  expect([row!.utc_began_on, row!.utc_ends_on]).toEqual([utc_paid_until, utc_grace_ends_on])

  // A card is tried in the place of the code, and refused.
  await byPix.tx((db) => updateSubscription(db, { utc_paid_until: new Date(Date.now() - 1000) }))
  await p.pay(byPix, { item: 'middle', paymentMethod: await p.card('4000000000009995') })
  await p.settle(byPix)
  expect((await listed()).list[0]!.reason).toBe(refusalOf('insufficient_funds').text)

  await p.w.call(subscriptions.cancel, { as: byCard.admin })
  await p.settle(byCard)
  const body = { reason: 'Pago por transferência' }
  await p.w.call(subscriptions.markPaid, { as: operator, params: { schoolId: byPix.id }, body })
  expect((await listed()).total).toBe(0)
})

it('is of the platform alone', async () => {
  const { admin } = await p.w.makeSchool('Sem plano nenhum')
  expect(await p.w.call(subscriptions.listGraces, { as: admin, query: {} })).toMatchObject({ status: 403 })
})
