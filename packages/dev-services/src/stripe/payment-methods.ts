import type { Stripe } from 'stripe'
import { type Decline, declines, findCard, findNamedCard, isCardNumber, type TestCard } from './cards/test-cards.ts'
import type { Account } from './core/account.ts'
import { refuse, refuseUndone, StripeError } from './core/errors.ts'
import { newId } from './core/ids.ts'
import { listRows } from './core/lists.ts'
import type { Customer, PaymentMethod } from './core/objects.ts'
import type { Operations } from './core/operations.ts'
import { allowOnly, mergeMetadata, toBillingDetails } from './core/parameters.ts'

type MethodData = Stripe.PaymentIntentCreateParams.PaymentMethodData | Stripe.PaymentMethodCreateParams

export const paymentMethods: Operations = {
  'POST /v1/payment_methods': ({ account, params, isPublic }) => {
    allowOnly(params, 'type card pix billing_details metadata allow_redisplay')
    if (!params.type) throw refuse('Missing required param: type.', { code: 'parameter_missing', param: 'type' })
    return createMethod(account, params, isPublic)
  },
  'GET /v1/payment_methods': ({ account, params }) => {
    allowOnly(params, 'customer type limit starting_after ending_before')
    if (params.customer) account.find('customers', params.customer, 'customer')
    return listRows(account, 'payment_methods', params, {
      matches: (each) =>
        each.customer !== null &&
        (!params.customer || each.customer === params.customer) &&
        (!params.type || each.type === params.type),
    })
  },
  'GET /v1/payment_methods/:id': ({ account, ids: [id] }) => resolveMethod(account, id),
  'POST /v1/payment_methods/:id/attach': ({ account, params, ids: [id] }) => {
    allowOnly(params, 'customer')
    if (!params.customer) {
      throw refuse('Missing required param: customer.', { code: 'parameter_missing', param: 'customer' })
    }
    const customer = account.find('customers', params.customer, 'customer')
    return attach(account, resolveMethod(account, id), customer)
  },
  'POST /v1/payment_methods/:id/detach': ({ account, ids: [id] }) => {
    const method = account.find('payment_methods', id)
    if (!method.customer) {
      throw refuse('The payment method you provided is not attached to a customer so detachment is impossible.')
    }
    return detach(account, method)
  },
  'GET /v1/customers/:id/payment_methods': ({ account, params, ids: [id] }) => {
    account.find('customers', id)
    return listRows(account, 'payment_methods', params, {
      url: `/v1/customers/${id}/payment_methods`,
      matches: (each) => each.customer === id && (!params.type || each.type === params.type),
    })
  },
  'GET /v1/customers/:id/payment_methods/:id': ({ account, ids: [id, methodId] }) => {
    account.find('customers', id)
    const method = account.find('payment_methods', methodId)
    return account.find('payment_methods', method.customer === id ? methodId : `${methodId} (of ${id})`)
  },
}

/** Finds a payment method; a name like `pm_card_visa` makes a new one of that test card. */
export function resolveMethod(account: Account, id: string, param?: string): PaymentMethod {
  const card = findNamedCard(id)
  return card ? makeCardMethod(account, card, {}) : account.find('payment_methods', id, param)
}

/** Finds a payment method that is attached to the customer. */
export function resolveSavedMethod(
  account: Account,
  customer: Customer,
  { id, param }: Record<'id' | 'param', string>,
) {
  const method = resolveMethod(account, id, param)
  if (method.customer === customer.id) return method
  const message = `The customer does not have a payment method with the ID ${id}. The payment method must be attached to the customer.`
  throw refuse(message, { code: 'resource_missing', param })
}

/** A business outside Brazil gives the CPF or CNPJ of the payer with each Pix, and one in Brazil must not. */
function judgeTaxId({ country }: Account, data: Partial<MethodData>): void {
  const { tax_id } = (data.billing_details || {}) as { tax_id?: string }
  const param = 'billing_details[tax_id]'
  if (country !== 'BR' && !tax_id)
    throw refuse(`Missing required param: ${param}.`, { code: 'parameter_missing', param })
  if (country === 'BR' && tax_id)
    throw refuse('You cannot set the tax ID for this transaction.', { code: 'tax_id_prohibited', param })
}

/** Makes the payment method that a call describes. Numbers of cards are taken from pages alone, as Stripe takes them by default. */
export function createMethod(account: Account, data: MethodData, isPublic: boolean): PaymentMethod {
  if (data.type === 'pix') {
    judgeTaxId(account, data)
    return addMethod(account, { ...methodOf(account, data), type: 'pix', pix: {} })
  }
  if (data.type !== 'card') throw refuseUndone(`type ${data.type}`)
  const { card } = data as Stripe.PaymentMethodCreateParams
  if (!card) throw refuse('Missing required param: card.', { code: 'parameter_missing', param: 'card' })
  if (card.token) {
    const named = findNamedCard(card.token.replace(/^tok_/, 'pm_card_'))
    if (!named) throw refuse(`No such token: '${card.token}'`, { code: 'resource_missing', param: 'card[token]' })
    return makeCardMethod(account, named, data)
  }
  if (!isPublic) {
    const message =
      'Sending credit card numbers directly to the Stripe API is generally unsafe. We suggest you use test tokens that map to the test card you are using, see https://stripe.com/docs/testing.'
    throw new StripeError(402, 'card_error', message)
  }
  const number = (card.number ?? '').replace(/\s/g, '')
  if (!isCardNumber(number)) throw declined(declines.number)
  judgeDate(account, Number(card.exp_month), Number(card.exp_year))
  const known = findCard(number)
  if (!known) throw declined(declines.live)
  if (card.cvc !== undefined && !(known.brand === 'amex' ? /^\d{3,4}$/ : /^\d{3}$/).test(card.cvc)) {
    throw declined({ code: 'invalid_cvc', param: 'cvc', message: "Your card's security code is invalid." })
  }
  return makeCardMethod(account, known, data, { exp_month: Number(card.exp_month), exp_year: Number(card.exp_year) })
}

