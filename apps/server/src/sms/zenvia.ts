import { z } from 'zod'
import { NumberRefused, type SmsSender, SmsUnanswered } from './sms.ts'
import { isConnectFailure } from './unconnected.ts'

const patienceMs = 15_000
const Accepted = z.object({ id: z.string() })
/** Faults of a request name the field, as in `to` or `/to`. */
const Refused = z.object({ details: z.array(z.object({ path: z.string() })).default([]) })

interface ZenviaConfig {
  token: string
  from: string
  url: string
}

/** Zenvia by its HTTP API, version 2. The key goes along as externalId: Zenvia shows it and does not compare it, so a message sent twice arrives twice. */
export const createZenvia = ({ token, from, url }: ZenviaConfig): SmsSender => ({
  isRepeatable: false,
  hasEvents: true,
  send: async ({ key, to, text }) => {
    const { status, body } = await post(`${url}/v2/channels/sms/messages`, token, {
      from,
      to,
      externalId: key,
      contents: [{ type: 'text', text }],
    })
    if (status === 200) {
      const accepted = Accepted.safeParse(body)
      if (!accepted.success) throw new SmsUnanswered('Zenvia names no message')
      return accepted.data.id
    }
    const refused = Refused.safeParse(body)
    const isAboutNumber = refused.success && refused.data.details.some(({ path }) => /^\W*to$/.test(path))
    if (status === 400 && isAboutNumber) throw new NumberRefused('Zenvia refuses the number')
    if (status >= 500 && status !== 503) throw new SmsUnanswered(`Zenvia answers ${status}`)
    throw new Error(`Zenvia answers ${status}`)
  },
})

async function post(address: string, token: string, message: object): Promise<{ status: number; body: unknown }> {
  try {
    // A redirect is not followed: the token is for this host alone.
    const answer = await fetch(address, {
      method: 'POST',
      headers: { 'x-api-token': token, 'content-type': 'application/json', accept: 'application/json' },
      body: JSON.stringify(message),
      redirect: 'manual',
      signal: AbortSignal.timeout(patienceMs),
    })
    const text = await answer.text()
    return { status: answer.status, body: parse(text) }
  } catch (error) {
    if (isConnectFailure(error)) throw new Error('Zenvia cannot be reached')
    throw new SmsUnanswered(`Zenvia does not answer: ${(error as Error).name}`)
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
