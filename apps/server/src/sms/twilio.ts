import { NumberRefused, type SmsReport, type SmsSender, SmsUnanswered } from './sms.ts'
import { isConnectFailure } from './unconnected.ts'

const patienceMs = 15_000
/**
 * Twilio's codes for a number that is none, gets no text messages, or has asked for none. A region that the account may not send to (21408) and a
 * sender that doesn't reach it (21612) would refuse every number: such a message is tried again.
 */
const numberCodes = new Set([21211, 21214, 21217, 21610, 21614, 21635])

interface TwilioConfig {
  accountSid: string
  authToken: string
  from: string
  url: string
}

/** Twilio by its own SDK, which loads with the first message: it is large. Twilio compares no keys, so a message sent twice arrives twice. */
export function createTwilio(config: TwilioConfig): SmsSender {
  let client: ReturnType<typeof connect> | undefined
  return {
    isRepeatable: false,
    send: async ({ to, text }) => {
      client ??= connect(config)
      const { messages } = await client
      const sender = config.from.startsWith('MG') ? { messagingServiceSid: config.from } : { from: config.from }
      try {
        return (await messages.create({ to: `+${to}`, body: text, ...sender })).sid
      } catch (error) {
        throw explain(error)
      }
    },
    report: async ({ providerId, to, mark }) => {
      client ??= connect(config)
      const { messages } = await client
      try {
        if (providerId) return reportOf((await messages(providerId).fetch()).status)
        const latest = await messages.list({ to: `+${to}`, limit: latestMessages })
        const found = latest.find(({ body }) => body.includes(mark))
        return found ? reportOf(found.status) : 'undelivered'
      } catch (error) {
        throw explain(error)
      }
    },
  }
}

/** Messages to one number among which one is looked for that has no id. */
const latestMessages = 50

const reportOf = (status: string): SmsReport =>
  ['failed', 'undelivered', 'canceled'].includes(status)
    ? 'undelivered'
    : ['delivered', 'read'].includes(status)
      ? 'delivered'
      : 'open'

async function connect({ accountSid, authToken, url }: TwilioConfig) {
  const { default: twilio } = await import('twilio')
  const httpClient = new twilio.RequestClient({ timeout: patienceMs, autoRetry: false })
  // The SDK knows regions of its API and no other addresses.
  const request = httpClient.request.bind(httpClient)
  httpClient.request = (options) =>
    request({ ...options, uri: options.uri.replace('https://api.twilio.com', url), allowRedirects: false })
  return twilio(accountSid, authToken, { httpClient })
}

/** The SDK's error holds the request with the account's token, so its own words go no further. */
function explain(error: unknown): Error {
  const { status, code } = error as { status?: number; code?: number | string }
  // An answer that broke off has a status of success.
  if (status === undefined || status < 300)
    return isConnectFailure(error)
      ? new Error('Twilio cannot be reached')
      : new SmsUnanswered(`Twilio does not answer: ${code}`)
  if (numberCodes.has(Number(code))) return new NumberRefused(`Twilio refuses the number: ${code}`)
  if (status >= 500 && status !== 503) return new SmsUnanswered(`Twilio answers ${status}`)
  return new Error(`Twilio answers ${status}, code ${code}`)
}
