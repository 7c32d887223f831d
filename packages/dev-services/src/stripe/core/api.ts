import type { IncomingMessage, ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { findBySecret } from '../intents/payer.ts'
import type { Operation } from '../schemas/parameters.ts'
import { apiVersion } from './account.ts'
import type { Accounts, Failure, KeptAccount } from './accounts.ts'
import { refuse, StripeError } from './errors.ts'
import { expand, type Includable } from './expand.ts'
import { parseForm } from './form.ts'
import { newId } from './ids.ts'
import { judge } from './judge.ts'
import { judgePublic, readKey, toPublic } from './keys.ts'
import type { Call, Operations } from './operations.ts'

export interface ApiOptions {
  accounts: Accounts
  operations: Operations
  includable: Includable
  /** Looks at each answer before it goes out; what it throws becomes the answer. */
  check?: (answer: object) => void
}

interface Answer {
  status: number
  body: string
  requestId: string
}

/** Calls under a key that are still being answered. */
const answering = new Set<string>()

/** Answers a call under /v1 as Stripe does. */
export async function answerApi(
  options: ApiOptions,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const requestId = newId('req')
  const send = ({ status, body, requestId: id }: Answer, headers: Record<string, string> = {}) =>
    response.writeHead(status, { ...commonHeaders(id), ...headers }).end(body)
  if (request.method === 'OPTIONS') return void response.writeHead(204, commonHeaders(requestId)).end()
  try {
    const { name, isPublic, isRestricted } = readKey(request)
    const url = new URL(request.url ?? '/', 'http://stripe')
    const { operation, ids } = findOperation(options.operations, request.method ?? '', url.pathname)
    const needsSecret = isPublic && judgePublic(operation).needsSecret
    judgeVersion(request)
    const form = request.method === 'GET' ? url.search.slice(1) : `${await text(request)}&${url.search.slice(1)}`
    const kept = options.accounts.get(name)
    if (isRestricted) judgeRight(kept.account, operation)
    const raw = parseForm(form)
    const { client_secret: secret } = raw
    if (isPublic) for (const key of ['client_secret', 'key']) delete raw[key]
    const perform = (begin: () => void) => {
      const call = { account: kept.account, params: judge(operation, raw), ids, isPublic }
      if (needsSecret) judgeSecret(call, secret)
      begin()
      return answerOperation(options, operation, call)
    }
    const key = request.method === 'POST' ? request.headers['idempotency-key'] : undefined
    const keyed = typeof key === 'string' ? { key, request: `${operation} ${ids.join(' ')} ${form}` } : undefined
    await answerOnce(kept, operation, keyed, requestId, perform, send, request)
  } catch (error) {
    send(toAnswer(error, requestId))
  }
}

const commonHeaders = (requestId: string) => ({
  'content-type': 'application/json',
  'request-id': requestId,
  'stripe-version': apiVersion,
  'cache-control': 'no-cache, no-store',
  'access-control-allow-origin': '*',
  'access-control-allow-headers': 'authorization, content-type, stripe-version, idempotency-key',
  'access-control-allow-methods': 'GET, POST, DELETE, OPTIONS',
})

const routes = new WeakMap<Operations, [string, RegExp][]>()

function findOperation(
  operations: Operations,
  method: string,
  path: string,
): { operation: Operation; ids: [string, string] } {
  const known =
    routes.get(operations) ??
    Object.keys(operations).map((name): [string, RegExp] => [
      name,
      new RegExp(`^${name.replaceAll(':id', '([^/ ]+)')}$`),
    ])
  routes.set(operations, known)
  const address = `${method} ${path}`
  // An address that is written out comes before one with an id in that place.
  for (const [name, pattern] of known.toSorted(([a], [b]) => a.split(':').length - b.split(':').length)) {
    const match = pattern.exec(address)
    if (match)
      return {
        operation: name as Operation,
        ids: [match[1] ?? '', match[2] ?? ''].map(decodeURIComponent) as [string, string],
      }
  }
  const message = `Unrecognized request URL (${method}: ${path}). If you are trying to list objects, remove the trailing slash. If you are trying to retrieve an object, make sure you passed a valid (non-empty) identifier in your code. Please see https://stripe.com/docs or we can help at https://support.stripe.com/.`
  throw refuse(message, {}, 404)
}

function judgeRight({ settings }: KeptAccount['account'], operation: Operation): void {
  if (!settings.missingRights.includes(operation)) return
  const message = `The provided key 'rk_test_****' does not have the required permissions for this endpoint. Having more permissions would allow this request to continue.`
  throw refuse(message, {}, 403)
}

function judgeVersion(request: IncomingMessage): void {
  const version = request.headers['stripe-version']
  if (version === apiVersion) return
  throw refuse(
    version
      ? `Invalid Stripe API version: ${version}`
      : `The stand-in for Stripe asks for the header Stripe-Version: ${apiVersion}`,
  )
}

function judgeSecret({ account, ids }: Call<unknown>, secret: unknown): void {
  const id = ids[0]
  const intent = findBySecret(account, String(secret))
  if (intent?.id === id) return
  const message =
    'The client_secret provided does not match any associated PaymentIntent or SetupIntent on this account. Ensure the client_secret and its ID correspond, and that the publishable key belongs to the same account.'
  throw refuse(message, { code: 'resource_missing', param: 'client_secret' })
}

function answerOperation(options: ApiOptions, operation: Operation, call: Call<unknown>): object {
  const handle = options.operations[operation] as (call: Call<unknown>) => object
  const answer = handle(call)
  const paths = (call.params as { expand?: string[] }).expand ?? []
  const expanded = expand(call.account, answer, paths, options.includable)
  options.check?.(expanded)
  return call.isPublic ? toPublic(expanded) : expanded
}

const toAnswer = (error: unknown, requestId: string): Answer => {
  const refusal = error instanceof StripeError ? error : new StripeError(500, 'api_error', (error as Error).message)
  return { status: refusal.status, body: JSON.stringify(refusal.toWire(), null, 2), requestId }
}

interface Keyed {
  key: string
  request: string
}

/** Judges a call, says that it begins, and performs it. */
type Perform = (begin: () => void) => object

const failForGood: Perform = (begin) => {
  begin()
  throw unknownError()
}

const unknownError = () => new StripeError(500, 'api_error', 'An unknown error occurred')

type Send = (answer: Answer, headers?: Record<string, string>) => void

async function answerOnce(
  { account, failures }: KeptAccount,
  operation: Operation,
  keyed: Keyed | undefined,
  requestId: string,
  perform: Perform,
  send: Send,
  request: IncomingMessage,
): Promise<void> {
  const place = keyed && `${account.name} ${keyed.key}`
  if (place && answering.has(place)) {
    const message = `There is currently another in-progress request using this Idempotent Key (that probably means you submitted twice, and the other request is still going through): ${keyed.key}. Please try again later.`
    throw new StripeError(409, 'idempotency_error', message, { code: 'idempotency_key_in_use' })
  }
  if (place) answering.add(place)
  try {
    const failure = takeFailure(failures, operation)
    if (failure?.how === 'kept500') perform = failForGood
    if (failure && !/_after$|^kept/.test(failure.how) && (await fail(failure, request))) return
    const given = keyed && takeKept(account, keyed)
    const answer = given ?? answerNow(account, keyed, requestId, perform)
    if (failure?.how.endsWith('_after') && (await fail(failure, request))) return
    send(answer, {
      ...(keyed && { 'idempotency-key': keyed.key, 'original-request': answer.requestId }),
      ...(given && { 'idempotent-replayed': 'true' }),
    })
  } finally {
    if (place) answering.delete(place)
  }
}

function takeKept(account: KeptAccount['account'], { key, request }: Keyed): Answer | undefined {
  const given = account.findAnswer(key)
  if (!given || given.request === request) return given
  throw reusedKey(key)
}

function reusedKey(key: string): StripeError {
  const message = `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`
  return new StripeError(400, 'idempotency_error', message)
}

/** Performs a call, and keeps its answer under its key, whatever it is, unless it was refused before anything began. */
function answerNow(
  account: KeptAccount['account'],
  keyed: Keyed | undefined,
  requestId: string,
  perform: Perform,
): Answer {
  account.request = { id: requestId, idempotencyKey: keyed?.key ?? null }
  let answer: Answer
  let hasBegun = false
  const begin = () => {
    hasBegun = true
  }
  try {
    answer = { status: 200, body: JSON.stringify(perform(begin), null, 2), requestId }
  } catch (error) {
    answer = toAnswer(error, requestId)
  }
  account.request = null
  if (keyed && hasBegun) account.keepAnswer(keyed.key, { ...answer, request: keyed.request, at: account.now() })
  account.onChange()
  return answer
}

function takeFailure(failures: Failure[], operation: string): Failure | undefined {
  const index = failures.findIndex((each) => each.operation === operation)
  return index < 0 ? undefined : failures.splice(index, 1)[0]
}

/** @returns whether nothing is left to answer */
async function fail({ how }: Failure, request: IncomingMessage): Promise<boolean> {
  const kind = how.replace('_after', '')
  if (kind === 'drop') request.socket.destroy()
  if (kind === 'hang') await new Promise((resolve) => request.socket.once('close', resolve))
  if (kind === 'error500') throw unknownError()
  if (kind === 'error400') throw refuse('Invalid request.')
  if (kind === 'error401') throw refuse('Expired API Key provided: sk_test_****', { code: 'api_key_expired' }, 401)
  if (kind === 'reused_key') throw reusedKey('of the call')
  if (kind === 'rate_limit') {
    throw new StripeError(429, 'rate_limit_error', 'Request rate limit exceeded.', { code: 'rate_limit' })
  }
  return true
}
