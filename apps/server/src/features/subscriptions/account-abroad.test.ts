import { subscriptions } from '@escola/contract/subscriptions.contract'
import { beforeAll, beforeEach, expect, it } from 'vitest'
import { type PlanWorld, planWorld } from './plans.testing.ts'
import { payByPix } from './subscription-states.ts'
import { updateSubscription } from './subscriptions.queries.ts'

const cnpj = '11222333000181'
const missing = { status: 409, error: { code: 'payer_tax_id_missing' } }

let p: PlanWorld
beforeAll(async () => {
  p = await planWorld({ STRIPE_COUNTRY: 'US' })
  await p.control.setCountry('US')
})
beforeEach(() => p.beginAnew())

type School = PlanWorld['w']['northside']
const setTaxId = (school: School, taxId: string) =>
  school.tx((db) => db.updateTable('schools').set({ tax_id: taxId }).execute())
/** CPF or CNPJ, and treatment of the IOF, of each Pix of a school. */
async function listTerms(school: School) {
  const customer = await p.customerOf(school)
  const intents = await p.provider.ask(({ paymentIntents }) =>
    paymentIntents.list({ customer, expand: ['data.payment_method'] }),
  )
  return intents.data.map(({ payment_method: method, payment_method_options: options }) => [
    typeof method === 'object' && method?.billing_details.tax_id,
    options?.pix?.amount_includes_iof,
  ])
}

it('takes no Pix of a school without a CPF or CNPJ, and names it to the provider with each code', async () => {
  const school = await p.w.makeSchool('Conta no exterior')
  expect(await p.pay(school, { paymentMethod: 'pix' })).toMatchObject(missing)
  await p.subscribe(school, 'middle')
  expect(await p.w.call(subscriptions.setPix, { as: school.admin })).toMatchObject(missing)
  await setTaxId(school, cnpj)
  expect(await p.w.call(subscriptions.setPix, { as: school.admin })).toMatchObject({ status: 200 })
  await p.passTo(school, -4)
  await p.payCode(school)
  const [code] = await listTerms(school)
  expect(code).toEqual([cnpj, 'always'])
  await p.prove(school)
})

it('ends a plan that goes over to codes by itself where the school has no number, reminds before, and takes a card instead', async () => {
  const school = await p.w.makeSchool('Sem número no exterior')
  await p.subscribe(school, 'middle')
  await school.tx((db) => updateSubscription(db, payByPix))
  await expect(p.passTo(school, 1)).rejects.toMatchObject(missing.error)
  expect((await p.mailsOf(school)).filter(({ kind }) => kind === 'renewal_failed')).toHaveLength(1)
  expect(await p.stateOf(school)).toMatchObject({ plan: 'middle', pays_with: 'pix', pix: null })
  await p.pass(school, 7)
  expect(await p.stateOf(school)).toEqual({ plan: 'onDemand' })
})
