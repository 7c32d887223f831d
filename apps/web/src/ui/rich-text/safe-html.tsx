import { richText } from '@escola/contract/rich-text'
import DOMPurify, { type Config } from 'dompurify'
import { useMemo } from 'react'
import { setHeadingLevels } from './even-headings.ts'
import classes from './safe-html.module.css'

const schemes = new RegExp(`^(?:${richText.linkSchemes.join('|')}):`, 'i')

const purifier = DOMPurify(window)
purifier.addHook('afterSanitizeAttributes', (node) => {
  if (node.tagName !== 'A') return node.removeAttribute('href')
  node.setAttribute('target', '_blank')
  node.setAttribute('rel', richText.linkRel)
})

const allowed = {
  ALLOWED_TAGS: [...richText.tags],
  ALLOWED_ATTR: ['href'],
  ALLOWED_URI_REGEXP: schemes,
  ALLOW_DATA_ATTR: false,
  ALLOW_ARIA_ATTR: false,
}
/** Number of passes, like on the server: a text that still changes then was made to change. */
const passes = 10

/**
 * Sanitises a text. Without a removed tag the rest may be read as something else the next time, by the page itself: so it is read until it stops
 * changing.
 */
export function sanitizeUntilStill(purifier: typeof DOMPurify, html: string, allowed: Config): string {
  let text = html
  for (let pass = 0; pass < passes; pass++) {
    const cleaner = purifier.sanitize(text, allowed)
    if (cleaner === text) return text
    text = cleaner
  }
  return purifier.sanitize(text, { ALLOWED_TAGS: [] })
}

/** Sanitises a rich text by the allow-list of the contract. */
export const sanitize = (html: string): string => sanitizeUntilStill(purifier, html, allowed)

export default function SafeHtml({ html }: { html: string }) {
  const clean = useMemo(() => sanitize(html), [html])
  return <div key={clean} ref={setHeadingLevels} className={classes.text} dangerouslySetInnerHTML={{ __html: clean }} />
}
