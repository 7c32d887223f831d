import { type Media, parseMedia, uploadAddress } from './media.ts'

/** Builds the address at which the provider itself shows a medium. */
export function addressOf({ provider, id, hash }: Media): string {
  if (provider === 'upload') return uploadAddress(id)
  if (provider === 'youtube') return `https://www.youtube.com/watch?v=${id}`
  if (provider === 'loom') return `https://www.loom.com/share/${id}`
  if (provider === 'genially') return `https://view.genially.com/${id}`
  return `https://vimeo.com/${id}${hash ? `/${hash}` : ''}`
}

/** Embed codes of all the providers are shorter. */
const embedCodeMax = 4000
const frame = /<iframe\s((?:[^>"']|"[^"]*"|'[^']*')*)>/i
const attributes = /([^\s"'=/]+)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"']+))/g

/** Reads the address that a provider's embed code frames and ignores the rest of the code. It answers undefined for any other text. */
export function addressInEmbedCode(pasted: string): string | undefined {
  const written = frame.exec(pasted.slice(0, embedCodeMax))?.[1] ?? ''
  const source = [...written.matchAll(attributes)].find(([, name]) => name!.toLowerCase() === 'src')
  const address = (source?.[2] ?? source?.[3] ?? source?.[4] ?? '')
    .replaceAll('&amp;', '&')
    .replace(/^\s*\/\//, 'https://')
  // Uploaded videos are not framed, so an embed code can't name one.
  const media = /^\s*https?:/i.test(address) ? parseMedia(address) : undefined
  return media && addressOf(media)
}
