import { addTransaction } from './charges.ts'
import type { Account } from './core/account.ts'
import { refuse } from './core/errors.ts'
import { newId } from './core/ids.ts'
import { listRows } from './core/lists.ts'
import type { Charge, Dispute } from './core/objects.ts'
import type { Operations } from './core/operations.ts'

const fee = 5500
const daysToAnswer = 7
const day = 86_400

export const disputes: Operations = {
  'GET /v1/disputes': ({ account, params }) =>
    listRows(account, 'disputes', params, {
      matches: (each) =>
        (!params.charge || each.charge === params.charge) &&
        (!params.payment_intent || each.payment_intent === params.payment_intent),
    }),
  'GET /v1/disputes/:id': ({ account, ids: [id] }) => account.find('disputes', id),
}

/** The cardholder asks their bank for the money; it is taken at once, with a fee. */
export function disputeCharge(account: Account, charge: Charge): Dispute {
  if (!charge.paid || charge.disputed)
    throw refuse(`Charge ${charge.id} can't be disputed: it isn't paid, or is disputed already.`)
  const amount = charge.amount - charge.amount_refunded
  const id = newId('du')
  const dispute = account.add('disputes', {
    id,
    object: 'dispute',
    amount,
    balance_transactions: [],
    charge: charge.id,
    created: account.now(),
    currency: charge.currency,
    enhanced_eligibility_types: [],
    evidence: noEvidence,
    evidence_details: {
      due_by: account.now() + daysToAnswer * day,
      enhanced_eligibility: {},
      has_evidence: false,
      past_due: false,
      submission_count: 0,
      submission_method: 'not_submitted',
    },
    intended_submission_method: null,
    is_charge_refundable: false,
    livemode: false,
    metadata: {},
    payment_intent: charge.payment_intent,
    payment_method_details: {
      type: 'card',
      card: {
        brand: charge.payment_method_details?.card?.brand ?? 'visa',
        case_type: 'chargeback',
        network: charge.payment_method_details?.card?.network ?? 'visa',
        network_reason_code: '10.4',
      },
    },
    reason: 'fraudulent',
    status: 'needs_response',
  })
  charge.disputed = true
  account.emit('charge.dispute.created', dispute)
  move(account, dispute, -amount, fee)
  account.emit('charge.dispute.funds_withdrawn', dispute)
  return dispute
}

/** The banks decide; a dispute that was won gives the money back, without the fee. */
export function closeDispute(account: Account, id: string, status: 'won' | 'lost'): Dispute {
  const dispute = account.find('disputes', id)
  if (isClosed(dispute)) throw refuse(`Dispute ${id} is closed.`)
  dispute.status = status
  account.emit('charge.dispute.closed', dispute)
  if (status === 'won') {
    move(account, dispute, dispute.amount, 0)
    account.emit('charge.dispute.funds_reinstated', dispute)
  }
  return dispute
}

const isClosed = ({ status }: Dispute) => status === 'won' || status === 'lost'

/** Asks the bank to look at a lost dispute once more. It moves no money until it is decided again. */
export function appealDispute(account: Account, id: string): Dispute {
  const dispute = account.find('disputes', id)
  if (dispute.status !== 'lost') throw refuse(`Dispute ${id} isn't lost.`)
  dispute.status = 'appeal_under_review'
  account.emit('charge.dispute.updated', dispute)
  return dispute
}

function move(account: Account, dispute: Dispute, amount: number, fee: number): void {
  const description = `${amount < 0 ? 'Chargeback withdrawal' : 'Chargeback reversal'} for ${dispute.charge}`
  const { currency } = dispute
  const moved = addTransaction(account, { type: 'adjustment', source: dispute.id, amount, fee, currency, description })
  dispute.balance_transactions.push(structuredClone(moved) as Dispute['balance_transactions'][number])
}

const noEvidence = {
  access_activity_log: null,
  billing_address: null,
  cancellation_policy: null,
  cancellation_policy_disclosure: null,
  cancellation_rebuttal: null,
  customer_communication: null,
  customer_email_address: null,
  customer_name: null,
  customer_purchase_ip: null,
  customer_signature: null,
  duplicate_charge_documentation: null,
  duplicate_charge_explanation: null,
  duplicate_charge_id: null,
  enhanced_evidence: {},
  product_description: null,
  receipt: null,
  refund_policy: null,
  refund_policy_disclosure: null,
  refund_refusal_explanation: null,
  service_date: null,
  service_documentation: null,
  shipping_address: null,
  shipping_carrier: null,
  shipping_date: null,
  shipping_documentation: null,
  shipping_tracking_number: null,
  uncategorized_file: null,
  uncategorized_text: null,
}