export const declined = ({ message, ...details }: Decline): StripeError =>
  new StripeError(402, 'card_error', message, details)

function judgeDate(account: Account, month: number, year: number): void {
  const today = new Date(account.now() * 1000)
  if (!(month >= 1 && month <= 12)) {
    throw declined({
      code: 'invalid_expiry_month',
      param: 'exp_month',
      message: "Your card's expiration month is invalid.",
    })
  }
  const fullYear = year < 100 ? 2000 + year : year
  const isPast = fullYear * 12 + month < today.getUTCFullYear() * 12 + today.getUTCMonth() + 1
  if (isPast || fullYear > today.getUTCFullYear() + 50) {
    throw declined({
      code: 'invalid_expiry_year',
      param: 'exp_year',
      message: "Your card's expiration year is invalid.",
    })
  }
}

function methodOf(account: Account, data: Partial<MethodData>): Omit<PaymentMethod, 'type'> {
  return {
    id: newId('pm'),
    object: 'payment_method',
    allow_redisplay: (data.allow_redisplay ?? 'unspecified') as PaymentMethod['allow_redisplay'],
    billing_details: toBillingDetails(data.billing_details as Parameters<typeof toBillingDetails>[0]),
    created: account.now(),
    customer: null,
    customer_account: null,
    livemode: false,
    metadata: mergeMetadata({}, (data as Stripe.PaymentMethodCreateParams).metadata),
  }
}

const addMethod = (account: Account, method: PaymentMethod) => account.add('payment_methods', method)

function makeCardMethod(
  account: Account,
  card: TestCard,
  data: Partial<MethodData>,
  date = { exp_month: 12, exp_year: new Date(account.now() * 1000).getUTCFullYear() + 3 },
): PaymentMethod {
  const brand = isLocal(card) && account.settings.localCards === 'unknown' ? 'unknown' : card.brand
  const year = date.exp_year < 100 ? 2000 + date.exp_year : date.exp_year
  const method = addMethod(account, {
    ...methodOf(account, data),
    type: 'card',
    card: {
      brand,
      checks: { address_line1_check: null, address_postal_code_check: null, cvc_check: 'unchecked' },
      country: card.country ?? 'US',
      display_brand: brand === 'diners' ? 'diners_club' : brand,
      exp_month: date.exp_month,
      exp_year: year,
      fingerprint: Buffer.from(card.number).toString('base64url').slice(-16),
      funding: card.funding ?? 'credit',
      generated_from: null,
      last4: card.number.slice(-4),
      networks: { available: [brand], preferred: null },
      regulated_status: 'unregulated',
      three_d_secure_usage: { supported: true },
      wallet: null,
    },
  })
  account.hiddenOf(method.id).card = card.number
  return method
}

/** The test card behind a payment method. */
export function cardOf(account: Account, method: PaymentMethod): TestCard {
  const card = findCard(account.hiddenOf(method.id).card ?? '') as TestCard
  return isLocal(card) && account.settings.localCards === 'refused' ? { ...card, decline: declines.unsupported } : card
}

/** Tells whether a card is of a brand that Brazil alone has. */
const isLocal = ({ brand }: TestCard) => brand === 'elo' || brand === 'hipercard'

export function attach(account: Account, method: PaymentMethod, customer: Customer): PaymentMethod {
  if (method.customer === customer.id) return method
  if (method.customer) {
    throw refuse('The payment method you provided has already been attached to a customer.')
  }
  refuseSpent(account, method)
  if (method.type !== 'card') {
    throw refuse(`The payment method type "${method.type}" cannot be attached to a customer.`, {
      param: 'payment_method',
    })
  }
  const { decline, fromCharge } = cardOf(account, method)
  if (decline && !fromCharge) throw declined(decline)
  method.customer = customer.id
  if (method.card?.checks) method.card.checks.cvc_check = 'pass'
  account.emit('payment_method.attached', method)
  return method
}

export function detach(account: Account, method: PaymentMethod): PaymentMethod {
  const previous = { customer: method.customer }
  for (const customer of account.table('customers').values()) {
    if (customer.invoice_settings.default_payment_method === method.id)
      customer.invoice_settings.default_payment_method = null
  }
  for (const subscription of account.table('subscriptions').values()) {
    if (subscription.default_payment_method === method.id) subscription.default_payment_method = null
  }
  method.customer = null
  account.hiddenOf(method.id).spent = true
  account.emit('payment_method.detached', method, previous)
  return method
}

export function refuseSpent(account: Account, method: PaymentMethod): void {
  if (!account.hiddenOf(method.id).spent) return
  throw refuse(
    'The provided PaymentMethod was previously used with a PaymentIntent without Customer attachment, shared with a connected account without Customer attachment, or was detached from a Customer. It may not be used again. To use a PaymentMethod multiple times, you must attach it to a Customer first.',
  )
}
