import type { Caller } from '@escola/db'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { runAs } from '../core/current-caller.ts'
import { networkOf, widerNetworkOf } from '../core/networks.ts'
import type { SessionTokens } from './session-token.ts'
import { UndeclaredProxies } from './undeclared-proxies.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Caller for whom places that callers share are counted; undefined where callers can't be told apart. */
    caller: Caller | undefined
  }
}

/**
 * Tells every call its caller before anything is done for it: the user of a session with a right signature, or else the address. A pupil is
 * counted apart from the others behind the same address, and a stranger's address says nothing of those who signed in.
 */
export function installCallers(app: FastifyInstance, tokens: Pick<SessionTokens, 'claimsOf'>): UndeclaredProxies {
  const proxies = new UndeclaredProxies(app.log)
  app.decorateRequest('caller', undefined)
  app.addHook('onRequest', (request, _reply, next) => {
    const { authorization } = request.headers
    const claims = authorization === undefined ? undefined : tokens.claimsOf(authorization)
    request.caller = claims ? { key: `user ${claims.userId}` } : addressCallerOf(request, proxies)
    runAs(request.caller, next)
  })
  // A body comes in events of its connection, which know no caller.
  app.addHook('preHandler', ({ caller }, _reply, next) => runAs(caller, next))
  return proxies
}

/** Caller by address; undefined behind a proxy that speaks for many and was not declared. */
export function addressCallerOf(
  request: Pick<FastifyRequest, 'ip' | 'raw'>,
  proxies: Pick<UndeclaredProxies, 'spokeFor'>,
): Caller | undefined {
  if (proxies.spokeFor(request)) return undefined
  const { ip } = request
  const network = widerNetworkOf(ip)
  return network === undefined ? { key: networkOf(ip) } : { key: networkOf(ip), network }
}
