import type { Decline } from './cards/test-cards.ts'
import type { Account } from './core/account.ts'
import { newId } from './core/ids.ts'
import { listRows } from './core/lists.ts'
import type { BalanceTransaction, Charge, PaymentIntent, PaymentMethod } from './core/objects.ts'
import type { Operations } from './core/operations.ts'
import { toBillingDetails } from './core/parameters.ts'

export const charges: Operations = {
  'GET /v1/charges': ({ account, params }) =>
    listRows(account, 'charges', params, {
      matches: (each) =>
        (!params.customer || each.customer === params.customer) &&
        (!params.payment_intent || each.payment_intent === params.payment_intent),
    }),
  'GET /v1/charges/:id': ({ account, ids: [id] }) => account.find('charges', id),
  'GET /v1/balance_transactions': ({ account, params }) =>
    listRows(account, 'balance_transactions', params, {
      matches: (each) =>
        (!params.source || each.source === params.source) &&
        (!params.type || each.type === params.type) &&
        (!params.currency || each.currency === params.currency),
    }),
  'GET /v1/balance_transactions/:id': ({ account, ids: [id] }) => account.find('balance_transactions', id),
}

interface Attempt {
  intent: PaymentIntent
  method: PaymentMethod
  decline?: Decline
  /** The cardholder was asked. */
  isAuthenticated?: boolean
}

/** Writes down an attempt to take the money, and when it was taken what is left of it after Stripe's fee. */
export function makeCharge(account: Account, { intent, method, decline, isAuthenticated }: Attempt): Charge {
  const id = newId(method.type === 'card' ? 'ch' : 'py')
  const charge: Charge = {
    id,
    object: 'charge',
    amount: intent.amount,
    amount_captured: decline ? 0 : intent.amount,
    amount_refunded: 0,
    application: null,
    application_fee: null,
    application_fee_amount: null,
    balance_transaction: null,
    billing_details: method.billing_details ?? toBillingDetails(),
    calculated_statement_descriptor: 'ESCOLA',
    captured: !decline,
    created: account.now(),
    currency: intent.currency,
    customer: intent.customer,
    description: intent.description,
    disputed: false,
    failure_balance_transaction: null,
    failure_code: decline?.code ?? null,
    failure_message: decline?.message ?? null,
    fraud_details: {},
    livemode: false,
    metadata: intent.metadata,
    on_behalf_of: null,
    outcome: outcomeOf(decline),
    paid: !decline,
    payment_intent: intent.id,
    payment_method: method.id,
    payment_method_details: detailsOf(account, intent, method, isAuthenticated),
    receipt_email: intent.receipt_email,
    receipt_number: null,
    receipt_url: decline ? null : `${account.baseUrl}/receipts/${id}`,
    refunded: false,
    review: null,
    shipping: null,
    source: null,
    source_transfer: null,
    statement_descriptor: intent.statement_descriptor,
    statement_descriptor_suffix: intent.statement_descriptor_suffix,
    status: decline ? 'failed' : 'succeeded',
    transfer_data: null,
    transfer_group: null,
  }
  account.add('charges', charge)
  if (!decline) {
    const fee = method.type === 'pix' ? Math.round(intent.amount * 0.0119) : Math.round(intent.amount * 0.0399) + 39
    charge.balance_transaction = addTransaction(account, {
      type: method.type === 'pix' ? 'payment' : 'charge',
      source: id,
      amount: intent.amount,
      fee,
      currency: intent.currency,
      description: intent.description,
    }).id
  }
  account.emit(decline ? 'charge.failed' : 'charge.succeeded', charge)
  return charge
}

type NewTransaction = Pick<BalanceTransaction, 'type' | 'source' | 'amount' | 'fee' | 'currency' | 'description'>

const reportingCategories: Partial<Record<BalanceTransaction['type'], string>> = {
  adjustment: 'dispute',
  payment: 'charge',
  payment_refund: 'refund',
}

export function addTransaction(account: Account, transaction: NewTransaction): BalanceTransaction {
  const { type, amount, fee, currency } = transaction
  const fees = [{ amount: fee, application: null, currency, description: 'Stripe processing fees', type: 'stripe_fee' }]
  return account.add('balance_transactions', {
    ...transaction,
    id: newId('txn'),
    object: 'balance_transaction',
    available_on: account.now() + 30 * 86_400,
    balance_type: 'payments',
    created: account.now(),
    exchange_rate: null,
    fee_details: fee ? fees : [],
    net: amount - fee,
    reporting_category: reportingCategories[type] ?? type,
    status: 'pending',
  })
}

function outcomeOf(decline: Decline | undefined): Charge['outcome'] {
  return {
    advice_code: null,
    network_advice_code: null,
    network_decline_code: null,
    network_status: decline ? 'declined_by_network' : 'approved_by_network',
    reason: decline ? (decline.decline_code ?? decline.code) : null,
    risk_level: 'normal',
    risk_score: 20,
    seller_message: decline ? 'The bank did not return any further details with this decline.' : 'Payment complete.',
    type: decline ? 'issuer_declined' : 'authorized',
  }
}

function detailsOf(
  account: Account,
  intent: PaymentIntent,
  method: PaymentMethod,
  isAuthenticated = false,
): Charge['payment_method_details'] {
  if (!method.card) {
    const bank_transaction_id = `E${account.now()}${intent.id.slice(-12)}`
    return { type: 'pix', pix: { bank_transaction_id } }
  }
  const { brand, checks, country, exp_month, exp_year, fingerprint, funding, last4, regulated_status } = method.card
  const authenticated = {
    authentication_flow: 'challenge' as const,
    electronic_commerce_indicator: '05' as const,
    exemption_indicator: null,
    result: 'authenticated' as const,
    result_reason: null,
    transaction_id: `3ds_${intent.id.slice(-12)}`,
    version: '2.2.0' as const,
  }
  return {
    type: 'card',
    card: {
      amount_authorized: intent.amount,
      authorization_code: '123456',
      brand,
      checks,
      country,
      electronic_commerce_indicator: null,
      exp_month,
      exp_year,
      fingerprint,
      funding,
      installments: null,
      last4,
      mandate: null,
      network: brand,
      network_transaction_id: intent.id.slice(-15),
      regulated_status,
      three_d_secure: isAuthenticated ? authenticated : null,
      transaction_link_id: null,
      wallet: null,
    },
  }
}
