import { setTimeout as wait } from 'node:timers/promises'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { StripeConfig } from '../config/stripe-config.ts'
import { AppError } from '../core/app-error.ts'
import { checkoutPolicy, isCheckoutPage } from './checkout-policy.ts'
import { measuringPolicy } from './measuring-policy.ts'
import type { PageDescription, WebPage } from './web-page.ts'

export interface Address {
  domain: string
  pathname: string
}

export interface Directory {
  /** Splits an address into the school's own part and the page's path in it. */
  split(address: Address): { base: string; place: string }
  /** The new address of a page whose school has changed its name; undefined for all others. */
  movedTo(address: Address): Promise<string | undefined>
  /** The description of the page that every visitor may read. */
  describe(address: Address): Promise<PageDescription | undefined>
  /** Addresses of the pages that search engines are shown; undefined where there is no school that shows any. */
  listPages(address: Address): Promise<string[] | undefined>
}

/** Longest time in milliseconds that a page waits for its description; after it the page is sent without one. */
const longestWait = 400

const robots = 'User-agent: *\nAllow: /api/school/*/image/\nDisallow: /api/\n'

const ownIcons = [
  { src: '/assets/icon-1.svg', sizes: 'any', type: 'image/svg+xml' },
  { src: '/assets/icon-192-1.png', sizes: '192x192', type: 'image/png' },
  { src: '/assets/icon-512-1.png', sizes: '512x512', type: 'image/png' },
]

const iconsOf = (icon: string | undefined) =>
  icon
    ? [128, 480, 1280].map((width) => ({ src: `${icon}?w=${width}`, sizes: `${width}x${width}`, type: 'image/webp' }))
    : ownIcons

/** Manifest that a phone shows once the school stands among its programs. */
const manifestOf = (description: PageDescription | undefined, base: string) => ({
  name: description?.siteName ?? 'Escola',
  short_name: description?.siteName ?? 'Escola',
  lang: 'pt-BR',
  display: 'standalone',
  start_url: `${base}/`,
  scope: `${base}/`,
  theme_color: description?.themeColor ?? '#722f7c',
  background_color: '#faf8f7',
  icons: iconsOf(description?.icon),
})

/** An address comes percent-encoded, so '&' is all that could end its element. */
const sitemapOf = (pages: string[]) =>
  [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    ...pages.map((page) => `<url><loc>${page.replaceAll('&', '&amp;')}</loc></url>`),
    '</urlset>\n',
  ].join('\n')

/** Serves the built screens: hashed assets for ever, and one page for every other address that is not the API's. */
export async function serveWeb(
  app: FastifyInstance,
  page: WebPage | undefined,
  { directory, stripe }: { directory: Directory; stripe: StripeConfig | undefined },
) {
  if (page) {
    // Files are compressed when they are built, not at each request. A route of the library's own would list the whole folder for each file, to refuse
    // another spelling of its name, which took longer than sending it.
    await app.register(fastifyStatic, {
      root: page.assets,
      serve: false,
      preCompressed: true,
      immutable: true,
      maxAge: '365d',
    })
    app.get<{ Params: { '*': string } }>('/assets/*', { schema: { hide: true } }, ({ params }, reply) =>
      reply.sendFile(params['*']),
    )
    app.get('/robots.txt', { schema: { hide: true } }, (_request, reply) => reply.type('text/plain').send(robots))
  }
  const limitWait = <T>(answer: Promise<T>, { log }: FastifyRequest) => {
    const read = answer.catch((error: unknown) => {
      log.warn({ err: error }, 'a page is served without what its school says of it')
      return undefined
    })
    return Promise.race([read, wait(longestWait, undefined, { ref: false })])
  }

  app.setNotFoundHandler(async (request, reply) => {
    const isPage =
      page &&
      (request.method === 'GET' || request.method === 'HEAD') &&
      !/^\/(api\/|(assets|webhook|integration)(\/|$))/.test(request.url)
    if (!isPage) throw new AppError('not_found')
    const pathname = request.url.split('?', 1)[0]!
    const address = { domain: request.hostname, pathname }
    const { base, place } = directory.split(address)
    reply.header('cache-control', 'no-cache')
    const moved = await limitWait(directory.movedTo(address), request)
    if (moved) return reply.redirect(moved + request.url.slice(pathname.length))
    if (place === '/sitemap.xml') {
      const pages = await directory.listPages(address)
      if (!pages) throw new AppError('not_found')
      return reply.type('application/xml').send(sitemapOf(pages))
    }
    const description = await limitWait(directory.describe(address), request)
    const policy = reply.getHeader('content-security-policy')
    if (description?.measuredBy?.length)
      reply.header('content-security-policy', measuringPolicy(String(policy), description.measuredBy))
    if (stripe && isCheckoutPage(place))
      reply.header(
        'content-security-policy',
        checkoutPolicy(String(reply.getHeader('content-security-policy')), stripe),
      )
    if (place === '/manifest.webmanifest')
      return reply.type('application/manifest+json').send(JSON.stringify(manifestOf(description, base)))
    return reply.type('text/html; charset=utf-8').send(page.render(place, description))
  })
}
