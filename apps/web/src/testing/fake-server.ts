import { type ErrorCode, errors } from '@escola/contract/errors'
import type { BodyOf, ParamsOf, QueryOf, ResponseOf, RouteDefinition } from '@escola/contract/route'
import { vi } from 'vitest'

export interface Call<R extends RouteDefinition> {
  params: ParamsOf<R>
  query: QueryOf<R>
  body: BodyOf<R>
}
class Refusal {
  code: ErrorCode
  current: unknown
  fields: Record<string, string> | undefined
  constructor(code: ErrorCode, current?: unknown, fields?: Record<string, string>) {
    this.code = code
    this.current = current
    this.fields = fields
  }
}
/**
 * What the server answers instead of what was asked for.
 * @param current the newer state that comes with stale_version
 * @param fields what is wrong with which field
 */
export const refuse = (code: ErrorCode, current?: unknown, fields?: Record<string, string>) =>
  new Refusal(code, current, fields)

type Answer<R extends RouteDefinition> = ResponseOf<R> | Refusal
interface Handler {
  method: string
  path: RegExp
  handle: (call: Call<RouteDefinition>) => Promise<Response>
}

const json = (status: number, body: unknown) => Response.json(body, { status })
const toResponse = (answer: unknown) => {
  if (!(answer instanceof Refusal)) return json(200, answer)
  const { status, message } = errors[answer.code]
  return json(status, { code: answer.code, message, current: answer.current, fields: answer.fields })
}

/** Stands in for the server in a test of a screen: answers routes of the contract, in their types, and keeps what was asked. */
export function fakeServer() {
  const handlers: Handler[] = []
  vi.stubGlobal('fetch', async (address: string, init: RequestInit = {}) => {
    const { pathname, searchParams } = new URL(address, 'http://escola.test')
    const method = init.method ?? 'GET'
    // The latest answer given for a route is the one that counts.
    const handler = handlers.findLast((each) => each.method === method && each.path.test(pathname))
    if (!handler) return toResponse(refuse('not_found'))
    const params = { ...handler.path.exec(pathname)!.groups }
    const body = typeof init.body === 'string' ? JSON.parse(init.body) : undefined
    return handler.handle({ params, query: Object.fromEntries(searchParams), body } as never)
  })
  return {
    /** Answers a route from now on; returns the calls that it gets. */
    on<R extends RouteDefinition>(route: R, answer: (call: Call<R>) => Answer<R> | Promise<Answer<R>>): Call<R>[] {
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
