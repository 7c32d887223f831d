import { createHmac, randomUUID } from 'node:crypto'
import { payments } from '@escola/contract/payments.contract'
import type { PayableItem } from '@escola/contract/prices'
import type { BodyOf } from '@escola/contract/route'
import { StripeControl } from '@escola/dev-services/stripe/control/client'
import { openSchool } from '../../core/scope.ts'
import { paidThings } from '../../paid-things.ts'
import { createPaymentProvider } from '../../payments/payment-provider.ts'
import { world } from '../../testing/world.ts'
import type { EventTools } from './events/events.service.ts'

const webhookSecret = 'whsec_payments_of_tests'

/** Builds a test file's world with an account of its own at the stand-in for Stripe. */
export async function payingWorld(settings: NodeJS.ProcessEnv = {}, buildAround?: Parameters<typeof world>[1]) {
  const url = process.env.TEST_STRIPE_URL
  if (!url) throw new Error('TEST_STRIPE_URL must name a stand-in for Stripe; `pnpm test` starts one')
  const name = randomUUID().replaceAll('-', '')
  const env = {
    STRIPE_SECRET_KEY: `sk_test_${name}`,
    STRIPE_PUBLISHABLE_KEY: `pk_test_${name}`,
    STRIPE_WEBHOOK_SECRET: webhookSecret,
    STRIPE_API_URL: url,
    STRIPE_JS_URL: `${url}/stripe.js`,
    ...settings,
  }
  const w = await world(env, buildAround)
  const provider = createPaymentProvider(w.config.stripe)!
  const tools: EventTools = {
    ...w.tools,
    ...paidThings,
    platform: w.database,
    openSchool: (id) => openSchool(w.database, id),
    provider,
  }
  type School = typeof w.northside

  /** Makes the payment method that a page makes of a typed number. */
  const control = new StripeControl(url, env.STRIPE_SECRET_KEY)
  const card = async (number = '4242424242424242') => (await control.createCard(number)).id
  const pay = (school: School, order: Partial<BodyOf<typeof payments.pay>> & { paymentMethod: string }) =>
    w.call(payments.pay, {
      as: school.admin,
      body: { paymentId: randomUUID(), item: 'basic' as PayableItem, saveCard: false, ...order },
    })
  const read = async (school: School, paymentId: string) =>
    (await w.call(payments.payment, { as: school.admin, params: { paymentId } })).body
  const listIntents = () =>
    provider.ask(({ paymentIntents }) => paymentIntents.list({ limit: 100 }).autoPagingToArray({ limit: 1000 }))
  const listEvents = (type: string) =>
    provider.ask(({ events }) => events.list({ type, limit: 100 }).autoPagingToArray({ limit: 1000 }))

  /** Sends an event as the provider does. */
  const send = (
    event: object,
    { at = Date.now(), secret = webhookSecret, to = w.app }: { at?: number; secret?: string; to?: typeof w.app } = {},
  ) => {
    const body = JSON.stringify(event, null, 2)
    const time = Math.floor(at / 1000)
    const signature = createHmac('sha256', secret).update(`${time}.${body}`).digest('hex')
    return to.inject({
      method: 'POST',
      url: '/api/stripe/events',
      headers: { 'content-type': 'application/json; charset=utf-8', 'stripe-signature': `t=${time},v1=${signature}` },
      payload: body,
    })
  }
  return { w, url, env, control, provider, tools, card, pay, read, listIntents, listEvents, send }
}

export type PayingWorld = Awaited<ReturnType<typeof payingWorld>>
