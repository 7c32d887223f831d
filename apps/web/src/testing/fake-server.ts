import { type ErrorBody, errors } from '@escola/contract/errors'
import { refusalAnswers } from '@escola/contract/refusal-answers.testing'
import type { BodyOf, ParamsOf, QueryOf, ResponseOf, RouteDefinition } from '@escola/contract/route'
import { vi } from 'vitest'

export interface Call<R extends RouteDefinition> {
  params: ParamsOf<R>
  query: QueryOf<R>
  body: BodyOf<R>
  headers: Headers
}
/** Parts of a refusal that differ from answer to answer: a newer state or a challenge. */
type Own = Pick<ErrorBody, 'current' | 'challenge'>

/** A refusal by the routes that give it, so that a test can't fake it at another one. */
class Refusal<R extends RouteDefinition> {
  readonly status: number
  readonly body: ErrorBody
  declare readonly route: R
  constructor(status: number, body: ErrorBody) {
    this.status = status
    this.body = body
  }
}
type Answers = typeof refusalAnswers
// A refusal of any route fits each of them.
type RefusalOf<E extends Answers[keyof Answers]> = Refusal<E extends { isOfAnyRoute: true } ? never : E['route']>

/** Refuses in place of the server's usual answer, with an entry of the table that the server's tests prove. */
export function refuse<N extends keyof Answers>(name: N, own: Own = {}) {
  const { status, body } = refusalAnswers[name]
  return new Refusal(status, { ...body, ...own }) as RefusalOf<Answers[N]>
}

/** Fails as any route may, while the server or its database is away or at fault. */
export function fail(code: 'unavailable' | 'internal') {
  const { status, message } = errors[code]
  return new Refusal<never>(status, { code, message })
}

/** Refuses in words of its own, or in none, as a server of another version may. */
export const say = (message: string | undefined) => new Refusal<never>(400, { code: '', message } as ErrorBody)

type Answer<R extends RouteDefinition> = ResponseOf<R> | Refusal<R>
interface Handler {
  method: string
  path: RegExp
  handle: (call: Call<RouteDefinition>) => Promise<Response>
}

const toResponse = (answer: unknown) =>
  answer instanceof Refusal ? Response.json(answer.body, { status: answer.status }) : Response.json(answer)

/** Stands in for the server in a test of a screen: answers the page and routes of the contract, in their types, and keeps what was asked. */
export function fakeServer() {
  const handlers: Handler[] = []
  vi.stubGlobal('fetch', async (address: string, init: RequestInit = {}) => {
    const { pathname, searchParams } = new URL(address, 'http://escola.test')
    if (pathname === '/') return new Response('<!doctype html>')
    const method = init.method ?? 'GET'
    // The latest answer given for a route counts.
    const handler = handlers.findLast((each) => each.method === method && each.path.test(pathname))
    if (!handler) return Response.json({ code: 'not_found', message: errors.not_found.message }, { status: 404 })
    const params = { ...handler.path.exec(pathname)!.groups }
    const body = typeof init.body === 'string' ? JSON.parse(init.body) : undefined
    const headers = new Headers(init.headers)
    return handler.handle({ params, query: Object.fromEntries(searchParams), body, headers } as never)
  })
  return {
    /** Answers a route from now on; returns the calls that it gets. */
    on<R extends RouteDefinition>(
      route: R,
      answer: (call: Call<R>) => Answer<NoInfer<R>> | Promise<Answer<NoInfer<R>>>,
    ): Call<R>[] {
      const calls: Call<R>[] = []
      const path = new RegExp(`^/api${route.path.replace(/:(\w+)/g, '(?<$1>[^/]+)')}$`)
      const handle = async (call: Call<RouteDefinition>) => {
        calls.push(call as Call<R>)
        return toResponse(await answer(call as Call<R>))
      }
      handlers.push({ method: route.method, path, handle })
      return calls
    },
  }
}
