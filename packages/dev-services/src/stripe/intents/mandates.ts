import type { Account } from '../core/account.ts'
import { newId } from '../core/ids.ts'
import type { Mandate, PaymentIntent, PaymentMethod } from '../core/objects.ts'
import { fail, succeed } from './outcomes.ts'

const day = 86_400

/** Days from a bank's notice to its payer until it pays. */
const noticeDays = 3

/** The bank no longer has the payer's word, or had it for less. */
const invalid = {
  code: 'payment_intent_mandate_invalid',
  message: 'The provided mandate is invalid. It can not be used.',
}
const funds = {
  code: 'payment_method_provider_decline',
  decline_code: 'insufficient_funds',
  message: 'The payment was declined by the customer’s bank.',
}

/** Says whether the payer of a code authorises further payments with it. */
export const asksMandate = ({ payment_method_options }: PaymentIntent): boolean =>
  payment_method_options?.pix?.setup_future_usage === 'off_session'

/** Writes down the payer's word for a sum each month, with which their Pix serves again. */
export function makeMandate(account: Account, intent: PaymentIntent, method: PaymentMethod): Mandate {
  const options = intent.payment_method_options?.pix?.mandate_options ?? {}
  const { amount, amount_includes_iof = 'never', amount_type, payment_schedule } = options
  const start = new Date(account.now() * 1000).toISOString().slice(0, 10)
  const mandate = account.add('mandates', {
    id: newId('mandate'),
    object: 'mandate',
    customer_acceptance: { accepted_at: account.now(), type: 'offline', offline: {} },
    livemode: false,
    multi_use: { amount, currency: intent.currency },
    payment_method: method.id,
    payment_method_details: {
      type: 'pix',
      pix: { amount_type, payment_schedule, start_date: start, amount_includes_iof },
    },
    status: 'active',
    type: 'multi_use',
  })
  method.customer = intent.customer
  account.hiddenOf(method.id).mandate = mandate.id
  account.emit('payment_method.attached', method)
  account.emit('mandate.updated', mandate)
  return mandate
}

const mandateOf = (account: Account, method: PaymentMethod) => {
  const { mandate } = account.hiddenOf(method.id)
  return mandate ? account.find('mandates', mandate) : undefined
}

/** Begins a payment by a mandate: the bank tells its payer, and pays days later. */
export function payByMandate(account: Account, intent: PaymentIntent, method: PaymentMethod) {
  if (!isCovered(account, intent, method)) return fail(account, intent, method, invalid)
  intent.status = 'processing'
  account.plan('finish_pix', intent.id, account.now() + noticeDays * day)
  account.emit('payment_intent.processing', intent)
  return undefined
}

function isCovered(account: Account, intent: PaymentIntent, method: PaymentMethod): boolean {
  const mandate = mandateOf(account, method)
  return mandate?.status === 'active' && mandate.multi_use?.amount === intent.amount
}

/** The bank pays, or does not: the payer has taken back their word or has no money. */
export function finishPix(account: Account, id: string): void {
  const intent = account.find('payment_intents', id)
  if (intent.status !== 'processing' || !intent.payment_method) return
  const method = account.find('payment_methods', intent.payment_method)
  const renewals = intent.customer ? account.hiddenOf(intent.customer).renewals : undefined
  if (renewals === 'fail') fail(account, intent, method, funds)
  else if (!isCovered(account, intent, method)) fail(account, intent, method, invalid)
  else succeed(account, intent, method, { mandate: account.hiddenOf(method.id).mandate })
}

/** The payer takes back their word in their bank's program. */
export function revokeMandate(account: Account, mandate: Mandate): Mandate {
  if (mandate.status === 'inactive') return mandate
  mandate.status = 'inactive'
  account.emit('mandate.updated', mandate, { status: 'active' })
  return mandate
}
