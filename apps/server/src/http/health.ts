import type { Database } from '@escola/db'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { collectDefaultMetrics, type Metric, Registry } from 'prom-client'
import type { Config } from '../config.ts'
import { hashToken } from '../security/signatures.ts'
import { ResponseTimeHistogram } from './response-times.ts'

/** /healthz: the process answers. /readyz: it can work; 503 as soon as it is asked to stop. /metrics: for Prometheus alone. */
export function installHealth(app: FastifyInstance, database: Database, { metricsToken }: Config): { drain(): void } {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const times = new ResponseTimeHistogram()
  registry.registerMetric(times as unknown as Metric)
  let stopping = false
  app.addHook('onResponse', (request, reply, next) => {
    const route = request.route ?? request.routeOptions.url ?? 'none'
    times.record(request.method, route, reply.statusCode, reply.elapsedTime / 1000)
    next()
  })
  app.get('/healthz', { schema: { hide: true } }, async () => ({ ok: true }))
  app.get('/readyz', { schema: { hide: true } }, async (request, reply) => {
    if (stopping) return reply.status(503).send({ ok: false })
    try {
      await database.ping()
      return { ok: true }
    } catch (error) {
      request.log.warn({ err: error }, 'the database does not answer')
      return reply.status(503).send({ ok: false })
    }
  })
  app.get('/metrics', { schema: { hide: true } }, async (request, reply) => {
    if (!mayRead(request, metricsToken)) return reply.status(404).send()
    return reply.type(registry.contentType).send(await registry.metrics())
  })
  return {
    drain: () => {
      stopping = true
    },
  }
}

/**
 * A caller may read metrics who shows the token, or, when none is configured, who is on this machine; a call through a proxy comes from
 * outside.
 */
function mayRead({ headers, raw }: FastifyRequest, token: string | undefined): boolean {
  if (token) return hashToken(headers.authorization ?? '') === hashToken(`Bearer ${token}`)
  const isLocal = /^(::1$|(::ffff:)?127\.)/.test(raw.socket.remoteAddress ?? '')
  return isLocal && headers['x-forwarded-for'] === undefined
}
