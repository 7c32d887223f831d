import { createHmac } from 'node:crypto'
import { cohorts } from '@escola/contract/cohorts.contract'
import { fieldMappings } from '@escola/contract/field-mappings.contract'
import { sales } from '@escola/contract/sales.contract'
import { salesAccounts } from '@escola/contract/sales-accounts.contract'
import { beforeAll, describe, expect, it } from 'vitest'
import { createMercadoPago } from '../../../sales-platforms/mercado-pago.ts'
import { neverStops } from '../../../testing/jobs.ts'
import { type World, world } from '../../../testing/world.ts'
import type { People } from '../../people/people.service.ts'
import { processSale } from '../sale-processing.service.ts'
import { sellersOf } from '../sales.testing.ts'
import { repeatAccountSales } from './field-mappings.service.ts'

let w: World
let shop: ReturnType<typeof sellersOf>
beforeAll(async () => {
  w = await world()
  shop = sellersOf(w)
})

const mapping = {
  fields: {
    event: ['acao'],
    transaction: ['pedido'],
    email: ['pessoa', 'contato'],
    name: ['pessoa', 'chamar'],
    product_ids: ['itens', '*', 'sku'],
  },
  outcomes: [
    { value: 'vendeu', outcome: 'paid' as const },
    { value: 'devolveu', outcome: 'refunded' as const },
  ],
}

interface Account {
  code?: string
  productId?: string
  proof?: object
}

/** A school whose class is sold by an account on a platform that it named. */
async function makeOwn({
  code = 'um-codigo',
  productId = '1',
  proof = { kind: 'header', name: 'X-Chave' },
}: Account = {}) {
  const s = await shop.makeSeller()
  const create = (more: object = {}) =>
    w.call(salesAccounts.create, { as: s.as, body: { gateway: 'other', title: 'Loja', code, proof, ...more } as never })
  const { account } = (await create()).body
  const integrate = (accountId = account.id, cohortId = s.cohort.id) =>
    s.integrate(cohortId, { gateway: 'other', code: undefined, account_id: accountId, ids: productId })
  expect((await integrate()).status).toBe(200)
  const path = `/webhook/${s.id}/other`
  const deliver = (acao: string, { key = code, ...more }: Record<string, unknown> = {}) =>
    shop.send({
      path,
      headers: { 'x-chave': String(key) },
      body: {
        acao,
        pedido: 1001,
        pessoa: { chamar: 'maria lima', contato: s.email },
        itens: [{ sku: productId }],
        ...more,
      },
    })
  const get = async (id = account.id) => (await w.call(fieldMappings.get, { as: s.as, params: { id } })).body
  const preview = async (draft: object = mapping, id = account.id) =>
    (await w.call(fieldMappings.preview, { as: s.as, params: { id }, body: draft as never })).body
  const save = (body: object = mapping, id = account.id) =>
    w.call(fieldMappings.save, { as: s.as, params: { id }, body: body as never })
  /** Does the jobs that wait: first the jobs that repeat sales. */
  const work = async () => {
    for (const [name, payload] of await s.pendingJobs())
      if (name === 'sales.repeat_account') await repeatAccountSales(s, payload as { accountId: string }, neverStops)
    await s.work()
  }
  const states = async () =>
    (await s.list()).sales.list.map(({ event, state, reason }) => [event, state, reason]).toReversed()
  return { ...s, account, create, integrate, path, deliver, get, preview, save, work, states }
}

