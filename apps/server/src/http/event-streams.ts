import { SharedPlaces } from '@escola/db'
import type { FastifyRequest } from 'fastify'
import { AppError } from '../core/app-error.ts'
import { addressCallerOf } from './callers.ts'
import type { UndeclaredProxies } from './undeclared-proxies.ts'

/** Event streams that may be open at once. A person watches a few pages, and many people may sit behind one address. */
const mostOfUser = 8
const mostOfAddress = 32

/** Counts the event streams that are open: each asks the database again and again, for as long as its reader likes. */
export class EventStreams {
  readonly #open = new SharedPlaces()
  readonly #proxies: Pick<UndeclaredProxies, 'spokeFor'>

  constructor(proxies: Pick<UndeclaredProxies, 'spokeFor'>) {
    this.#proxies = proxies
  }

  /**
   * @returns a function that ends the stream
   * @throws AppError too_many_requests
   */
  begin(request: FastifyRequest): () => void {
    const address = addressCallerOf(request, this.#proxies)
    const user = request.caller === undefined || request.caller.key === address?.key ? undefined : request.caller
    if ((user && this.#open.heldBy(user) >= mostOfUser) || (address && this.#open.heldBy(address) >= mostOfAddress))
      throw new AppError('too_many_requests', { retryAfter })
    const streams = [user, address].filter((each) => each !== undefined)
    for (const each of streams) this.#open.take(each)
    return () => {
      for (const each of streams) this.#open.free(each)
    }
  }
}

/** Seconds until a page may ask for its events again. */
const retryAfter = 10
