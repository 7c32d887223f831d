import { isWebAddress, withScheme } from '@escola/contract/text'

const isMail = (text: string) => /^[^\s@:/]+@[^\s@:/]+\.[^\s@:/]+$/.test(text)
// A path or an anchor would lead somewhere else on every page that shows the text.
const beginsWithHost = (text: string) => /^[\p{L}\p{N}][^\s/?#]*\.[^\s/?#]/u.test(text)

/** Completes the address of a link in a text; undefined for one that the server would drop. */
export function linkAddress(typed: string): string | undefined {
  const text = typed.trim()
  if (isMail(text)) return `mailto:${text}`
  if (/^mailto:\S+@\S+$/i.test(text)) return text
  if (/^tel:\+?[\d().\s-]{3,30}$/i.test(text)) return text.replace(/\s+/g, '')
  const address = withScheme(text)
  if (text === '' || (address !== text && !beginsWithHost(text))) return undefined
  return isWebAddress(address) ? address : undefined
}
