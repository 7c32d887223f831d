import type { IncomingMessage } from 'node:http'
import { refuse } from './errors.ts'

export interface Caller {
  /** Name of the account. */
  name: string
  isPublic: boolean
  /** The key has the rights alone that its account gave it. */
  isRestricted: boolean
}

/** Finds out by the key of a call whose it is. */
export function readKey(request: IncomingMessage): Caller {
  const [kind = '', given = ''] = (request.headers.authorization ?? '').split(' ')
  const key = /^basic$/i.test(kind) ? (Buffer.from(given, 'base64').toString().split(':')[0] as string) : given
  if (!key) {
    const message =
      "You did not provide an API key. You need to provide your API key in the Authorization header, using Bearer auth (e.g. 'Authorization: Bearer YOUR_SECRET_KEY'). See https://stripe.com/docs/api#authentication for details, or we can help at https://support.stripe.com/."
    throw refuse(message, {}, 401)
  }
  const match = /^(sk|rk|pk)_test_([A-Za-z0-9]{1,100})$/.exec(key)
  if (!match) throw refuse(`Invalid API Key provided: ${key.slice(0, 8)}****${key.slice(-4)}`, {}, 401)
  return { name: match[2] as string, isPublic: match[1] === 'pk', isRestricted: match[1] === 'rk' }
}

/** Calls that a page may make; all but the first ask for the intent's secret. */
const publicOperations = [
  'POST /v1/payment_methods',
  'GET /v1/payment_intents/:id',
  'POST /v1/payment_intents/:id/confirm',
  'GET /v1/setup_intents/:id',
  'POST /v1/setup_intents/:id/confirm',
]

export function judgePublic(operation: string): { needsSecret: boolean } {
  if (!publicOperations.includes(operation)) {
    const message =
      'This API call cannot be made with a publishable API key. Please use a secret API key. You can find a list of your API keys at https://dashboard.stripe.com/account/apikeys.'
    throw refuse(message, { code: 'secret_key_required' }, 401)
  }
  return { needsSecret: operation !== publicOperations[0] }
}

const shown = new Set(
  'id object amount amount_details automatic_payment_methods canceled_at cancellation_reason capture_method client_secret confirmation_method created currency description last_payment_error last_setup_error livemode next_action payment_method payment_method_types processing receipt_email setup_future_usage shipping source status usage'.split(
    ' ',
  ),
)

/** Fields of an intent that a page may see. */
export const toPublic = (answer: object): object =>
  'client_secret' in answer ? Object.fromEntries(Object.entries(answer).filter(([key]) => shown.has(key))) : answer
