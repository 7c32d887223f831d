import { richText } from '@escola/contract/rich-text'
import DOMPurify from 'dompurify'
import { useMemo } from 'react'
import classes from './safe-html.module.css'

const schemes = new RegExp(`^(?:${richText.linkSchemes.join('|')}):`, 'i')

const purifier = DOMPurify(window)
purifier.addHook('afterSanitizeAttributes', (node) => {
  if (node.tagName !== 'A') return
  node.setAttribute('target', '_blank')
  node.setAttribute('rel', richText.linkRel)
})

export const sanitize = (html: string) =>
  purifier.sanitize(html, {
    ALLOWED_TAGS: [...richText.tags],
    ALLOWED_ATTR: ['href'],
    ALLOWED_URI_REGEXP: schemes,
    ALLOW_DATA_ATTR: false,
    ALLOW_ARIA_ATTR: false,
  })

export default function SafeHtml({ html }: { html: string }) {
  const clean = useMemo(() => sanitize(html), [html])
  return <div className={classes.text} dangerouslySetInnerHTML={{ __html: clean }} />
}
