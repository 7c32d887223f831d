import type { IncomingMessage, ServerResponse } from 'node:http'
import { json } from 'node:stream/consumers'
import { renewNow } from '../billing/renewals.ts'
import type { Hidden, Retries, WebhookTarget } from '../core/account.ts'
import type { Accounts, Failure, KeptAccount } from '../core/accounts.ts'
import { refuse, StripeError } from '../core/errors.ts'
import { readKey } from '../core/keys.ts'
import type { Settings } from '../core/settings.ts'
import type { Order } from '../core/webhooks.ts'
import { appealDispute, closeDispute, disputeCharge } from '../disputes.ts'
import { answerAuthentication, payPix } from '../intents/payer.ts'
import { expirePix } from '../intents/pix.ts'
import { createMethod } from '../payment-methods.ts'
import { failRefund, refundCharge } from '../refunds.ts'

/** Requests of a test or of the stand-in's page, by name, with their parameters. */
export interface Controls {
  webhook: (target: WebhookTarget) => object
  begin_anew: (nothing: object) => object
  advance: (time: { seconds: number }) => object
  authenticate: (answer: { intent: string; agrees: boolean }) => object
  pay_pix: (payment: { intent: string }) => object
  expire_pix: (payment: { intent: string }) => object
  renewals: (rule: { customer: string; how: Hidden['renewals'] | null }) => object
  renew: (choice: { customer: string }) => object
  retries: (rule: Retries) => object
  country: (place: { country: string }) => object
  settings: (changed: Partial<Settings>) => object
  card: (card: { number: string; name?: string }) => object
  update_card: (change: { card: string; last4: string; exp_year: number }) => object
  dispute: (choice: { charge: string }) => object
  close_dispute: (choice: { dispute: string; status: 'won' | 'lost' }) => object
  appeal_dispute: (choice: { dispute: string }) => object
  refund: (choice: { charge: string; amount?: number }) => object
  fail_refund: (choice: { refund: string }) => object
  fail_next: (failure: Failure & { times?: number }) => object
  hold: (nothing: object) => object
  release: (how: { order?: Order; copies?: number }) => object
  resend: (choice: { event: string }) => object
  pending: (nothing: object) => object
}

export const controlsOf = (accounts: Accounts, { account, deliveries, failures }: KeptAccount): Controls => ({
  webhook: (target) => {
    account.webhook = target
    return {}
  },
  begin_anew: () => {
    account.beginAnew()
    failures.length = 0
    return {}
  },
  advance: ({ seconds }) => {
    if (!(seconds >= 0)) throw refuse('The clock only goes forward.')
    accounts.advance(account, seconds)
    return { now: account.now() }
  },
  authenticate: ({ intent: id, agrees }) => {
    const intent = account.table('setup_intents').get(id) ?? account.find('payment_intents', id)
    answerAuthentication(account, intent, agrees)
    return intent
  },
  pay_pix: ({ intent: id }) => {
    const intent = account.find('payment_intents', id)
    payPix(account, intent)
    return intent
  },
  expire_pix: ({ intent: id }) => {
    const intent = account.find('payment_intents', id)
    expirePix(account, intent)
    return intent
  },
  renewals: ({ customer, how }) => {
    account.hiddenOf(account.find('customers', customer).id).renewals = how ?? undefined
    return {}
  },
  renew: ({ customer }) => {
    for (const subscription of account.table('subscriptions').values())
      if (subscription.customer === customer) renewNow(account, subscription)
    return {}
  },
  retries: (rule) => {
    account.retries = rule
    return {}
  },
  country: ({ country }) => {
    account.country = country
    return {}
  },
  settings: (changed) => {
    account.settings = { ...account.settings, ...changed }
    return {}
  },
  card: ({ number, name }) => {
    const year = new Date(account.now() * 1000).getUTCFullYear() + 3
    const card = { number, exp_month: 12, exp_year: year, cvc: '1234'.slice(0, /^3[47]/.test(number) ? 4 : 3) }
    return createMethod(account, { type: 'card', card, billing_details: { name } }, true)
  },
  update_card: ({ card: id, last4, exp_year }) => {
    const method = account.find('payment_methods', id)
    if (method.card) Object.assign(method.card, { last4, exp_year })
    account.emit('payment_method.automatically_updated', method)
    return method
  },
  dispute: ({ charge }) => disputeCharge(account, account.find('charges', charge)),
  close_dispute: ({ dispute, status }) => closeDispute(account, dispute, status),
  appeal_dispute: ({ dispute }) => appealDispute(account, dispute),
  refund: ({ charge, amount }) => refundCharge(account, account.find('charges', charge), { amount }),
  fail_refund: ({ refund }) => failRefund(account, refund),
  fail_next: ({ operation, how, times = 1 }) => {
    for (let time = 0; time < times; time++) failures.push({ operation, how })
    return {}
  },
  hold: () => {
    deliveries.hold()
    return {}
  },
  release: ({ order = 'as_sent', copies = 1 }) => {
    deliveries.release(order, copies)
    return {}
  },
  resend: ({ event }) => {
    deliveries.send(account.find('events', event))
    return {}
  },
  pending: () => ({ pending: deliveries.pending }),
})

/** Answers `POST /_control/NAME`, which takes and gives JSON and the account's secret key. */
export async function answerControl(
  accounts: Accounts,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const send = (status: number, body: object) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  try {
    const { name, isPublic } = readKey(request)
    const control = (request.url ?? '').replace('/_control/', '') as keyof Controls
    const kept = accounts.get(name)
    const controls = controlsOf(accounts, kept)
    if (isPublic || request.method !== 'POST' || !Object.hasOwn(controls, control))
      throw refuse('No such control.', {}, 404)
    const perform = controls[control] as (input: unknown) => object
    send(200, perform(await json(request)))
    kept.account.onChange()
  } catch (error) {
    if (error instanceof StripeError) return void send(error.status, error.toWire())
    send(500, { error: { message: (error as Error).message } })
  }
}
