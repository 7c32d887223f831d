import { createHmac, randomUUID } from 'node:crypto'
import { cohorts } from '@escola/contract/cohorts.contract'
import { dayMs } from '@escola/contract/durations'
import { salesLimits } from '@escola/contract/sales'
import { sales } from '@escola/contract/sales.contract'
import { students } from '@escola/contract/students.contract'
import { beforeAll, expect, it } from 'vitest'
import { neverStops } from '../../testing/jobs.ts'
import { type World, world } from '../../testing/world.ts'
import { forgetOldSales } from './kept-sales.service.ts'
import { failSale, processSale } from './sale-processing.service.ts'
import { type Seller, sellersOf } from './sales.testing.ts'

const afterDays = (days: number) => new Date(Date.now() + (days + 1) * dayMs)

let w: World
let shop: ReturnType<typeof sellersOf>
beforeAll(async () => {
  w = await world()
  shop = sellersOf(w)
})

const forget = (s: Seller, at: Date) => forgetOldSales(s, { ...w.tools, now: () => at }, neverStops)
const readRows = (s: Seller) => s.tx((db) => db.selectFrom('sales').selectAll().orderBy('id').execute())
const replay = (s: Seller, id: string, body: object = {}) => w.call(sales.replay, { as: s.as, params: { id }, body })
const readSent = async (s: Seller, id: string) =>
  (await w.call(sales.readDelivery, { as: s.as, params: { id } })).body.state
const person = { name: 'Clara Nobre', document: '52998224725', checkout_phone: '11912345678' }
const deliver = (
  s: Seller,
  event: string,
  { transaction = 'HP1', email = s.email, ...more }: Record<string, unknown> = {},
) => s.hotmart(event, { transaction, buyer: { ...person, email }, ...more })

it('of an ignored event its name, moment and product are kept, and nothing of a person; it is not done again', async () => {
  const s = await shop.makeSeller()
  const secrets = (rows: object[]) =>
    [s.email, person.name, person.document, person.checkout_phone, 'HPCART'].filter((each) =>
      JSON.stringify(rows).toLowerCase().includes(each.toLowerCase()),
    )
  await deliver(s, 'PURCHASE_OUT_OF_SHOPPING_CART', { transaction: 'HPCART' })
  await s.work()
  const [kept] = await readRows(s)
  expect(kept).toMatchObject({
    ...{ state: 'ignored', event: 'PURCHASE_OUT_OF_SHOPPING_CART', reason: 'no_access_change', transaction_code: '' },
    ...{
      product_ids: [s.productId],
      product_name: 'Curso Exemplo',
      body: '',
      sealed_body: null,
      headers: {},
      query: {},
    },
  })
  expect(secrets([kept!])).toEqual([])
  expect(await readSent(s, kept!.id)).toBe('ignored')
  expect((await replay(s, kept!.id)).error.code).toBe('sale_settled')
  // The code of a purchase that is known stays.
  await deliver(s, 'PURCHASE_APPROVED')
  await deliver(s, 'PURCHASE_REFUND_REQUESTED')
  await s.work()
  expect((await readRows(s)).at(-1)).toMatchObject({ state: 'ignored', transaction_code: 'HP1', buyer_email: '' })
  // Earlier ones were kept whole.
  await s.tx((db) =>
    db
      .updateTable('sales')
      .set({
        buyer_name: person.name,
        buyer_email: s.email,
        transaction_code: 'HPCART',
        body: 'e30=',
        headers: '{"a":"b"}',
      })
      .where('id', '=', kept!.id)
      .execute(),
  )
  await forget(s, new Date())
  expect(secrets([(await readRows(s))[0]!])).toEqual([])
})

it('a paid sale that names no product waits with its buyer, and is not taken for an ignored event', async () => {
  const s = await shop.makeSeller()
  await s.hotmart('PURCHASE_APPROVED', { product: {} })
  await s.work()
  expect((await s.list()).sales.list).toMatchObject([{ state: 'failed', reason: 'no_product', email: s.email }])
})

