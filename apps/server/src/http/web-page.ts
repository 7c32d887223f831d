import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import type { Measuring } from './measuring-policy.ts'

/** Title and description of a page, which are shown wherever its address is pasted. */
export interface PageDescription {
  title: string
  description: string
  /** The page's own address, whole. */
  url: string
  siteName: string
  /** A whole address, too. */
  image?: string | undefined
  isLargeImage?: boolean
  themeColor: string
  /** The school's square logo; undefined where the product's own mark stands for it. */
  icon?: string | undefined
  manifest: string
  /** False for pages that are only for people who have the address; search engines are asked to leave them out. */
  isListed: boolean
  /** The one address under which search engines list the page. */
  canonical?: string | undefined
  /** Facts of the page for search engines, as schema.org has them. */
  data?: Record<string, unknown> | undefined
  /** The services by which the school counts its visitors. */
  measuredBy?: Measuring[]
}

type PageSettings = Record<string, string | undefined>

interface PageHead {
  path: string
  head: string
  styles: string
}

/** The built screens: one page for every address, and the folder of its files. */
export class WebPage {
  readonly assets: string
  /** Hashes of the scripts that stand in the page itself, for the content security policy. */
  readonly scriptHashes: string[]
  readonly #before: string
  readonly #plain: string
  readonly #after: string
  readonly #heads: { pattern: RegExp; head: string; styles: string }[]

  /**
   * @param settings settings of the page's own program, as data: each is a <meta name="escola:…">
   * @returns undefined when no screens were built, as in tests of the API alone
   */
  static async read(webDir: string | undefined, settings: PageSettings = {}): Promise<WebPage | undefined> {
    const folder = webDir && path.resolve(webDir)
    if (!folder || !existsSync(path.join(folder, 'index.html'))) return undefined
    const html = await readFile(path.join(folder, 'index.html'), 'utf8')
    const heads = await readFile(path.join(folder, 'page-heads.json'), 'utf8').catch(() => '[]')
    return new WebPage(path.join(folder, 'assets'), html, JSON.parse(heads), settings)
  }

  constructor(assets: string, html: string, heads: PageHead[], settings: PageSettings) {
    this.assets = assets
    const parts = /^(.*)<!-- about -->(.*)<!-- \/about -->(.*)$/s.exec(html)
    ;[this.#before, this.#plain, this.#after] = parts ? [parts[1]!, parts[2]!, parts[3]!] : [html, '', '']
    this.#before += Object.entries(settings)
      .map(([name, value]) => writeMetaTag('name', `escola:${name}`, value))
      .join('')
    this.scriptHashes = [...html.matchAll(/<script>(.*?)<\/script>/gs)].map(
      ([, script]) => `'sha256-${createHash('sha256').update(script!).digest('base64')}'`,
    )
    this.#heads = heads
      .sort((left, right) => left.path.split('$').length - right.path.split('$').length)
      .map(({ path, head, styles }) => ({ pattern: patternOf(path), head, styles }))
  }

  /**
   * @param place the page's path, as if its school began at /
   * @param description description that a reader of links is given; without it, the product's own
   */
  render(place: string, description: PageDescription | undefined): string {
    const { head = '', styles = '' } = this.#heads.find(({ pattern }) => pattern.test(place)) ?? {}
    const after = this.#after.replace('</head>', () => `${head}</head>`).replace('<!-- styles -->', () => styles)
    return `${this.#before}${description ? tagsOf(description) : this.#plain}${after}`
  }
}

const patternOf = (route: string) => new RegExp(`^${route.replace(/\$\w+/g, '[^/]+')}/?$`)

const escaped = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' } as Record<string, string>
const escapeHtml = (value: string) => value.replace(/[&<>"']/g, (letter) => escaped[letter]!)
const writeMetaTag = (key: 'name' | 'property', name: string, value: string | undefined) =>
  value ? `<meta ${key}="${name}" content="${escapeHtml(value)}" />` : ''

/** The tab's icon, and the icon of the page on a phone's home screen. */
const iconsOf = (icon: string | undefined) => [
  { rel: 'icon', href: icon ? `${icon}?w=128` : '/assets/icon-1.svg' },
  { rel: 'apple-touch-icon', href: icon ? `${icon}?w=480` : '/assets/icon-180-1.png' },
]

const tagsOf = (description: PageDescription) =>
  [
    `<title>${escapeHtml(description.title)}</title>`,
    writeMetaTag('name', 'description', description.description),
    writeMetaTag('name', 'theme-color', description.themeColor),
    description.isListed ? '' : writeMetaTag('name', 'robots', 'noindex'),
    description.canonical ? `<link rel="canonical" href="${escapeHtml(description.canonical)}" />` : '',
    // Data, not a program: the content security policy lets no script in by it. No '<' can end it early.
    description.data
      ? `<script type="application/ld+json">${JSON.stringify(description.data).replaceAll('<', '\\u003c')}</script>`
      : '',
    writeMetaTag('property', 'og:type', 'website'),
    writeMetaTag('property', 'og:locale', 'pt_BR'),
    writeMetaTag('property', 'og:site_name', description.siteName),
    writeMetaTag('property', 'og:title', description.title),
    writeMetaTag('property', 'og:description', description.description),
    writeMetaTag('property', 'og:url', description.url),
    writeMetaTag('property', 'og:image', description.image),
    writeMetaTag('name', 'twitter:card', description.isLargeImage ? 'summary_large_image' : 'summary'),
    `<link rel="manifest" href="${escapeHtml(description.manifest)}" />`,
    ...iconsOf(description.icon).map(({ rel, href }) => `<link rel="${rel}" href="${escapeHtml(href)}" />`),
  ].join('')
