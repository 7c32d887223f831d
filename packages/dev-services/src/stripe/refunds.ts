import { addTransaction } from './charges.ts'
import type { Account } from './core/account.ts'
import { refuse } from './core/errors.ts'
import { newId } from './core/ids.ts'
import { listRows } from './core/lists.ts'
import type { Charge, Refund } from './core/objects.ts'
import type { Operations } from './core/operations.ts'
import { allowOnly, mergeMetadata } from './core/parameters.ts'

const pixDays = 90
const day = 86_400

export const refunds: Operations = {
  'POST /v1/refunds': ({ account, params }) => {
    allowOnly(params, 'amount charge payment_intent reason metadata')
    const charge = chargeOf(account, params)
    const reason = (params.reason ?? null) as Refund['reason']
    return refundCharge(account, charge, {
      amount: params.amount,
      reason,
      metadata: mergeMetadata({}, params.metadata),
    })
  },
  'GET /v1/refunds': ({ account, params }) =>
    listRows(account, 'refunds', params, {
      matches: (each) =>
        (!params.charge || each.charge === params.charge) &&
        (!params.payment_intent || each.payment_intent === params.payment_intent),
    }),
  'GET /v1/refunds/:id': ({ account, ids: [id] }) => account.find('refunds', id),
}

function chargeOf(account: Account, { charge, payment_intent }: { charge?: string; payment_intent?: string }): Charge {
  if (charge) return account.find('charges', charge, 'charge')
  if (!payment_intent) {
    throw refuse('One of the following params should be provided for this request: payment_intent or charge.')
  }
  const intent = account.find('payment_intents', payment_intent, 'payment_intent')
  if (intent.latest_charge) return account.find('charges', intent.latest_charge)
  throw refuse(`This PaymentIntent (${intent.id}) does not have a successful charge to refund.`, {
    param: 'payment_intent',
  })
}

interface NewRefund {
  amount?: number
  reason?: Refund['reason']
  metadata?: Record<string, string>
}

/** Gives money back: a sum, or all that is left. A refund by Pix is on its way for a moment. */
export function refundCharge(
  account: Account,
  charge: Charge,
  { reason = null, metadata = {}, ...more }: NewRefund,
): Refund {
  const left = charge.amount - charge.amount_refunded
  const amount = more.amount ?? left
  judgeRefund(account, charge, amount, left)
  const isPix = charge.payment_method_details?.type === 'pix'
  const id = newId('re')
  const refund = account.add('refunds', {
    id,
    object: 'refund',
    amount,
    balance_transaction: addTransaction(account, {
      type: isPix ? 'payment_refund' : 'refund',
      source: id,
      amount: -amount,
      fee: 0,
      currency: charge.currency,
      description: 'REFUND FOR CHARGE',
    }).id,
    charge: charge.id,
    created: account.now(),
    currency: charge.currency,
    customer: charge.customer,
    customer_account: null,
    destination_details: isPix ? { type: 'pix', pix: {} } : { type: 'card', card: { type: 'refund' } },
    metadata,
    payment_intent: charge.payment_intent,
    payment_method: charge.payment_method,
    ...(isPix && { pending_reason: 'processing' as const }),
    reason,
    receipt_number: null,
    source_transfer_reversal: null,
    status: isPix ? 'pending' : 'succeeded',
    transfer_reversal: null,
  })
  charge.amount_refunded += amount
  charge.refunded = charge.amount_refunded === charge.amount
  account.emit('refund.created', refund)
  account.emit('charge.refunded', charge)
  if (isPix) account.plan('finish_refund', id, account.now() + 1)
  return refund
}

export function finishRefund(account: Account, id: string): void {
  const refund = account.find('refunds', id)
  refund.status = 'succeeded'
  delete refund.pending_reason
  account.emit('refund.updated', refund)
  account.emit('charge.refund.updated', refund)
}

/** The payer's bank sends a refund back: its sum is the account's again. */
export function failRefund(account: Account, id: string): Refund {
  const refund = account.find('refunds', id)
  if (refund.status === 'failed') throw refuse(`Refund ${id} has failed already.`)
  const { amount, currency } = refund
  const charge = account.find('charges', refund.charge as string)
  account.forget('finish_refund', id)
  delete refund.pending_reason
  Object.assign(refund, {
    status: 'failed',
    failure_reason: 'unknown',
    failure_balance_transaction: addTransaction(account, {
      type: 'refund_failure',
      source: id,
      amount,
      fee: 0,
      currency,
      description: 'REFUND FAILURE',
    }).id,
  } satisfies Partial<Refund>)
  charge.amount_refunded -= amount
  charge.refunded = false
  account.emit('refund.failed', refund)
  account.emit('charge.refund.updated', refund)
  return refund
}

function judgeRefund(account: Account, charge: Charge, amount: number, left: number): void {
  const sum = (cents: number) => `R$${(cents / 100).toFixed(2)}`
  if (!charge.paid)
    throw refuse(`Charge ${charge.id} has not been paid and cannot be refunded.`, { code: 'charge_not_refundable' })
  if (charge.disputed) {
    throw refuse(`Charge ${charge.id} has been charged back; cannot issue a refund.`, {
      code: 'refund_disputed_payment',
    })
  }
  if (left === 0) {
    throw refuse(`Charge ${charge.id} has already been refunded.`, { code: 'charge_already_refunded' })
  }
  if (amount < 1) {
    throw refuse('This value must be greater than or equal to 1.', {
      code: 'parameter_invalid_integer',
      param: 'amount',
    })
  }
  if (amount > left) {
    const message = `Refund amount (${sum(amount)}) is greater than unrefunded amount on charge (${sum(left)})`
    throw refuse(message, { param: 'amount' })
  }
  if (charge.payment_method_details?.type !== 'pix' || account.now() - charge.created <= pixDays * day) return
  throw refuse(`Pix payments can only be refunded within ${pixDays} days of the payment.`, {
    code: 'charge_not_refundable',
  })
}
