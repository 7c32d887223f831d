import path from 'node:path'
import type { Plugin, Rolldown } from 'vite'

export interface PageHead {
  /** Path of a route's file: '/c/$link/$classLink'. */
  path: string
  /** Tags that ask for the page's own files before the program knows that it needs them. */
  head: string
  /** Styles of the page. They stand behind the skeleton, which is painted before they are there; no script runs without them. */
  styles: string
}

/** Parts that a page loads for most of those who open it. */
const usualParts: Record<string, string> = { '_app/index': 'features/learning/home-page.tsx' }
/** Names the header above a page; a lesson has none. */
const headerOf = (route: string) => {
  if (/^_app\/c\.\$link\.\$/.test(route)) return undefined
  return `features/shell/${route.startsWith('_public/') ? 'public-header' : 'header'}.tsx`
}

const routeFile = /\/src\/routes\/(.+)\.tsx\?tsr-split/

/** '_app/c.$link.$classLink' is the page of '/c/$link/$classLink'. */
const pathOf = (route: string) => {
  const parts = route.split(/[./]/).filter((part) => !part.startsWith('_') && part !== 'index')
  return `/${parts.map((part) => part.replace(/_$/, '')).join('/')}`
}

const place = '<!-- styles -->'
/** The first paint and the data go before the program; without this mark they would share the line. */
const last = 'fetchpriority="low"'
const stylesheet = /<link rel="stylesheet"[^>]*>/g
const latinFont = /(?:figtree-latin-wght|bricolage-grotesque-latin-700)-normal-[\w-]+\.woff2$/

/**
 * Says which files each page is made of. The server writes them into the page that it hands out, so that a browser asks for all of them
 * at once instead of finding out one after the other. Fonts are the same for every page.
 */
export const pageHeads = (): Plugin => ({
  name: 'escola:page-heads',
  apply: 'build',
  enforce: 'post',
  transformIndexHtml: {
    order: 'post',
    handler: (html, { bundle = {} }) => {
      if (!html.includes(place)) throw new Error(`index.html lacks ${place}`)
      const styles = html.match(stylesheet)?.join('') ?? ''
      // Text is readable without them: the program goes first.
      const fonts = Object.keys(bundle)
        .filter((file) => latinFont.test(file))
        .map((file) => `<link rel="preload" as="font" type="font/woff2" crossorigin ${last} href="/${file}">`)
      return html
        .replace(stylesheet, '')
        .replace(/<(?:script type="module"|link rel="modulepreload")/g, `$& ${last}`)
        .replace(place, styles + place)
        .replace('</body>', `${fonts.join('')}</body>`)
    },
  },
  transform: {
    filter: { id: /vite\/preload-helper/ },
    handler(code) {
      const atEnd = 'document.head.appendChild(link)'
      if (!code.includes(atEnd)) this.error('vite adds the styles of a later page elsewhere than it used to')
      // The styles stand behind those that the page came with, which they build on.
      return { code: code.replace(atEnd, "document.getElementById('root').before(link)"), map: null }
    },
  },
  generateBundle(_options, bundle) {
    const chunks = Object.values(bundle).filter((each) => each.type === 'chunk')
    const byFile = new Map(chunks.map((chunk) => [chunk.fileName, chunk]))
    const routes = new Map<string, Rolldown.OutputChunk>()
    for (const chunk of chunks) {
      for (const id of chunk.moduleIds) {
        const route = routeFile.exec(id)?.[1]
        if (route) routes.set(route, chunk)
      }
    }
    /** Each with what it is made of before it: what a page says of how it looks goes over what its parts say. */
    const wholeOf = (roots: (Rolldown.OutputChunk | undefined)[]) => {
      const seen = new Set<Rolldown.OutputChunk>()
      const whole = new Set<Rolldown.OutputChunk>()
      const add = (chunk: Rolldown.OutputChunk) => {
        if (seen.has(chunk)) return
        seen.add(chunk)
        for (const file of chunk.imports) add(byFile.get(file)!)
        whole.add(chunk)
      }
      for (const root of roots) if (root) add(root)
      return whole
    }
    const inEveryPage = wholeOf(chunks.filter(({ isEntry }) => isEntry))
    const heads: PageHead[] = []
    for (const [route, chunk] of routes) {
      if (!route.includes('/')) continue
      const parts = [usualParts[route], headerOf(route)].filter((part) => part !== undefined)
      const usual = parts.map((part) => {
        const found = chunks.find(({ moduleIds }) => moduleIds.some((id) => id.endsWith(part)))
        return found ?? this.error(`No file holds ${part}`)
      })
      const own = [...wholeOf([routes.get(path.dirname(route)), chunk, ...usual])].filter(
        (each) => !inEveryPage.has(each),
      )
      const styles = own.flatMap(({ viteMetadata }) => [...(viteMetadata?.importedCss ?? [])])
      heads.push({
        path: pathOf(route),
        head: own.map(({ fileName }) => `<link rel="modulepreload" ${last} crossorigin href="/${fileName}">`).join(''),
        styles: styles.map((file) => `<link rel="stylesheet" crossorigin href="/${file}">`).join(''),
      })
    }
    this.emitFile({ type: 'asset', fileName: 'page-heads.json', source: JSON.stringify(heads, null, 1) })
  },
})
