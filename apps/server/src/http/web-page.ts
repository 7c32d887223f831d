import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import type { Measuring } from './measuring-policy.ts'

/** Title and description of a page, which are shown wherever its address is pasted. */
export interface About {
  title: string
  description: string
  /** The page's own address, whole. */
  url: string
  siteName: string
  /** A whole address, too. */
  image?: string | undefined
  isLargeImage?: boolean
  themeColor: string
  manifest: string
  /** False for pages that are for those who have their address. */
  isListed: boolean
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
      .map(([name, value]) => meta('name', `escola:${name}`, value))
      .join('')
    this.scriptHashes = [...html.matchAll(/<script>(.*?)<\/script>/gs)].map(
      ([, script]) => `'sha256-${createHash('sha256').update(script!).digest('base64')}'`,
    )
    this.#heads = heads
      .sort((one, other) => one.path.split('$').length - other.path.split('$').length)
      .map(({ path, head, styles }) => ({ pattern: patternOf(path), head, styles }))
  }

  /**
   * @param place the page's path, as if its school began at /
   * @param about description that a reader of links is given; without it, the product's own
   */
  of(place: string, about: About | undefined): string {
    const { head = '', styles = '' } = this.#heads.find(({ pattern }) => pattern.test(place)) ?? {}
    const after = this.#after.replace('</head>', () => `${head}</head>`).replace('<!-- styles -->', () => styles)
    return `${this.#before}${about ? tagsOf(about) : this.#plain}${after}`
  }
}

const patternOf = (route: string) => new RegExp(`^${route.replace(/\$\w+/g, '[^/]+')}/?$`)

const escaped = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' } as Record<string, string>
const text = (value: string) => value.replace(/[&<>"']/g, (letter) => escaped[letter]!)
const meta = (key: 'name' | 'property', name: string, value: string | undefined) =>
  value ? `<meta ${key}="${name}" content="${text(value)}" />` : ''

const tagsOf = (about: About) =>
  [
    `<title>${text(about.title)}</title>`,
    meta('name', 'description', about.description),
    meta('name', 'theme-color', about.themeColor),
    about.isListed ? '' : meta('name', 'robots', 'noindex'),
    meta('property', 'og:type', 'website'),
    meta('property', 'og:locale', 'pt_BR'),
    meta('property', 'og:site_name', about.siteName),
    meta('property', 'og:title', about.title),
    meta('property', 'og:description', about.description),
    meta('property', 'og:url', about.url),
    meta('property', 'og:image', about.image),
    meta('name', 'twitter:card', about.isLargeImage ? 'summary_large_image' : 'summary'),
    `<link rel="manifest" href="${text(about.manifest)}" />`,
  ].join('')
