import { limits } from '@escola/contract/limits'
import { richText } from '@escola/contract/rich-text'
import sanitizeHtml from 'sanitize-html'

const allowed: sanitizeHtml.IOptions = {
  allowedTags: [...richText.tags],
  allowedAttributes: { a: ['href'] },
  allowedSchemes: [...richText.linkSchemes],
  allowProtocolRelative: false,
}

/** The rich text that we keep: tags and links of the allow-list and nothing else. What was sanitised once stays as it is. */
export const sanitizeRichText = (html: string): string => sanitizeHtml(withoutControls(html), allowed)

/** The text without its markup, for titles that come from an editable heading. */
export const textOfHtml = (html: string): string =>
  sanitizeHtml(withoutControls(html), { allowedTags: [], allowedAttributes: {} })
    .replace(/&(lt|gt|quot|nbsp|amp);|\u00a0/g, (_, name: string | undefined) => entities[name ?? 'nbsp']!)
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, limits.titleMax)

const entities: Record<string, string> = { lt: '<', gt: '>', quot: '"', nbsp: ' ', amp: '&' }
// Neither the database nor a browser has a use for them; line ends and tabs stay.
const withoutControls = (html: string) => html.replace(/[^\P{Cc}\n\r\t]/gu, '').toWellFormed()
