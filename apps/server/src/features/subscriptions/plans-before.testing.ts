import { randomUUID } from 'node:crypto'
import { type PaidPlanId, plans } from '@escola/contract/prices'
import type { Stripe } from 'stripe'
import type { School } from '../../core/scope.ts'
import { ensureCustomer } from '../payments/customers.service.ts'
import * as payments from '../payments/payment-rows.service.ts'
import { readIntent } from '../payments/payments.service.ts'
import type { PayingWorld } from '../payments/payments.testing.ts'
import { intentOf, productOf } from './invoice-parts.ts'

/** Begins a plan as an earlier release did: by a subscription at the provider, whose first invoice a new card pays and which charges that card each month. */
export async function subscribeBefore(
  { provider, tools, card }: Pick<PayingWorld, 'provider' | 'tools' | 'card'>,
  school: School,
  item: PaidPlanId,
  number?: string,
): Promise<{ key: string; intent_id: string }> {
  const customer = await ensureCustomer(school, provider, tools)
  const price = await makePrice(item, provider)
  const key = randomUUID()
  const { latest_invoice } = await provider.ask(({ subscriptions }) =>
    subscriptions.create({
      customer,
      items: [{ price }],
      payment_behavior: 'default_incomplete',
      payment_settings: { save_default_payment_method: 'on_subscription', payment_method_types: ['card'] },
      metadata: { school: school.id, payment: key },
      expand: ['latest_invoice.payments'],
    }),
  )
  const invoice = latest_invoice as Stripe.Invoice
  const intent_id = intentOf(invoice)!
  const method = await card(number)
  const now = tools.now()
  const payment = await school.tx(async (db) => {
    const id = await payments.insertPayment(db, {
      ...{ key, item, purpose: 'first_month', way: 'card', cents: String(plans[item].eachMonth), status: 'processing' },
      ...{ method, saves_card: true, intent_id, invoice_id: invoice.id!, utc_created_on: now, utc_tried_on: now },
    })
    return (await payments.findById(db, id!))!
  })
  const confirming = { payment_method: method, return_url: 'https://escola.example', use_stripe_sdk: true }
  await provider.ask(({ paymentIntents }) => paymentIntents.confirm(intent_id, confirming))
  await readIntent(school, { ...payment, intent_id }, provider, tools)
  return { key, intent_id }
}

/** Makes the price of a plan at the provider, as earlier releases did. */
export async function makePrice(item: PaidPlanId, provider: PayingWorld['provider']): Promise<string> {
  const product = productOf(item)
  const known = await provider.ask(({ prices }) => prices.list({ lookup_keys: [product], limit: 1 }))
  if (known.data[0]) return known.data[0].id
  await provider.ask(({ products }) => products.create({ id: product, name: plans[item].name }))
  const made = await provider.ask(({ prices }) =>
    prices.create({
      product,
      currency: 'brl',
      unit_amount: plans[item].eachMonth,
      recurring: { interval: 'month' },
      lookup_key: product,
    }),
  )
  return made.id
}
