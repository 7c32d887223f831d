import { AsyncLocalStorage } from 'node:async_hooks'
import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'

const requestIds = new AsyncLocalStorage<string>()

/** Logs statements with the id of the request that sent them. Values stay out of the log. */
export const logStatements = (log: Pick<Logger, 'info'>) => (sql: string, ms: number) =>
  log.info(
    { reqId: requestIds.getStore(), sql: sql.trim().replace(/\s+/g, ' '), ms: Math.round(ms * 10) / 10 },
    'statement',
  )

/** Lets statements know their request. */
export function trackRequests(http: FastifyInstance): void {
  http.addHook('onRequest', (request, _reply, next) => requestIds.run(request.id, next))
}
