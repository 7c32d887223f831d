import type { Database } from '@escola/db'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { collectDefaultMetrics, Histogram, Registry } from 'prom-client'
import type { Config } from '../config.ts'
import { hashToken } from '../security/signatures.ts'

/** /healthz: the process answers. /readyz: it can work; 503 as soon as it is asked to stop. /metrics: for Prometheus, and nobody else. */
export function installHealth(app: FastifyInstance, database: Database, { metricsToken }: Config): { drain(): void } {
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
    if (!mayRead(request, metricsToken)) return reply.status(404).send()
    return reply.type(registry.contentType).send(await registry.metrics())
  })
  return {
    drain: () => {
      stopping = true
    },
  }
}

/** Whoever shows the token, or, where there is none, whoever is on this machine; what comes through a proxy comes from outside. */
function mayRead({ headers, raw }: FastifyRequest, token: string | undefined): boolean {
  if (token) return hashToken(headers.authorization ?? '') === hashToken(`Bearer ${token}`)
  const isHere = /^(::1$|(::ffff:)?127\.)/.test(raw.socket.remoteAddress ?? '')
  return isHere && headers['x-forwarded-for'] === undefined
}
