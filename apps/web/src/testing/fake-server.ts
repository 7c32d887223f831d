import { type ErrorBody, type ErrorCode, errors } from '@escola/contract/errors'
import type { BodyOf, ParamsOf, QueryOf, ResponseOf, RouteDefinition } from '@escola/contract/route'
import { vi } from 'vitest'

export interface Call<R extends RouteDefinition> {
  params: ParamsOf<R>
  query: QueryOf<R>
  body: BodyOf<R>
}
class Refusal {
  code: ErrorCode
  more: Partial<ErrorBody>
  constructor(code: ErrorCode, more: Partial<ErrorBody>) {
    this.code = code
    this.more = more
  }
}
/** Refuses in place of the server's usual answer. */
export const refuse = (code: ErrorCode, more: Partial<ErrorBody> = {}) => new Refusal(code, more)

/** A refusal in words of its own, or in none. */
export const say = (message: string | undefined) => Response.json({ message }, { status: 400 })

type Answer<R extends RouteDefinition> = ResponseOf<R> | Refusal | Response
interface Handler {
  method: string
  path: RegExp
  handle: (call: Call<RouteDefinition>) => Promise<Response>
}

const json = (status: number, body: unknown) => Response.json(body, { status })
const toResponse = (answer: unknown) => {
  if (answer instanceof Response) return answer
  if (!(answer instanceof Refusal)) return json(200, answer)
  const { status, message } = errors[answer.code]
  return json(status, { code: answer.code, message, ...answer.more })
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
