import { setTimeout as sleep } from 'node:timers/promises'
import { minuteMs } from '@escola/contract/durations'
import type { BodyOf, ParamsOf, QueryOf, ResponseOf, RouteDefinition } from '@escola/contract/route'

const base = process.env.BASE_URL ?? 'http://localhost:8080'
const mailbox = process.env.MAILBOX_URL ?? 'http://localhost:8025'

interface Options<R extends RouteDefinition> {
  token?: string
  params?: ParamsOf<R>
  query?: QueryOf<R>
  body?: BodyOf<R>
  file?: { name: string; bytes: string }
}

/** Calls a route of the contract through the proxy; anything but success ends the run. */
export async function call<R extends RouteDefinition>(route: R, options: Options<R> = {}): Promise<ResponseOf<R>> {
  const { token, params, query, body, file } = options
  const values = (params ?? {}) as Record<string, unknown>
  const path = route.path.replace(/:(\w+)/g, (_, name) => encodeURIComponent(String(values[name])))
  const search = query ? `?${new URLSearchParams(query as Record<string, string>)}` : ''
  const headers: Record<string, string> = token ? { authorization: `Bearer ${token}` } : {}
  let payload: FormData | string | undefined
  if (file) {
    payload = new FormData()
    payload.set('file', new Blob([file.bytes]), file.name)
  } else if (body) {
    payload = JSON.stringify(body)
    headers['content-type'] = 'application/json'
  }
  const response = await fetch(`${base}/api${path}${search}`, { method: route.method, headers, body: payload })
  if (!response.ok) throw new Error(`${route.method} ${path}: ${response.status} ${await response.text()}`)
  return (await response.json()) as ResponseOf<R>
}

/** Reads the token in the link that was mailed to a person. */
export async function mailedToken(to: string, page: 'activate' | 'welcome'): Promise<string> {
  return until(`a mail to ${to} with a ${page} link`, async () => {
    const mails = (await (await fetch(`${mailbox}/api/messages?to=${encodeURIComponent(to)}`)).json()) as {
      id: string
    }[]
    for (const { id } of mails) {
      const mail = (await (await fetch(`${mailbox}/api/messages/${id}`)).json()) as { text: string }
      const token = mail.text.match(new RegExp(`/${page}/([\\w.-]+)`))?.[1]
      if (token) return token
    }
    return undefined
  })
}

export async function until<T>(what: string, look: () => Promise<T | undefined | false>): Promise<T> {
  const end = Date.now() + minuteMs
  for (;;) {
    const found = await look()
    if (found) return found
    if (Date.now() > end) throw new Error(`waited a minute in vain: ${what}`)
    await sleep(300)
  }
}
