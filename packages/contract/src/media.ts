/**
 * Providers that show a lesson's main medium, which is a parsed address and never pasted HTML. genial.ly is read, not watched: the
 * specification calls it an interactive pdf.
 */
export type MediaProvider = 'youtube' | 'vimeo' | 'loom' | 'genially' | 'upload'
export interface Media {
  provider: MediaProvider
  id: string
  /** Vimeo's key of an unlisted video. */
  hash?: string
}

/** Hosts that the content security policy lets lessons frame. */
export const frameHosts = [
  'https://www.youtube-nocookie.com',
  'https://player.vimeo.com',
  'https://www.loom.com',
  'https://view.genially.com',
]

/** Writes a lesson's address of a video that is stored with the school's own files. Authors can't type such an address. */
export const uploadAddress = (fileId: string) => `upload:${fileId}`

const isVimeoId = (part = '') => /^\d{5,12}$/.test(part)
const isVimeoHash = (part: string) => /^[0-9a-f]{6,40}$/.test(part)

/** Lists of videos, each with a name or number of its own behind it. */
const vimeoLists = ['album', 'channels', 'groups', 'ondemand', 'showcase', 'user']

/**
 * Finds the video in the path of an address: the number of a list may stand before it, and the key of an unlisted video, which may be a
 * number too, behind it. An event is no video.
 * @returns its place; -1 when there is none
 */
function findVimeoId(parts: string[]): number {
  if (parts[0] === 'event') return -1
  const word = parts.findIndex((part, at) => /^videos?$/.test(part) && isVimeoId(parts[at + 1]))
  if (word >= 0) return word + 1
  const start = vimeoLists.includes(parts[0] ?? '') ? 2 : 0
  return parts.findIndex((part, at) => at >= start && isVimeoId(part))
}

/** Reads the addresses that people copy from the four providers, and our own; it answers undefined for anything else. */
export function parseMedia(address: string): Media | undefined {
  const fileId = /^upload:([1-9]\d{0,17})$/.exec(address)?.[1]
  if (fileId) return { provider: 'upload', id: fileId }
  let url: URL
  try {
    url = new URL(/^https?:\/\//i.test(address.trim()) ? address.trim() : `https://${address.trim()}`)
  } catch {
    return undefined
  }
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return undefined
  const host = url.hostname.replace(/^(www|m)\./, '')
  const parts = url.pathname.split('/').filter(Boolean)
  if (host === 'youtube.com' || host === 'youtube-nocookie.com' || host === 'youtu.be') {
    const id =
      host === 'youtu.be'
        ? parts[0]
        : ['embed', 'shorts', 'live', 'v'].includes(parts[0] ?? '')
          ? parts[1]
          : url.searchParams.get('v')
    return id && /^[\w-]{11}$/.test(id) ? { provider: 'youtube', id } : undefined
  }
  if (host === 'vimeo.com' || host === 'player.vimeo.com') {
    const at = findVimeoId(parts)
    if (at < 0) return undefined
    const hash = url.searchParams.get('h') ?? parts[at + 1]
    return { provider: 'vimeo', id: parts[at]!, ...(hash && isVimeoHash(hash) ? { hash } : {}) }
  }
  if (host === 'loom.com' && (parts[0] === 'share' || parts[0] === 'embed')) {
    const id = parts[1]?.match(/[0-9a-f]{32}$/)?.[0]
    return id ? { provider: 'loom', id } : undefined
  }
  if (/^(view\.)?genial(ly\.com|\.ly)$/.test(host)) {
    const id = parts[0]
    return id && /^[0-9a-f]{24}$/.test(id) ? { provider: 'genially', id } : undefined
  }
  return undefined
}

/**
 * Builds the frame's address. An uploaded video has a signed link instead of a frame.
 * @param listener origin that YouTube's player exchanges messages with
 */
export const embedUrl = ({ provider, id, hash }: Media, listener?: string): string => {
  if (provider === 'youtube') {
    const talk = listener ? `&playsinline=1&enablejsapi=1&origin=${encodeURIComponent(listener)}` : ''
    return `https://www.youtube-nocookie.com/embed/${id}?rel=0${talk}`
  }
  if (provider === 'vimeo') return `https://player.vimeo.com/video/${id}?dnt=1${hash ? `&h=${hash}` : ''}`
  return provider === 'loom' ? `https://www.loom.com/embed/${id}` : `https://view.genially.com/${id}`
}
