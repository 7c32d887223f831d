import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'

export interface TakenSms {
  id: string
  externalId?: string
  from: string
  to: string
  contents: { type: string; text: string }[]
}

interface Webhook {
  url: string
  headers?: Record<string, string>
}

type StatusCode = 'SENT' | 'DELIVERED' | 'NOT_DELIVERED' | 'REJECTED'

export interface RunningZenvia {
  /** Address of its API. */
  url: string
  token: string
  taken: TakenSms[]
  /**
   * Sends the event about a message to each subscription once, where Zenvia tries for a quarter of an hour.
   * @returns statuses of the answers
   */
  sendStatus(message: Pick<TakenSms, 'id' | 'externalId' | 'to'>, code: StatusCode): Promise<number[]>
  stop(): Promise<void>
}

class Refusal extends Error {
  readonly status: number
  readonly body: object

  constructor(status: number, code: string, message: string, path?: string) {
    super(message)
    this.status = status
    this.body = { code, message, ...(path && { details: [{ code: 'INVALID', path, message }] }) }
  }
}

const unauthorized = () => new Refusal(401, 'AUTHENTICATION_ERROR', 'No authorization token was found')
const invalid = (path: string) => new Refusal(400, 'VALIDATION_ERROR', 'Validation error', path)

/** A stand-in for Zenvia's API of text messages and subscriptions, version 2, as its OpenAPI describes them. It keeps what it takes. */
export async function startZenvia(): Promise<RunningZenvia> {
  const token = randomUUID()
  const taken: TakenSms[] = []
  const webhooks: Webhook[] = []
  const server = createServer(async (request, response) => {
    const answer = (status: number, body: object) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    try {
      if (request.headers['x-api-token'] !== token) throw unauthorized()
      answer(200, await take(request, taken, webhooks))
    } catch (error) {
      if (error instanceof Refusal) answer(error.status, error.body)
      else answer(400, { code: 'VALIDATION_ERROR', message: 'Unreadable request' })
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    token,
    taken,
    sendStatus: (message, code) => Promise.all(webhooks.map((webhook) => post(webhook, eventOf(message, code)))),
    async stop() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

async function take(request: IncomingMessage, taken: TakenSms[], webhooks: Webhook[]): Promise<object> {
  const body = (await json(request)) as Record<string, unknown>
  const call = `${request.method} ${request.url}`
  if (call === 'POST /v2/channels/sms/messages') {
    const sms = readSms(body)
    taken.push(sms)
    return { ...sms, direction: 'OUT', channel: 'sms', timestamp: new Date().toISOString() }
  }
  if (call === 'POST /v2/subscriptions') {
    const subscription = body as { eventType: string; webhook: Webhook; criteria: { channel: string } }
    if (subscription.eventType !== 'MESSAGE_STATUS') throw invalid('eventType')
    if (!URL.canParse(subscription.webhook?.url)) throw invalid('webhook.url')
    if (subscription.criteria?.channel !== 'sms') throw invalid('criteria.channel')
    webhooks.push(subscription.webhook)
    return { id: randomUUID(), ...subscription, status: 'ACTIVE', version: 'v2' }
  }
  throw new Refusal(404, 'NOT_FOUND', 'Not found')
}

function readSms(body: Record<string, unknown>): TakenSms {
  const { from, to, externalId, contents } = body as unknown as TakenSms
  if (typeof from !== 'string' || from.length < 1 || from.length > 64) throw invalid('from')
  if (!/^\d{10,15}$/.test(to)) throw invalid('to')
  if (!Array.isArray(contents) || contents.some(({ type, text }) => type !== 'text' || !text)) throw invalid('contents')
  return { id: randomUUID(), ...(externalId && { externalId }), from, to, contents }
}

const descriptions: Record<StatusCode, string> = {
  SENT: 'The message has been forwarded to the provider',
  DELIVERED: 'The message has been delivered by the provider',
  NOT_DELIVERED: 'The provider was unable to deliver the message',
  REJECTED: 'The message was rejected by the provider',
}

function eventOf({ id, externalId, to }: Pick<TakenSms, 'id' | 'externalId' | 'to'>, code: StatusCode): object {
  const timestamp = new Date().toISOString()
  return {
    id: randomUUID(),
    timestamp,
    type: 'MESSAGE_STATUS',
    subscriptionId: randomUUID(),
    channel: 'sms',
    messageId: id,
    contentIndex: 0,
    message: { id, externalId, contentIndex: 0, direction: 'OUT', to },
    messageStatus: {
      timestamp,
      code,
      description: descriptions[code],
      causes: [],
      channelData: { sms: { carrier: 'VIVO_BR' } },
    },
  }
}

async function post({ url, headers }: Webhook, event: object): Promise<number> {
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(event),
  })
  await answer.body?.cancel()
  return answer.status
}
