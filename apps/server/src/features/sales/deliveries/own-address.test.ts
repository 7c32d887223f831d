import { createHmac, randomUUID } from 'node:crypto'
import { cohorts } from '@escola/contract/cohorts.contract'
import { sales } from '@escola/contract/sales.contract'
import { salesAccounts } from '@escola/contract/sales-accounts.contract'
import { beforeAll, describe, expect, it } from 'vitest'
import { type World, world } from '../../../testing/world.ts'
import { eduzzChecks } from '../platforms/eduzz-checks.testing.ts'
import { type Seller, sellersOf } from '../sales.testing.ts'

let w: World
let shop: ReturnType<typeof sellersOf>
beforeAll(async () => {
  w = await world()
  shop = sellersOf(w)
})

/** A paid invoice of Eduzz, signed with a code. */
function signedInvoice({ code, productId, email }: Pick<Seller, 'code' | 'productId' | 'email'>) {
  const body = JSON.stringify({
    id: randomUUID(),
    event: 'myeduzz.invoice_paid',
    data: { id: '90000001', student: { name: 'Bia Lima', email }, items: [{ productId, name: 'Curso' }] },
  })
  return { body, headers: { 'x-signature': createHmac('sha256', code).update(body).digest('hex') } }
}

describe("a school's own address of a platform", () => {
  it('keeps a signed sale of a product that no class sells, which waits for one', async () => {
    const s = await shop.makeSeller({ gateway: 'eduzz' })
    const sale = signedInvoice({ ...s, productId: '999999998' })
    expect((await shop.send(sale)).body).toEqual({ received: false })
    expect((await s.list()).sales.total).toBe(0)
    for (const path of [`/webhook/${s.id}/eduzz`, `/api/webhook/${s.id}/eduzz`, `/webhook/${s.id}/eduzz/`])
      expect(await shop.send({ ...sale, path })).toEqual({ status: 200, body: { received: true } })
    await s.work()
    const [kept, ...others] = (await s.list()).sales.list
    expect([kept, others]).toMatchObject([{ state: 'unmatched', reason: 'no_cohort', email: s.email }, []])
    await w.call(sales.replay, { as: s.as, params: { id: kept!.id }, body: { school_gateway_id: s.cohort.id } })
    await s.work()
    expect(await s.members()).toEqual([s.email])
  })

  it('takes what any account of the school proves, and no other', async () => {
    const [s, other] = [await shop.makeSeller({ gateway: 'eduzz' }), await shop.makeSeller({ gateway: 'eduzz' })]
    const second = { gateway: 'eduzz' as const, code: 'segunda-chave' }
    expect((await w.call(salesAccounts.create, { as: s.as, body: second })).status).toBe(201)
    const path = `/webhook/${s.id}/eduzz`
    expect((await shop.send({ ...signedInvoice({ ...s, code: second.code }), path })).status).toBe(200)
    for (const code of [other.code, '', 'outra'])
      expect((await shop.send({ ...signedInvoice({ ...s, code }), path })).status).toBe(401)
    expect((await shop.send({ ...signedInvoice(s), path: `/webhook/${s.id}/hotmart` })).status).toBe(401)
    await s.work()
    expect(await s.members()).toEqual([s.email])
    const { accounts } = (await w.call(salesAccounts.list, { as: s.as })).body
    expect(accounts.map(({ utc_delivered_on }) => utc_delivered_on === null)).toEqual([true, false])
  })

  it('compares a code that is shown without opening any that is kept', async () => {
    const s = await shop.makeSeller()
    await s.tx((db) => db.updateTable('sales_accounts').set({ sealed_code: 'nobody can open it' }).execute())
    for (const path of ['/webhook', `/webhook/${s.id}/hotmart`, `/webhook/${s.id}/${s.cohort.id}`])
      expect((await s.hotmart('PURCHASE_APPROVED', { path })).status).toBe(200)
    expect((await s.hotmart('PURCHASE_APPROVED', { path: `/webhook/${s.id}/hotmart`, token: 'outro' })).status).toBe(
      401,
    )
  })

  it('names its platform by itself, and answers those who look whether it is there', async () => {
    const s = await shop.makeSeller({ gateway: 'fornece' })
    const path = `/webhook/${s.id}/fornece`
    const body = { event: 'approved', transaction: 'T1', product_id: s.productId, email: s.email, token: s.code }
    expect((await shop.send({ path, body: { ...body, token: 'outro' } })).status).toBe(401)
    expect((await shop.send({ path, body })).body).toEqual({ received: true })
    expect((await w.app.inject({ method: 'GET', url: path })).json()).toEqual({ received: false })
    expect((await shop.send({ path, body: '' })).body).toEqual({ received: false })
    await s.work()
    expect(await s.members()).toEqual([s.email])
  })
})