it('bodies go after half a year, and what is undecided is still done, from what was read of it', async () => {
  const s = await shop.makeSeller()
  await s.integrate(s.cohort.id, { ids: 'outro' })
  const names = ['unmatched', 'mistyped', 'failed', 'done'] as const
  const emails = Object.fromEntries(names.map((name) => [name, `${name}.${s.email}`])) as Record<
    (typeof names)[number],
    string
  >
  await deliver(s, 'PURCHASE_APPROVED', { transaction: 'HPFAILED', email: emails.failed })
  const [failed] = await readRows(s)
  // Its job ran out of tries before anything was read.
  await failSale(s, failed!.id)
  await deliver(s, 'PURCHASE_APPROVED', { transaction: 'HPUNMATCHED', email: emails.unmatched })
  await deliver(s, 'PURCHASE_APPROVED', { transaction: 'HPTYPED', email: 'clara@gmail' })
  await s.work()
  await s.integrate(s.cohort.id, { ids: 'outro' })
  await forget(s, afterDays(salesLimits.deliveryDays))
  const old = await readRows(s)
  expect(old.map(({ body, sealed_body, headers }) => [body, sealed_body, headers])).toEqual(
    Array(3).fill(['', null, {}]),
  )
  expect(old).toMatchObject([
    { state: 'failed', buyer_name: person.name, buyer_email: emails.failed, product_name: 'Curso Exemplo' },
    { state: 'unmatched', buyer_name: person.name, buyer_email: emails.unmatched, product_ids: [s.productId] },
    { state: 'unmatched', buyer_email: 'clara@gmail' },
  ])
  await s.tx((db) =>
    db
      .updateTable('sales')
      .set({ utc_received_on: new Date(Date.now() - 200 * dayMs) })
      .execute(),
  )
  expect(await readSent(s, old[1]!.id)).toBe('old')
  // The chosen class takes the sales that wait for it; one has no e-mail that works.
  expect((await replay(s, old[1]!.id, { school_gateway_id: s.cohort.id })).status).toBe(202)
  await replay(s, old[0]!.id)
  await s.work()
  expect(new Set(await s.members())).toEqual(new Set([emails.unmatched, emails.failed]))
  expect((await s.list({ search: 'HPTYPED' })).sales.list).toMatchObject([{ state: 'no_email', email: 'clara@gmail' }])
  await w.call(sales.correctEmail, { as: s.as, params: { id: old[2]!.id }, body: { email: emails.mistyped } })
  await s.work()
  expect(await s.members()).toContain(emails.mistyped)
  const paidOn = await s.tx((db) => db.selectFrom('purchase_facts').select('utc_occurred_on').execute())
  expect(paidOn).toHaveLength(3)
  expect(Math.max(...paidOn.map((fact) => fact.utc_occurred_on.getTime()))).toBeLessThan(Date.now())
})

it('what waits is kept for two years, and facts for good', async () => {
  const s = await shop.makeSeller()
  await deliver(s, 'PURCHASE_APPROVED', { transaction: 'HP1' })
  await deliver(s, 'PURCHASE_APPROVED', { transaction: 'HP2', email: '' })
  await s.work()
  await forget(s, afterDays(salesLimits.deliveryDays))
  expect(await readRows(s)).toMatchObject([{ state: 'no_email', transaction_code: 'HP2' }])
  await forget(s, afterDays(salesLimits.undecidedDays - 2))
  expect(await readRows(s)).toHaveLength(1)
  await forget(s, afterDays(salesLimits.undecidedDays))
  expect(await readRows(s)).toEqual([])
  expect(await s.tx((db) => db.selectFrom('purchase_facts').select('id').execute())).toHaveLength(2)
})

