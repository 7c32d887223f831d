import type { Database } from '@escola/db'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { collectDefaultMetrics, Gauge, type Metric, Registry } from 'prom-client'
import type { Config } from '../config.ts'
import { throttledLog } from '../core/throttled-log.ts'
import { registerVersion } from '../core/version.ts'
import { hashToken } from '../security/signatures.ts'
import { ResponseTimeHistogram } from './response-times.ts'
import type { UndeclaredProxies } from './undeclared-proxies.ts'
import { undeclaredProxies } from './undeclared-proxy-advice.ts'

/**
 * /healthz: the process answers. /readyz: it is not stopping, and has once seen a database that it may work on (decision 18); 503 otherwise.
 * /metrics: for Prometheus alone.
 */
export function installHealth(
  app: FastifyInstance,
  { database, proxies }: { database: Database; proxies: UndeclaredProxies },
  { metricsToken, secret }: Config,
): { drain(): void } {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  registerVersion(registry)
  const times = new ResponseTimeHistogram()
  registry.registerMetric(times as unknown as Metric)
  new Gauge({
    name: undeclaredProxies,
    help: 'Proxies that speak for many callers and that TRUST_PROXY does not name.',
    registers: [registry],
    collect() {
      this.set(proxies.count)
    },
  })
  let stopping = false
  let isFit = false
  const logUnfit = throttledLog(app.log, 'not ready: no database that this release may work on was seen yet')
  app.addHook('onResponse', (request, reply, next) => {
    const route = request.route ?? request.routeOptions.url ?? 'none'
    times.record(request.method, route, reply.statusCode, reply.elapsedTime / 1000)
    next()
  })
  app.get('/healthz', { schema: { hide: true } }, async () => ({ ok: true }))
  app.get('/readyz', { schema: { hide: true } }, async (_, reply) => {
    if (!stopping && !isFit)
      await database.requireFit(secret).then(() => {
        isFit = true
      }, logUnfit)
    return stopping || !isFit ? reply.status(503).send({ ok: false }) : { ok: true }
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

/** Headers by which a proxy says for whom it speaks. Proxies differ, so whatever looks like one of them counts. */
const isOfProxy = (name: string) =>
  /^(forwarded|via)$|^x-(forwarded|original|real|envoy|azure)|client-?ip|connecting-ip/.test(name)

/**
 * A caller may read metrics who shows the token, or, when none is configured, who is on this machine; a call through a proxy comes from
 * outside. A proxy on this machine that sets no header can't be told apart: it needs the token.
 */
function mayRead({ headers, raw }: FastifyRequest, token: string | undefined): boolean {
  if (token) return hashToken(headers.authorization ?? '') === hashToken(`Bearer ${token}`)
  const isLocal = /^(::1$|(::ffff:)?127\.)/.test(raw.socket.remoteAddress ?? '')
  return isLocal && !Object.keys(headers).some(isOfProxy)
}
