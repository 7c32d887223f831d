import type { Request } from './request.ts'

declare global {
  /** Calls that were made while the program was still loading; early.ts, which is part of the page itself, makes them. */
  var escolaEarly: Map<string, Promise<Response>> | undefined
}

const keyOf = ({ address, init }: Request) => JSON.stringify([address, init])

/** Asks now for what the program is going to ask for. */
export function askEarly(request: Request): Promise<Response> {
  const answer = fetch(request.address, request.init)
  globalThis.escolaEarly ??= new Map()
  globalThis.escolaEarly.set(keyOf(request), answer)
  // The caller that takes the answer hears of the failure.
  answer.catch(() => undefined)
  return answer
}

/** Takes the early answer to this request of this session; only the first caller gets it. */
export function takeEarly(request: Request): Promise<Response> | undefined {
  const key = keyOf(request)
  const answer = globalThis.escolaEarly?.get(key)
  globalThis.escolaEarly?.delete(key)
  return answer
}

/** Drops early answers that the first page did not use, because they would be stale for the next one. */
export const forgetEarly = () => globalThis.escolaEarly?.clear()
