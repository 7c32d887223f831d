import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Config } from '../config.ts'

/** Paths that are asked from inside, and the path by which a certificate authority checks who owns a domain. */
const alwaysPlain = /^\/(?:healthz|readyz|metrics|\.well-known\/acme-challenge\/.*)$/

/**
 * Part 1 §2.6: who came over plain HTTP is sent to the same address over https. Behind a proxy alone, and by its word: nothing else can know, for
 * what reaches this process is always plain.
 */
export function requireHttps(app: FastifyInstance, { publicUrl, trustProxy }: Config) {
  if (!publicUrl.startsWith('https:') || !trustProxy) return
  const own = new URL(publicUrl)
  app.addHook('onRequest', async (request, reply) => {
    if (!cameInPlain(request) || alwaysPlain.test(request.url.split('?', 1)[0]!)) return
    const { hostname, url } = request
    // A malformed host is redirected to the platform's own.
    const host = /^[a-z0-9.-]+$/i.test(hostname) && hostname !== own.hostname ? hostname : own.host
    return reply.redirect(`https://${host}${url.startsWith('/') ? url : '/'}`, 308)
  })
}

/**
 * The proxy names the protocol. A proxy whose word doesn't count can neither claim that a caller came over https, nor that they didn't when
 * they did.
 */
const cameInPlain = ({ headers, protocol }: FastifyRequest) =>
  protocol === 'http' &&
  String(headers['x-forwarded-proto'] ?? '')
    .split(',')
    .at(-1)!
    .trim() === 'http'