describe('a platform that the school named', () => {
  it('is told what its fields mean by a sample, and what came before waits for that', async () => {
    const s = await makeOwn()
    expect(await s.get()).toMatchObject({ mapping: null, samples: [], waiting: 0, utc_refused_on: null })
    expect((await s.deliver('vendeu', { key: 'outro' })).status).toBe(401)
    expect((await s.get()).utc_refused_on).not.toBeNull()
    expect((await s.deliver('vendeu')).body).toEqual({ received: true })
    expect((await s.deliver('boleto', { pedido: 1002 })).body).toEqual({ received: true })
    await s.work()
    expect(await s.states()).toEqual([
      ['', 'failed', 'no_mapping'],
      ['', 'failed', 'no_mapping'],
    ])
    const { samples, suggestion, waiting } = await s.get()
    expect([waiting, suggestion.fields.email]).toEqual([2, ['pessoa', 'contato']])
    expect(samples[1]!.fields).toContainEqual({ path: ['itens', '*', 'sku'], text: '1' })
    const { accounts } = (await w.call(salesAccounts.list, { as: s.as })).body
    expect(accounts.find(({ gateway }) => gateway === 'other')!.own).toMatchObject({ is_mapped: false, waiting: 2 })

    const { previews, values } = await s.preview()
    expect(previews[1]).toMatchObject({
      outcome: 'paid',
      name: 'maria lima',
      email: s.email,
      school_gateways: [s.cohort.title],
      lacks: [],
    })
    expect(previews[0]).toMatchObject({ value: 'boleto', outcome: null })
    expect(values.map(({ value }) => value).toSorted()).toEqual(['boleto', 'vendeu'])
    expect(await s.members()).toEqual([])

    expect((await s.save()).status).toBe(200)
    await s.work()
    expect(await s.members()).toEqual([s.email])
    expect(await s.states()).toEqual([
      ['vendeu', 'done', ''],
      ['boleto', 'failed', 'no_meaning'],
    ])
    expect((await s.list()).sales.list[1]).toMatchObject({ transaction: '1001', gateway: 'other' })
    expect((await s.preview()).values).toContainEqual({ value: 'boleto', unknown: 1, suggestion: null, mixed: null })

    const outcomes = [...mapping.outcomes, { value: 'boleto', outcome: 'ignored' as const }]
    await s.save({ ...mapping, outcomes })
    await s.work()
    expect((await s.states())[1]).toEqual(['boleto', 'ignored', 'no_access_change'])
    await s.deliver('devolveu')
    await s.work()
    expect(await s.members()).toEqual([])
    for (const { id, state } of (await s.list()).sales.list)
      if (state !== 'ignored') await w.call(sales.replay, { as: s.as, params: { id }, body: {} })
    await s.work()
    expect(await s.members(), 'done again').toEqual([])
  })

  it('decides a sale anew that was read by a mapping that was changed meanwhile', async () => {
    const s = await makeOwn()
    await s.save()
    await s.deliver('vendeu')
    const [sale] = (await s.list()).sales.list
    const outcomes = [{ value: 'outro', outcome: 'paid' as const }]
    const people = Object.assign(Object.create(w.tools.people), {
      ensureFor: async (...asked: Parameters<People['ensureFor']>) => {
        await s.save({ ...mapping, outcomes })
        return w.tools.people.ensureFor(...asked)
      },
    })
    await processSale(s, sale!.id, { ...w.tools, people, mercadoPago: createMercadoPago('http://127.0.0.1:1') })
    expect([await s.states(), await s.members()]).toEqual([[['vendeu', 'failed', 'no_meaning']], []])
  })

  it('keeps its purchases and products apart from those of another such platform', async () => {
    const s = await makeOwn()
    const second = await s.make.cohort()
    const other = (await s.create({ title: 'Feira', code: 'outro-codigo', proof: { kind: 'bearer' } })).body.account
    expect((await s.integrate(other.id, second.id)).status).toBe(200)
    await s.save()
    await s.save(mapping, other.id)
    const buyer = `feira.${s.email}`
    const sale = { acao: 'vendeu', pedido: 1001, pessoa: { contato: buyer }, itens: [{ sku: '1' }] }
    const deliverOther = (more: object = {}) =>
      shop.send({ path: s.path, headers: { authorization: 'Bearer outro-codigo' }, body: { ...sale, ...more } })
    expect((await s.deliver('vendeu')).status).toBe(200)
    expect((await deliverOther()).status).toBe(200)
    await s.work()
    expect([await s.members(), await s.members(second.id)]).toEqual([[s.email], [buyer]])
    const buyersOf = async (id: string) =>
      (await s.list({ school_gateway_id: id })).sales.list.map(({ email }) => email)
    expect([await buyersOf(s.cohort.id), await buyersOf(second.id)]).toEqual([[s.email], [buyer]])
    await deliverOther({ acao: 'devolveu' })
    await s.work()
    expect([await s.members(), await s.members(second.id)]).toEqual([[s.email], []])
    expect((await s.get()).samples).toHaveLength(1)
    const same = { path: s.path, body: { acao: 'aviso' } }
    await shop.send({ ...same, headers: { 'x-chave': 'um-codigo' } })
    await shop.send({ ...same, headers: { authorization: 'Bearer outro-codigo' } })
    expect((await s.list()).sales.total).toBe(5)
  })

  it('waits for an e-mail and for a class as every sale does', async () => {
    const s = await makeOwn()
    await s.save()
    await s.deliver('vendeu', { pessoa: { contato: 'maria@' } })
    await s.deliver('vendeu', { pedido: 1003, itens: [{ sku: '9' }] })
    await s.work()
    expect(await s.states()).toEqual([
      ['vendeu', 'no_email', 'no_buyer_email'],
      ['vendeu', 'unmatched', 'no_cohort'],
    ])
    const [unmatched, mistyped] = (await s.list()).sales.list
    await w.call(sales.correctEmail, { as: s.as, params: { id: mistyped!.id }, body: { email: s.email } })
    await s.work()
    expect(await s.members()).toEqual([s.email])
    const body = { school_gateway_id: s.cohort.id }
    expect((await w.call(sales.replay, { as: s.as, params: { id: unmatched!.id }, body })).status).toBe(202)
  })

  it('is proven by what the account says now, and an empty code proves nothing', async () => {
    const s = await makeOwn()
    const update = (body: object) =>
      w.call(salesAccounts.update, { as: s.as, params: { id: s.account.id }, body: body as never })
    const proof = { kind: 'signature', name: 'X-Sig', algorithm: 'sha1', encoding: 'base64', prefix: 'sha1=' }
    expect((await update({ proof })).body.account.own).toMatchObject({ proof: { ...proof, name: 'x-sig' } })
    const body = JSON.stringify({ acao: 'vendeu' })
    const send = (code: string) =>
      shop.send({
        path: s.path,
        headers: { 'x-sig': `sha1=${createHmac('sha1', code).update(body).digest('base64')}` },
        body,
      })
    expect((await s.deliver('vendeu')).status).toBe(401)
    expect((await send('')).status).toBe(401)
    expect((await send('um-codigo')).status).toBe(200)
    expect(Object.keys((await update({ code: ' ' })).error.fields!)).toEqual(['code'])
    expect(Object.keys((await update({ proof: { kind: 'header', name: 'a b' } })).error.fields!)).toEqual([
      'proof.name',
    ])
    expect(Object.keys((await s.create({ proof: undefined })).error.fields!)).toEqual(['proof'])
    // One code under another proof is a change of the account that has it.
    expect(Object.keys((await s.create({ proof: { kind: 'bearer' } })).error.fields!)).toEqual(['code'])
    expect((await s.create({ proof })).body.account.id).toBe(s.account.id)
    const integrations = [{ gateway: 'other' as const, code: 'novo', ids: '1' }]
    const byCode = await w.call(cohorts.update, { as: s.as, params: { id: s.cohort.id }, body: { integrations } })
    expect(Object.keys(byCode.error.fields!)).toEqual(['integrations.0.account_id'])
  })

  it('refuses a mapping that could decide nothing, and that of an account of another platform', async () => {
    const s = await makeOwn()
    const fieldsOf = async (body: object) => Object.keys((await s.save(body)).error.fields!).toSorted()
    expect(await fieldsOf({ fields: {}, outcomes: [] })).toEqual([
      'fields.email',
      'fields.event',
      'fields.product_ids',
      'fields.transaction',
      'outcomes',
    ])
    const deep = Array.from({ length: 13 }, () => 'a')
    for (const event of [deep, [], [''], ['a\0'], ['x'.repeat(101)]])
      expect((await s.save({ ...mapping, fields: { ...mapping.fields, event } })).status).toBe(400)
    expect((await s.save({ ...mapping, fields: { ...mapping.fields, valor: ['a'] } })).status).toBe(400)
    const twice = [...mapping.outcomes, mapping.outcomes[0]!]
    expect((await s.save({ ...mapping, outcomes: twice })).status).toBe(400)
    const { accounts } = (await w.call(salesAccounts.list, { as: s.as })).body
    const hotmart = accounts.find(({ gateway }) => gateway === 'hotmart')!
    for (const id of [hotmart.id, '999999'])
      expect((await w.call(fieldMappings.get, { as: s.as, params: { id } })).status).toBe(404)
  })

  it('answers what is hostile, and keeps no secret that can be read', async () => {
    const s = await makeOwn({ proof: { kind: 'field', name: 'auth.chave' } })
    const proven = { auth: { chave: 'um-codigo' } }
    for (const [body, status] of [
      [`{"a":`.repeat(5000), 400],
      [`{"auth":{"chave":"um-codigo"},"d":${'{"a":'.repeat(40)}1${'}'.repeat(40)}}`, 400],
      ['[1]', 400],
      ['{"auth":{"chave":"um-codigo"},"__proto__":{"acao":"vendeu"},"pedido":1e400}', 200],
      [JSON.stringify({ ...proven, acao: { a: 1 }, pedido: [], pessoa: 'x', itens: 7 }), 200],
      [JSON.stringify({ ...proven, acao: 'vendeu', nada: '\0\uD800', itens: Array(5000).fill({ sku: 1 }) }), 200],
      ['{"auth":{"chave":["um-codigo"]}}', 401],
      ['', 200],
    ] as const)
      expect([body.slice(0, 40), (await shop.send({ path: s.path, body })).status]).toEqual([body.slice(0, 40), status])
    expect((await s.save()).status).toBe(200)
    await s.work()
    expect((await s.states()).map(([, state]) => state)).toEqual(['failed', 'failed', 'no_email'])
    // A mapping that reads the code as if it were a name.
    const ofCode = ['auth', 'chave']
    const asking = { ...mapping, fields: { ...mapping.fields, event: ofCode, name: ofCode, transaction: ofCode } }
    const asked = await s.preview(asking)
    const own = { as: s.as, params: { id: s.account.id } }
    expect((await w.call(salesAccounts.update, { ...own, body: { code: 'codigo-novo' } })).status).toBe(200)
    expect((await s.save(asking)).status).toBe(200)
    await s.work()
    const answer = JSON.stringify([asked, await s.get(), await s.preview(asking), (await s.list()).sales])
    expect(answer).not.toContain('um-codigo')
    const kept = await s.tx((db) => db.selectFrom('sales').selectAll().execute())
    expect(JSON.stringify(kept)).not.toContain('um-codigo')
  })
})