describe('an account', () => {
  const listAccounts = async (s: Seller) => (await w.call(salesAccounts.list, { as: s.as })).body.accounts

  it('is entered once and used by many classes; its new code is one edit', async () => {
    const s = await shop.makeSeller()
    const second = await s.make.cohort()
    await s.integrate(second.id)
    const [account, ...others] = await listAccounts(s)
    const titles = [s.cohort, second].map(({ id, title }) => ({ id, title }))
    expect(others).toEqual([])
    expect(account!.school_gateways.toSorted((a, b) => Number(a.id) - Number(b.id))).toEqual(titles)
    const saved = await w.call(salesAccounts.update, {
      as: s.as,
      params: { id: account!.id },
      body: { title: ' Conta  nova ', code: 'novo-hottok' },
    })
    expect(saved.body.account).toMatchObject({ title: 'Conta nova', school_gateways: account!.school_gateways })
    expect((await s.hotmart('PURCHASE_APPROVED')).status).toBe(401)
    expect((await s.hotmart('PURCHASE_APPROVED', { token: 'novo-hottok' })).status).toBe(200)
    await s.work()
    expect([await s.members(), await s.members(second.id)]).toEqual([[s.email], [s.email]])
  })

  it('is chosen by a class instead of its code, on its own platform alone', async () => {
    const [s, other] = [await shop.makeSeller(), await shop.makeSeller()]
    const [mine] = await listAccounts(s)
    const [theirs] = await listAccounts(other)
    const second = await s.make.cohort()
    const integrate = (more: object) => s.integrate(second.id, { code: undefined, ...more })
    expect((await integrate({ account_id: mine!.id })).body.gateway.integrations).toMatchObject([
      { account_id: mine!.id, account_title: 'Hotmart', ids: [s.productId] },
    ])
    const fieldsOf = async (more: object) => Object.keys((await integrate(more)).error.fields ?? {})
    expect(await fieldsOf({ account_id: theirs!.id })).toEqual(['integrations.0.account_id'])
    expect(await fieldsOf({ account_id: mine!.id, gateway: 'eduzz' })).toEqual(['integrations.0.account_id'])
    expect(await fieldsOf({ account_id: mine!.id, code: 'x' })).toEqual(['integrations.0.code'])
    expect(await fieldsOf({})).toEqual(['integrations.0.code'])
  })

  it('of a code that the school has is that account, and no two have the same', async () => {
    const s = await shop.makeSeller()
    const [first] = await listAccounts(s)
    const create = (code: string) => w.call(salesAccounts.create, { as: s.as, body: { gateway: 'hotmart', code } })
    expect((await create(s.code)).body.account.id).toBe(first!.id)
    const { account } = (await create('outro')).body
    expect(account).toMatchObject({ title: 'Hotmart 2', school_gateways: [], utc_delivered_on: null })
    const same = { as: s.as, params: { id: account.id }, body: { code: s.code } }
    expect(Object.keys((await w.call(salesAccounts.update, same)).error.fields!)).toEqual(['code'])
    expect(JSON.stringify(await s.tx((db) => db.selectFrom('sales_accounts').selectAll().execute()))).not.toContain(
      s.code,
    )
  })

  it('that is removed sells no class; students stay, and so do the sales that were kept', async () => {
    const s = await shop.makeSeller()
    await s.hotmart('PURCHASE_APPROVED')
    await s.work()
    const [account] = await listAccounts(s)
    expect((await w.call(salesAccounts.remove, { as: s.as, params: { id: account!.id } })).status).toBe(200)
    expect((await s.hotmart('PURCHASE_APPROVED')).status).toBe(401)
    expect(await s.members()).toEqual([s.email])
    expect((await s.list()).sales.total).toBe(1)
    const { gateway } = (await w.call(cohorts.get, { as: s.as, params: { id: s.cohort.id } })).body
    expect(gateway.integrations).toEqual([])
    const [sale] = (await s.list()).sales.list
    const chosen = { as: s.as, params: { id: sale!.id }, body: { school_gateway_id: s.cohort.id } }
    expect(Object.keys((await w.call(sales.replay, chosen)).error.fields!)).toEqual(['school_gateway_id'])
  })
})

