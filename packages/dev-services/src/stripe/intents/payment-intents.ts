import type { Stripe } from 'stripe'
import type { Account } from '../core/account.ts'
import { refuse } from '../core/errors.ts'
import { newClientSecret, newId } from '../core/ids.ts'
import { judgeAmount } from '../core/judge.ts'
import { listRows } from '../core/lists.ts'
import type { PaymentIntent, PaymentMethod } from '../core/objects.ts'
import type { Operations } from '../core/operations.ts'
import { allowOnly, mergeMetadata } from '../core/parameters.ts'
import { findLiving } from '../customers.ts'
import { createMethod, refuseSpent, resolveMethod } from '../payment-methods.ts'
import { attemptPayment } from './attempt.ts'
import { cancelIntent, emptyIntent } from './intent-state.ts'
import { chooseTypes, judgeReturn, readOptions } from './options.ts'

const onConfirm = 'payment_method payment_method_data payment_method_options off_session return_url use_stripe_sdk'
const confirmed = `${onConfirm} error_on_requires_action receipt_email setup_future_usage mandate_data mandate`
const created = `${confirmed} amount currency automatic_payment_methods allowed_payment_method_types confirm confirmation_method capture_method customer description metadata statement_descriptor statement_descriptor_suffix`

export const paymentIntents: Operations = {
  'POST /v1/payment_intents': ({ account, params, isPublic }) => {
    allowOnly(params, created)
    const currency = params.currency.toLowerCase()
    judgeAmount(params.amount, currency)
    for (const name of ['off_session', 'return_url', 'error_on_requires_action', 'mandate_data'] as const) {
      if (params[name] === undefined || params.confirm) continue
      throw refuse(`The parameter ${name} can only be used with confirm=true.`, { param: name })
    }
    if (params.capture_method === 'manual' || params.confirmation_method === 'manual') {
      const param = params.capture_method === 'manual' ? 'capture_method' : 'confirmation_method'
      throw refuse(`The stand-in for Stripe does not do this: ${param} manual.`, { param })
    }
    if (params.customer) findLiving(account, params.customer, 'customer')
    const types = chooseTypes(account, params, currency)
    const method = methodIn(account, params, isPublic)
    const id = newId('pi')
    const intent: PaymentIntent = {
      ...emptyIntent(account),
      id,
      amount: params.amount,
      currency,
      allowed_payment_method_types: types.allowed,
      automatic_payment_methods: types.automatic,
      client_secret: newClientSecret(id),
      customer: params.customer ?? null,
      description: params.description ?? null,
      metadata: mergeMetadata({}, params.metadata),
      payment_method_options: readOptions(params.payment_method_options || {}, types.names),
      payment_method_types: types.names,
      receipt_email: params.receipt_email || null,
      setup_future_usage: (params.setup_future_usage ?? null) as PaymentIntent['setup_future_usage'],
      statement_descriptor: params.statement_descriptor ?? null,
      statement_descriptor_suffix: params.statement_descriptor_suffix ?? null,
    }
    if (method) judgeMethod(account, intent, method)
    if (params.confirm) judgeConfirmation(account, intent, method, params)
    account.add('payment_intents', intent)
    account.emit('payment_intent.created', intent)
    if (method) Object.assign(intent, { payment_method: method.id, status: 'requires_confirmation' })
    return params.confirm ? confirm(account, intent, method as PaymentMethod, params) : intent
  },
  'GET /v1/payment_intents': ({ account, params }) => {
    allowOnly(params, 'customer created limit starting_after ending_before')
    return listRows(account, 'payment_intents', params, {
      matches: (each) => !params.customer || each.customer === params.customer,
    })
  },
  'GET /v1/payment_intents/:id': ({ account, ids: [id] }) => account.find('payment_intents', id),
  'POST /v1/payment_intents/:id/confirm': ({ account, params, ids: [id], isPublic }) => {
    allowOnly(params, confirmed)
    const intent = account.find('payment_intents', id)
    if (intent.status === 'succeeded' || intent.status === 'canceled') {
      const message =
        intent.status === 'succeeded'
          ? 'You cannot confirm this PaymentIntent because it has already succeeded after being previously confirmed.'
          : 'You cannot confirm this PaymentIntent because it has a status of canceled.'
      throw refuse(message, { code: 'payment_intent_unexpected_state', payment_intent: intent })
    }
    const method = methodIn(account, params, isPublic) ?? savedIn(account, intent)
    if (method) judgeMethod(account, intent, method)
    judgeConfirmation(account, intent, method, params, isPublic)
    if (params.payment_method_options) {
      intent.payment_method_options = readOptions(params.payment_method_options, intent.payment_method_types)
    }
    if (params.setup_future_usage !== undefined) {
      intent.setup_future_usage = (params.setup_future_usage || null) as PaymentIntent['setup_future_usage']
    }
    if (params.receipt_email !== undefined) intent.receipt_email = params.receipt_email || null
    return confirm(account, intent, method as PaymentMethod, {
      ...params,
      use_stripe_sdk: params.use_stripe_sdk ?? isPublic,
    })
  },
  'POST /v1/payment_intents/:id/cancel': ({ account, params, ids: [id] }) => {
    const intent = account.find('payment_intents', id)
    if (intent.status === 'succeeded' || intent.status === 'canceled') {
      const message = `You cannot cancel this PaymentIntent because it has a status of ${intent.status}. Only a PaymentIntent with one of the following statuses may be canceled: requires_payment_method, requires_capture, requires_reauthorization, requires_confirmation, requires_action, processing.`
      throw refuse(message, { code: 'payment_intent_unexpected_state', payment_intent: intent })
    }
    if (account.hiddenOf(id).invoice) {
      throw refuse('You cannot cancel PaymentIntents created by invoices. Void the invoice instead.', {
        payment_intent: intent,
      })
    }
    return cancelIntent(account, intent, (params.cancellation_reason ?? null) as PaymentIntent['cancellation_reason'])
  },
}

