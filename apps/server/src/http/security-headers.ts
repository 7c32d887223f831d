import { frameHosts } from '@escola/contract/media'
import helmet from '@fastify/helmet'
import Fastify, { type FastifyRequest } from 'fastify'
import type { Config } from '../config.ts'
import { isOwnHost } from '../core/own-hosts.ts'

/** Settings of this installation that the page is given. */
export const pageSettings = (config: Config) => ({
  chat: config.chatWidgetUrl,
  // Part 1 §7: in production alone.
  'error-reporter': config.production ? config.errorReportUrl : undefined,
})

const hsts = 'strict-transport-security'

/**
 * Works out the headers once: they are the same for every answer to one host. A school's own domain may be all of its owner's, with a shop and mail below it
 * that know no TLS, and it may leave us: there the rule to come by TLS alone holds for that name alone, and for a week.
 * @param scriptHashes hashes of the scripts that stand in our own page; no other may run
 */
export async function prepareSecurityHeaders(config: Config, scriptHashes: string[]) {
  const page = await askHelmet(config, scriptHashes)
  const own = { page, file: headersOfFiles(page) }
  const others = page[hsts] ? { ...page, [hsts]: `max-age=${60 * 60 * 24 * 7}` } : page
  const schools = { page: others, file: headersOfFiles(others) }
  return ({ hostname }: Pick<FastifyRequest, 'hostname'>) => (isOwnHost(config, hostname.toLowerCase()) ? own : schools)
}

/**
 * Headers of a file. A page's own would be a third of its smallest files, so a file gets the headers that matter for files, a worker's program
 * among them.
 */
const headersOfFiles = (all: Record<string, string>) => ({
  ...Object.fromEntries(
    ['cross-origin-resource-policy', hsts, 'x-content-type-options', 'x-frame-options']
      .filter((name) => all[name] !== undefined)
      .map((name) => [name, all[name]!]),
  ),
  'content-security-policy': "default-src 'self'; object-src 'none'; frame-ancestors 'none'",
})

const originsOf = (address: string | undefined) => (address ? [new URL(address).origin] : [])

/** Asks Helmet for its headers, which to work out for each answer would cost as much as routing. */
async function askHelmet(config: Config, scriptHashes: string[]): Promise<Record<string, string>> {
  const once = Fastify()
  const chat = originsOf(config.chatWidgetUrl)
  const sockets = chat.map((origin) => origin.replace(/^http/, 'ws'))
  await once.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'", ...scriptHashes, ...chat],
        styleSrc: ["'self'", "'unsafe-inline'", ...chat],
        imgSrc: ["'self'", 'data:', 'blob:', ...chat],
        // An author's video is shown from their disk before it is sent.
        mediaSrc: ["'self'", 'blob:'],
        fontSrc: ["'self'", 'data:', ...chat],
        connectSrc: ["'self'", ...originsOf(pageSettings(config)['error-reporter']), ...chat, ...sockets],
        frameSrc: [...frameHosts, ...chat],
        workerSrc: ["'self'", 'blob:'],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
      },
    },
    frameguard: { action: 'deny' },
    // YouTube's player refuses to start without a referrer. No site is told a path, nor are our own proxies' logs: there are tokens in
    // some.
    referrerPolicy: { policy: 'strict-origin' },
    crossOriginEmbedderPolicy: false,
    hsts: config.publicUrl.startsWith('https:'),
  })
  let headers = {}
  once.addHook('onSend', async (_request, reply) => {
    headers = reply.raw.getHeaders()
  })
  once.get('/', async () => '')
  await once.inject('/')
  await once.close()
  return headers
}