/** A seller on Mercado Pago, and a notice of a payment that waits. */
async function makeNotified() {
  const s = await shop.makeSeller({ gateway: 'mercadopago' })
  const integration = { gateway: 'mercadopago' as const, code: s.code, access_token: 'APP_USR-1' }
  await w.call(cohorts.update, { as: s.as, params: { id: s.cohort.id }, body: { integrations: [integration] } })
  const ts = String(Math.floor(Date.now() / 1000))
  const requestId = randomUUID()
  const v1 = createHmac('sha256', s.code).update(`request-id:${requestId};ts:${ts};`).digest('hex')
  await shop.send({
    path: `/webhook/${s.id}/${s.cohort.id}`,
    headers: { 'x-signature': `ts=${ts},v1=${v1}`, 'x-request-id': requestId },
    body: { id: 1, type: 'payment', action: 'payment.updated', data: { id: '987654321' } },
  })
  const [row] = await readRows(s)
  const process = (more: object) => {
    const payment = { id: 987_654_321, payer: { email: s.email }, ...more }
    const fetchPayment = async (_: string, id: string) => (id === '987654321' ? payment : null)
    return processSale(s, row!.id, { ...w.tools, mercadoPago: { fetchPayment } as never })
  }
  return { ...s, row: row!, process }
}

it('a payment of Mercado Pago is looked up after its notice is gone', async () => {
  const s = await makeNotified()
  await failSale(s, s.row.id)
  await forget(s, afterDays(salesLimits.deliveryDays))
  await replay(s, s.row.id)
  await s.process({ status: 'approved' })
  expect(await s.members()).toEqual([s.email])
})

it('of an ignored payment of Mercado Pago no product is kept, which may be what the seller wrote of the buyer', async () => {
  const s = await makeNotified()
  await s.process({ status: 'pending', external_reference: person.name })
  expect(await readRows(s)).toMatchObject([{ state: 'ignored', product_ids: [] }])
  expect(await s.tx((db) => db.selectFrom('sale_items').selectAll().execute())).toEqual([])
})

it('of an erased student no product of Mercado Pago is kept', async () => {
  const s = await makeNotified()
  await s.process({ status: 'approved', external_reference: 'ref-1', metadata: { para: 'clara' } })
  expect((await readRows(s)).map(({ product_ids }) => product_ids)).toEqual([['ref-1', 'clara']])
  const { list } = (await w.call(students.list, { as: s.as, query: { search: s.email } })).body.students
  expect((await w.call(students.erase, { as: s.as, params: { link: list[0]!.link } })).status).toBe(200)
  expect(await readRows(s)).toMatchObject([{ product_ids: [], state: 'done' }])
  expect(await s.tx((db) => db.selectFrom('sale_items').selectAll().execute())).toEqual([])
})

it('an erased student is in none of the sales of their purchases, whatever e-mail those came with', async () => {
  const s = await shop.makeSeller()
  const other = `outra.${s.email}`
  await s.hotmart('PURCHASE_APPROVED', { subscription: 'SUB1' })
  await s.work()
  await deliver(s, 'PURCHASE_APPROVED', { email: other, subscription: { subscriber: { code: 'SUB1' } } })
  await s.hotmart('SUBSCRIPTION_CANCELLATION', {
    purchase: undefined,
    buyer: undefined,
    subscriber: { code: 'SUB1', email: other, name: person.name },
  })
  // Another product of theirs waits for a class, and a stranger's sale for an e-mail.
  await deliver(s, 'PURCHASE_APPROVED', { transaction: 'HP7', product: { id: 1, name: 'Outro' } })
  await deliver(s, 'PURCHASE_APPROVED', { transaction: 'HP8', email: 'estranha@gmail' })
  await s.work()
  const { list } = (await w.call(students.list, { as: s.as, query: { search: s.email } })).body.students
  expect((await w.call(students.erase, { as: s.as, params: { link: list[0]!.link } })).status).toBe(200)
  const rows = await readRows(s)
  const named = rows.filter(({ buyer_name, buyer_email, sealed_body }) => buyer_name || buyer_email || sealed_body)
  expect(named).toMatchObject([{ buyer_email: 'estranha@gmail', state: 'no_email' }])
  expect(rows).toHaveLength(5)
  expect(rows[3]).toMatchObject({ state: 'dismissed', reason: 'erased', product_ids: ['1'] })
  expect(await readSent(s, rows[3]!.id)).toBe('erased')
  expect((await replay(s, rows[3]!.id)).error.code).toBe('sale_settled')
})
