import { type Media, parseMedia, uploadAddress } from './media.ts'

/** The address that the provider itself shows for a medium. */
export function addressOf({ provider, id, hash }: Media): string {
  if (provider === 'upload') return uploadAddress(id)
  if (provider === 'youtube') return `https://www.youtube.com/watch?v=${id}`
  if (provider === 'loom') return `https://www.loom.com/share/${id}`
  if (provider === 'genially') return `https://view.genially.com/${id}`
  return `https://vimeo.com/${id}${hash ? `/${hash}` : ''}`
}

/** Longer than what any of the providers hands out to be pasted. */
const embedCodeMax = 4000
const frame = /<iframe\s((?:[^>"']|"[^"]*"|'[^']*')*)>/i
const attributes = /([^\s"'=/]+)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"']+))/g

/** The address of the medium that a provider's embed code frames; nothing else of the code is looked at. undefined for any other text. */
export function addressInEmbedCode(pasted: string): string | undefined {
  const written = frame.exec(pasted.slice(0, embedCodeMax))?.[1] ?? ''
  const source = [...written.matchAll(attributes)].find(([, name]) => name!.toLowerCase() === 'src')
  const address = (source?.[2] ?? source?.[3] ?? source?.[4] ?? '')
    .replaceAll('&amp;', '&')
    .replace(/^\s*\/\//, 'https://')
  // What is uploaded here is framed by nobody.
  const media = /^\s*https?:/i.test(address) ? parseMedia(address) : undefined
  return media && addressOf(media)
}