describe("a platform's test", () => {
  const testedOf = async (s: Seller) =>
    (await w.call(salesAccounts.list, { as: s.as })).body.accounts.map(({ utc_tested_on }) => utc_tested_on !== null)
  const ofTestButton = {
    product: { id: 0, name: 'Produto test postback2' },
    buyer: { email: 'testecomprador271101postman15@example.com', name: 'Teste Comprador' },
    purchase: { transaction: 'HP16015479281022' },
  }

  it('is answered and recorded by the account that it proves, and is no sale', async () => {
    const [s, other] = [await shop.makeSeller(), await shop.makeSeller()]
    const answer = await s.hotmart('PURCHASE_APPROVED', ofTestButton)
    expect(answer).toEqual({ status: 200, body: { received: false } })
    expect([await testedOf(s), await testedOf(other)]).toEqual([[true], [false]])
    expect((await s.list()).sales.total).toBe(0)
    const { gateway } = (await w.call(cohorts.get, { as: s.as, params: { id: s.cohort.id } })).body
    expect(gateway.integrations.map(({ utc_tested_on }) => utc_tested_on !== null)).toEqual([true])
    const path = `/webhook/${other.id}/hotmart`
    expect((await other.hotmart('PURCHASE_APPROVED', { ...ofTestButton, path, token: 'outro' })).status).toBe(200)
    expect(await testedOf(other)).toEqual([false])
  })

  it('by which Eduzz checks an address is answered with success wherever it comes', async () => {
    for (const body of Object.values(eduzzChecks))
      for (const sent of [body, String(new URLSearchParams(body))]) {
        const s = await shop.makeSeller({ gateway: 'eduzz' })
        for (const path of ['/webhook', `/webhook/${s.id}/${s.cohort.id}`, `/webhook/${s.id}/eduzz`])
          expect(await shop.send({ path, body: sent }), path).toEqual({ status: 200, body: { received: false } })
        expect((await s.list()).sales.total).toBe(0)
        expect(await testedOf(s)).toEqual([true])
      }
    const s = await shop.makeSeller({ gateway: 'eduzz' })
    for (const change of [{ trans_cod: '2' }, { cus_email: 'compra@example.com' }])
      expect((await shop.send({ body: { ...eduzzChecks.invoice, ...change } })).status).toBe(401)
    expect(await testedOf(s)).toEqual([false])
  })

  it('without a proof is recorded by the only account at its address', async () => {
    const s = await shop.makeSeller({ gateway: 'eduzz' })
    const path = `/webhook/${s.id}/eduzz`
    const bodies = ['', { event: 'ping' }, { trans_cod: '1', trans_status: '3' }, { event_name: 'cart_abandonment' }]
    for (const to of ['/webhook', `/webhook/${s.id}/${s.cohort.id}`])
      for (const body of bodies) expect((await shop.send({ path: to, body })).status).toBe(200)
    expect(await testedOf(s)).toEqual([false])
    const headers = { 'x-signature': createHmac('sha256', 'outro').update('{"event":"ping"}').digest('hex') }
    expect((await shop.send({ path, body: { event: 'ping' }, headers })).status).toBe(200)
    expect(await testedOf(s)).toEqual([false])
    expect((await shop.send({ path, body: { event: 'ping' } })).status).toBe(200)
    expect(await testedOf(s)).toEqual([true])
    expect((await s.list()).sales.total).toBe(0)
    const second = await shop.makeSeller({ gateway: 'eduzz' })
    await w.call(salesAccounts.create, { as: second.as, body: { gateway: 'eduzz', code: 'segunda-chave' } })
    for (const body of bodies) await shop.send({ path: `/webhook/${second.id}/eduzz`, body })
    expect(await testedOf(second)).toEqual([false, false])
  })
})
