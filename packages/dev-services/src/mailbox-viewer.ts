import { createHash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { listPage, messagePage, refreshScript } from './mailbox-pages.ts'
import type { MailboxStore } from './mailbox-store.ts'

const pageSize = 50

// A mail is foreign HTML: the frame it is shown in gets no scripts, no forms and no origin of its own.
const framePolicy =
  "default-src 'none'; img-src http: https: data:; style-src 'unsafe-inline'; font-src http: https: data:; " +
  'sandbox allow-popups allow-popups-to-escape-sandbox allow-top-navigation-by-user-activation'
const scriptHash = createHash('sha256').update(refreshScript).digest('base64')
const pagePolicy =
  `default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-${scriptHash}'; connect-src 'self'; ` +
  "frame-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"

export async function answerMailboxRequest(store: MailboxStore, request: IncomingMessage, response: ServerResponse) {
  const url = new URL(request.url ?? '/', 'http://localhost')
  const [first = '', second, third] = url.pathname.split('/').slice(1)
  const { method = 'GET' } = request
  const json = (status: number, body: unknown) => send(response, status, 'application/json', JSON.stringify(body))
  const page = (status: number, html: string) => send(response, status, 'text/html', html, pagePolicy)

  if (first === 'api' && second === 'messages') {
    if (method === 'DELETE' && !third) {
      await store.clear()
      return response.writeHead(204).end()
    }
    if (method !== 'GET') return json(405, { message: 'Method not allowed' })
    if (!third) return json(200, store.list(filterOf(url.searchParams)))
    const mail = await store.read(third)
    return mail ? json(200, mail) : json(404, { message: 'No such message' })
  }
  if (method !== 'GET') return json(405, { message: 'Method not allowed' })
  if (first === '') {
    const search = url.searchParams.get('busca') ?? ''
    const number = Math.max(1, Number(url.searchParams.get('pagina')) || 1)
    const found = store.list({ search, skip: (number - 1) * pageSize, limit: pageSize + 1 })
    const mails = found.slice(0, pageSize)
    return page(200, listPage({ mails, search, number, hasMore: found.length > pageSize, total: store.size }))
  }
  const mail = first === 'mensagens' && second ? await store.read(second) : undefined
  if (!mail) return page(404, listPage({ mails: [], search: '', number: 1, hasMore: false, total: store.size }))
  if (third === 'corpo') {
    return send(response, 200, 'text/html', `<base target="_blank" rel="noopener">${mail.html}`, framePolicy)
  }
  return page(200, messagePage(mail))
}

function filterOf(query: URLSearchParams) {
  const limit = Number(query.get('limit') ?? 100)
  return {
    to: query.get('to') ?? undefined,
    search: query.get('search') ?? undefined,
    limit: Number.isInteger(limit) && limit > 0 ? limit : 100,
  }
}

function send(response: ServerResponse, status: number, type: string, body: string, policy?: string) {
  response.writeHead(status, {
    'content-type': `${type}; charset=utf-8`,
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    ...(policy && { 'content-security-policy': policy }),
  })
  response.end(body)
}
