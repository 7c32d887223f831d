import { AsyncLocalStorage } from 'node:async_hooks'
import type { OnStatement } from '@escola/db'
import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'

const requestIds = new AsyncLocalStorage<string>()

/** Milliseconds from which a statement is slow. */
export const slowStatementMs = 500
/** Slow statements come in crowds while the machine is busy: the log gets each text once in this time, with the number of those left out. */
const quietMs = 10_000
/** Texts that are remembered at most. */
const mostTexts = 1000

const describe = (sql: string, ms: number) => ({
  reqId: requestIds.getStore(),
  sql: sql.trim().replace(/\s+/g, ' '),
  ms: Math.round(ms * 10) / 10,
})

/** Logs statements with the id of the request that sent them. Values stay out of the log. */
export const logStatements =
  (log: Pick<Logger, 'info'>): OnStatement =>
  (sql, ms) =>
    log.info(describe(sql, ms), 'statement')

/** Logs slow statements alone, without values. The begin of a transaction is answered together with what follows it. */
export function logSlowStatements(log: Pick<Logger, 'warn'>): OnStatement {
  const logged = new Map<string, { at: number; leftOut: number }>()
  return (text, ms) => {
    if (ms < slowStatementMs || text === 'begin') return
    const now = performance.now()
    const last = logged.get(text)
    if (last && now - last.at < quietMs) {
      last.leftOut++
      return
    }
    log.warn({ ...describe(text, ms), ...(last?.leftOut && { leftOut: last.leftOut }) }, 'slow statement')
    if (logged.size >= mostTexts) logged.clear()
    logged.set(text, { at: now, leftOut: 0 })
  }
}

/** Lets statements know their request. */
export function trackRequests(http: FastifyInstance): void {
  http.addHook('onRequest', (request, _reply, next) => requestIds.run(request.id, next))
}
