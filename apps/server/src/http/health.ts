import type { Database } from '@escola/db'
import type { FastifyInstance } from 'fastify'
import { collectDefaultMetrics, Histogram, Registry } from 'prom-client'

/**
 * /healthz: the process answers. /readyz: it can work; 503 as soon as it is asked to stop. /metrics: for a Prometheus beside it; what
 * comes through a proxy comes from outside.
 */
export function installHealth(app: FastifyInstance, database: Database): { drain(): void } {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const seconds = new Histogram({
    name: 'http_request_seconds',
    help: 'Time to answer, by route',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.02, 0.05, 0.1, 0.3, 1, 3],
    registers: [registry],
  })
  let stopping = false
  app.addHook('onResponse', async (request, reply) => {
    seconds.observe(
      { method: request.method, route: request.routeOptions.url ?? 'none', status: reply.statusCode },
      reply.elapsedTime / 1000,
    )
  })
  app.get('/healthz', { schema: { hide: true } }, async () => ({ ok: true }))
  app.get('/readyz', { schema: { hide: true } }, async (_, reply) => {
    if (stopping) return reply.status(503).send({ ok: false })
    try {
      await database.ping()
      return { ok: true }
    } catch {
      return reply.status(503).send({ ok: false })
    }
  })
  app.get('/metrics', { schema: { hide: true } }, async (request, reply) => {
    if (request.headers['x-forwarded-for'] !== undefined) return reply.status(404).send()
    return reply.type(registry.contentType).send(await registry.metrics())
  })
  return {
    drain: () => {
      stopping = true
    },
  }
}
