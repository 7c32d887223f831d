import type { Stripe } from 'stripe'
import type { Account } from '../core/account.ts'
import { refuse, refuseUndone, StripeError } from '../core/errors.ts'
import { newClientSecret, newId } from '../core/ids.ts'
import { listRows } from '../core/lists.ts'
import type { PaymentMethod, SetupIntent } from '../core/objects.ts'
import type { Operations } from '../core/operations.ts'
import { allowOnly, mergeMetadata } from '../core/parameters.ts'
import { findLiving } from '../customers.ts'
import { attach, cardOf, createMethod, refuseSpent, resolveMethod } from '../payment-methods.ts'
import { asks, authenticationOf } from './attempt.ts'
import { chooseTypes, judgeReturn } from './options.ts'
import { errorOf, type Failure } from './outcomes.ts'

const confirmed = 'payment_method payment_method_data return_url use_stripe_sdk mandate_data'
const created = `${confirmed} automatic_payment_methods allowed_payment_method_types confirm customer description metadata usage`

type Confirmed = Pick<
  Stripe.SetupIntentConfirmParams,
  'payment_method' | 'payment_method_data' | 'return_url' | 'use_stripe_sdk'
>

export const setupIntents: Operations = {
  'POST /v1/setup_intents': ({ account, params, isPublic }) => {
    allowOnly(params, created)
    if (params.customer) findLiving(account, params.customer, 'customer')
    const types = chooseTypes(account, params, 'usd')
    const id = newId('seti')
    const intent: SetupIntent = {
      id,
      object: 'setup_intent',
      allowed_payment_method_types: types.allowed,
      application: null,
      automatic_payment_methods: types.automatic,
      cancellation_reason: null,
      client_secret: newClientSecret(id),
      created: account.now(),
      customer: params.customer ?? null,
      customer_account: null,
      description: params.description ?? null,
      excluded_payment_method_types: null,
      flow_directions: null,
      last_setup_error: null,
      latest_attempt: null,
      livemode: false,
      mandate: null,
      metadata: mergeMetadata({}, params.metadata),
      next_action: null,
      on_behalf_of: null,
      payment_method: null,
      payment_method_configuration_details: null,
      payment_method_options: { card: { mandate_options: null, network: null, request_three_d_secure: 'automatic' } },
      payment_method_types: types.names,
      single_use_mandate: null,
      status: 'requires_payment_method',
      usage: params.usage ?? 'off_session',
    }
    const method = methodIn(account, intent, params, isPublic)
    if (params.confirm && !method) throw missingMethod()
    account.add('setup_intents', intent)
    account.emit('setup_intent.created', intent)
    if (method) Object.assign(intent, { payment_method: method.id, status: 'requires_confirmation' })
    return params.confirm && method ? confirm(account, intent, method, params) : intent
  },
  'GET /v1/setup_intents': ({ account, params }) => {
    allowOnly(params, 'customer payment_method created limit starting_after ending_before')
    return listRows(account, 'setup_intents', params, {
      matches: (each) =>
        (!params.customer || each.customer === params.customer) &&
        (!params.payment_method || each.payment_method === params.payment_method),
    })
  },
  'GET /v1/setup_intents/:id': ({ account, ids: [id] }) => account.find('setup_intents', id),
  'POST /v1/setup_intents/:id/confirm': ({ account, params, ids: [id], isPublic }) => {
    allowOnly(params, confirmed)
    const intent = account.find('setup_intents', id)
    if (isOver(intent)) throw wrongState('confirm', intent)
    const method =
      methodIn(account, intent, params, isPublic) ??
      (intent.payment_method ? account.find('payment_methods', intent.payment_method) : undefined)
    if (!method) throw missingMethod()
    judgeReturn(account, intent, { returnUrl: params.return_url, isPublic })
    return confirm(account, intent, method, { ...params, use_stripe_sdk: params.use_stripe_sdk ?? isPublic })
  },
  'POST /v1/setup_intents/:id/cancel': ({ account, params, ids: [id] }) => {
    const intent = account.find('setup_intents', id)
    if (isOver(intent)) throw wrongState('cancel', intent)
    intent.status = 'canceled'
    intent.next_action = null
    intent.cancellation_reason = (params.cancellation_reason ?? null) as SetupIntent['cancellation_reason']
    account.emit('setup_intent.canceled', intent)
    return intent
  },
}

const isOver = ({ status }: SetupIntent) => status === 'succeeded' || status === 'canceled'

const wrongState = (verb: 'confirm' | 'cancel', intent: SetupIntent) =>
  refuse(`You cannot ${verb} this SetupIntent because it has a status of ${intent.status}.`, {
    code: 'setup_intent_unexpected_state',
    setup_intent: intent,
  })

const missingMethod = () =>
  refuse("You cannot confirm this SetupIntent because it's missing a payment method.", {
    code: 'setup_intent_unexpected_state',
  })

function methodIn(
  account: Account,
  intent: SetupIntent,
  params: Confirmed,
  isPublic: boolean,
): PaymentMethod | undefined {
  const { payment_method: id, payment_method_data: data } = params
  const method = id
    ? resolveMethod(account, id, 'payment_method')
    : data
      ? createMethod(account, data, isPublic)
      : undefined
  if (!method) return undefined
  refuseSpent(account, method)
  if (method.type !== 'card') throw refuseUndone(`setup of ${method.type}`)
  if (method.customer && method.customer !== intent.customer) {
    throw refuse(`The payment method ${method.id} does not belong to the customer of this SetupIntent.`, {
      param: 'payment_method',
    })
  }
  return method
}

function confirm(account: Account, intent: SetupIntent, method: PaymentMethod, params: Confirmed): SetupIntent {
  intent.payment_method = method.id
  intent.last_setup_error = null
  const { decline, fromCharge } = cardOf(account, method)
  if (decline && !fromCharge) throw failSetup(account, intent, method, { ...decline, type: 'card_error' })
  if (!asks(account, method)) return finishSetup(account, intent, method)
  intent.status = 'requires_action'
  const [returnUrl, usesScript] = [params.return_url, params.use_stripe_sdk]
  intent.next_action = authenticationOf(account, intent, { returnUrl, usesScript }) as SetupIntent['next_action']
  account.emit('setup_intent.requires_action', intent)
  return intent
}

export function finishSetup(account: Account, intent: SetupIntent, method: PaymentMethod): SetupIntent {
  if (intent.customer) attach(account, method, account.find('customers', intent.customer))
  account.hiddenOf(method.id).setUp = true
  intent.status = 'succeeded'
  intent.next_action = null
  account.emit('setup_intent.succeeded', intent)
  return intent
}

export function failSetup(account: Account, intent: SetupIntent, method: PaymentMethod, failure: Failure): StripeError {
  intent.status = 'requires_payment_method'
  intent.payment_method = null
  intent.next_action = null
  intent.last_setup_error = errorOf(failure, method) as SetupIntent['last_setup_error']
  account.emit('setup_intent.setup_failed', intent)
  const { message, type, ...details } = failure
  return new StripeError(402, type, message, { ...details, setup_intent: structuredClone(intent) })
}
