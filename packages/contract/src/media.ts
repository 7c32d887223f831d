import { cleanInvisible } from './text.ts'

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
  /** Second at which it begins. */
  start?: number
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

/** Words of YouTube's addresses that look like the id of a video and name a list or whatever a channel shows live. */
const youtubeWords = new Set(['videoseries', 'live_stream'])
const youtubeHosts = new Set(['youtube.com', 'youtube-nocookie.com', 'music.youtube.com', 'studio.youtube.com'])
const youtubePaths = new Set(['embed', 'shorts', 'live', 'v', 'e', 'video', 'watch'])

function findYoutubeId(host: string, [first = '', second]: string[], query: URLSearchParams): string | undefined {
  const written = host === 'youtu.be' ? first : youtubePaths.has(first) && second ? second : (query.get('v') ?? '')
  // People put a second question mark behind an address that has one.
  const id = /^([\w-]{11})(?:[?&].*)?$/.exec(written)?.[1]
  return id === undefined || youtubeWords.has(id) ? undefined : id
}

const longestStart = 86_400

/** Reads the second at which an address begins: '90', '90s', '1m30s', '1h2m3s'. */
function startOf({ searchParams, hash }: URL): { start?: number } {
  const written = searchParams.get('t') ?? searchParams.get('start') ?? /[#&]t=([\dhms]+)/.exec(hash)?.[1] ?? ''
  const [, hours = 0, minutes = 0, seconds = 0] = /^(?:(\d{1,2})h)?(?:(\d{1,4})m)?(?:(\d{1,6})s?)?$/.exec(written) ?? []
  const start = Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)
  return start > 0 && start <= longestStart ? { start } : {}
}

/** Takes away what a sentence puts around an address that is copied out of it. */
const bareAddress = (text: string) =>
  cleanInvisible(text)
    .trim()
    .replace(/^[<("'“‘[]+|[>)"'”’\].,;]+$/g, '')

/** Reads the addresses that people copy from the four providers, and our own; it answers undefined for anything else. */
export function parseMedia(address: string): Media | undefined {
  const fileId = /^upload:([1-9]\d{0,17})$/.exec(address)?.[1]
  if (fileId) return { provider: 'upload', id: fileId }
  const typed = bareAddress(address)
  const written = /^https?:\/\//i.test(typed) ? typed : `https://${typed}`
  if (!URL.canParse(written)) return undefined
  const url = new URL(written)
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return undefined
  const host = url.hostname.replace(/^(www|m)\./, '')
  const parts = url.pathname.split(/[/:]/).filter(Boolean)
  if (host === 'youtu.be' || youtubeHosts.has(host)) {
    const id = findYoutubeId(host, parts, url.searchParams)
    return id === undefined ? undefined : { provider: 'youtube', id, ...startOf(url) }
  }
  if (host === 'vimeo.com' || host === 'player.vimeo.com') {
    const shown = url.searchParams.get('video') ?? ''
    if (vimeoLists.includes(parts[0] ?? '') && isVimeoId(shown)) return { provider: 'vimeo', id: shown }
    const at = findVimeoId(parts)
    if (at < 0) return undefined
    const hash = url.searchParams.get('h') ?? parts[at + 1]
    return { provider: 'vimeo', id: parts[at]!, ...(hash && isVimeoHash(hash) ? { hash } : {}), ...startOf(url) }
  }
  if (host === 'loom.com' && (parts[0] === 'share' || parts[0] === 'embed')) {
    const id = parts[1]?.match(/[0-9a-f]{32}$/)?.[0]
    return id ? { provider: 'loom', id, ...startOf(url) } : undefined
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
export const embedUrl = ({ provider, id, hash, start }: Media, listener?: string): string => {
  if (provider === 'youtube') {
    const talk = listener ? `&playsinline=1&enablejsapi=1&origin=${encodeURIComponent(listener)}` : ''
    return `https://www.youtube-nocookie.com/embed/${id}?rel=0${start ? `&start=${start}` : ''}${talk}`
  }
  if (provider === 'vimeo')
    return `https://player.vimeo.com/video/${id}?dnt=1${hash ? `&h=${hash}` : ''}${start ? `#t=${start}s` : ''}`
  return provider === 'loom'
    ? `https://www.loom.com/embed/${id}${start ? `?t=${start}` : ''}`
    : `https://view.genially.com/${id}`
}