type Methods = Pick<Stripe.PaymentIntentConfirmParams, 'payment_method' | 'payment_method_data'>

function methodIn(account: Account, params: Methods, isPublic: boolean): PaymentMethod | undefined {
  const { payment_method: id, payment_method_data: data } = params
  if (id && data) {
    const message = 'You may only specify one of these parameters: payment_method, payment_method_data.'
    throw refuse(message, { param: 'payment_method_data' })
  }
  if (id) return resolveMethod(account, id, 'payment_method')
  return data ? createMethod(account, data, isPublic) : undefined
}

const savedIn = (account: Account, { payment_method }: PaymentIntent) =>
  payment_method ? account.find('payment_methods', payment_method) : undefined

function judgeMethod(account: Account, intent: PaymentIntent, method: PaymentMethod): void {
  refuseSpent(account, method)
  if (!intent.payment_method_types.includes(method.type)) {
    const message = `The PaymentMethod provided (${method.type}) is not allowed for this PaymentIntent. Please attach a PaymentMethod of one of the following types: ${intent.payment_method_types.join(', ')}.`
    throw refuse(message, { param: 'payment_method' })
  }
  if (!method.customer || method.customer === intent.customer) return
  const message = intent.customer
    ? `The customer does not have a payment method with the ID ${method.id}. The payment method must be attached to the customer.`
    : `The provided PaymentMethod was previously attached to a Customer (${method.customer}); please include the customer in the customer parameter on the PaymentIntent.`
  throw refuse(message, { param: intent.customer ? 'payment_method' : 'customer' })
}

function judgeConfirmation(
  account: Account,
  intent: PaymentIntent,
  method: PaymentMethod | undefined,
  { return_url: returnUrl, off_session }: Pick<Confirmed, 'return_url' | 'off_session'>,
  isPublic = false,
): void {
  if (!method) {
    const message =
      "You cannot confirm this PaymentIntent because it's missing a payment method. You can either update the PaymentIntent with a payment method and then confirm it again, or confirm it again directly with a payment method or ConfirmationToken."
    throw refuse(message, { code: 'payment_intent_unexpected_state', payment_intent: intent })
  }
  if (!off_session) judgeReturn(account, intent, { returnUrl, isPublic })
}

type Confirmed = Pick<
  Stripe.PaymentIntentConfirmParams,
  'off_session' | 'return_url' | 'use_stripe_sdk' | 'error_on_requires_action'
>

function confirm(account: Account, intent: PaymentIntent, method: PaymentMethod, params: Confirmed): PaymentIntent {
  account.forget('expire_pix', intent.id)
  const refusal = attemptPayment(account, intent, {
    method,
    // A cardholder who may not be asked is as good as absent.
    offSession: Boolean(params.off_session) || params.error_on_requires_action,
    returnUrl: params.return_url,
    usesScript: params.use_stripe_sdk,
  })
  if (refusal) throw refusal
  return intent
}
