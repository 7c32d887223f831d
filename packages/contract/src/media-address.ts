import { type Media, parseMedia, uploadAddress } from './media.ts'
import { messages } from './messages.ts'
import { cleanInvisible } from './text.ts'

/** Builds the address at which the provider itself shows a medium, from the second at which it begins. */
export function addressOf({ provider, id, hash, start }: Media): string {
  if (provider === 'upload') return uploadAddress(id)
  if (provider === 'youtube') return `https://www.youtube.com/watch?v=${id}${start ? `&t=${start}s` : ''}`
  if (provider === 'loom') return `https://www.loom.com/share/${id}${start ? `?t=${start}` : ''}`
  if (provider === 'genially') return `https://view.genially.com/${id}`
  return `https://vimeo.com/${id}${hash ? `/${hash}` : ''}${start ? `#t=${start}s` : ''}`
}

/** Embed codes of all the providers are shorter. */
const embedCodeMax = 4000
const frame = /<iframe\s((?:[^>"']|"[^"]*"|'[^']*')*)>/i
const attributes = /([^\s"'=/]+)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"']+))/g

/** Undoes what text editors make of a code: curly quotes, and signs written as entities. */
const plainCode = (pasted: string) => {
  const code = pasted
    .slice(0, embedCodeMax)
    .replace(/[“”„″]/g, '"')
    .replace(/[‘’]/g, "'")
  return /&lt;iframe/i.test(code)
    ? code
        .replace(/&lt;/gi, '<')
        .replace(/&gt;/gi, '>')
        .replace(/&quot;|&#34;/gi, '"')
        .replace(/&#39;/g, "'")
    : code
}

/** Reads the address that an embed code frames, also one of no provider of ours. */
function framedAddress(pasted: string): string | undefined {
  const written = frame.exec(plainCode(pasted))?.[1]
  if (written === undefined) return undefined
  const source = [...written.matchAll(attributes)].find(([, name]) => name!.toLowerCase() === 'src')
  return (source?.[2] ?? source?.[3] ?? source?.[4] ?? '').replaceAll('&amp;', '&').replace(/^\s*\/\//, 'https://')
}

/** Reads the address that a provider's embed code frames and ignores the rest of the code. It answers undefined for any other text. */
export function addressInEmbedCode(pasted: string): string | undefined {
  const address = framedAddress(pasted) ?? ''
  // Uploaded videos are not framed, so an embed code can't name one.
  const media = /^\s*https?:/i.test(address) ? parseMedia(address) : undefined
  return media && addressOf(media)
}

/** Addresses that people take for a video's, with what helps; the first that fits counts. */
const knownMistakes: [RegExp, string][] = [
  [
    /youtu.*(\/videoseries|\/playlist\?|[?&]list=)/i,
    'Este link é de uma lista do YouTube. Abra o vídeo da aula e copie o link dele',
  ],
  [/youtu.*\/live_stream/i, 'Este link mostra o que o canal transmite no momento. Copie o link da própria transmissão'],
  [/youtu.*\/(clip|post)\//i, 'Este link é de um trecho ou de uma publicação do YouTube. Copie o link do vídeo'],
  [
    /youtube\.com\/(@|channel\/|c\/|user\/|results\?|feed\/|$)/i,
    'Este link é de um canal ou de uma busca do YouTube. Abra o vídeo e copie o link dele',
  ],
  [/youtu\.?be/i, 'Este link do YouTube está incompleto. Abra o vídeo e copie o link dele'],
  [/vimeo\.com\/event\//i, 'Este link é de um evento do Vimeo. Copie o link do vídeo depois da transmissão'],
  [/vimeo\.com/i, 'Este link do Vimeo não é de um vídeo. Abra o vídeo e copie o link dele'],
  [/loom\.com/i, 'Este link do Loom não é de um vídeo. Abra o vídeo e use “Copy link”'],
  [
    /genial(ly\.com|\.ly)/i,
    'Este link do Genially não é de uma criação. Abra a criação e copie o link de visualização',
  ],
]

/** Explains why an address or embed code is no medium of a lesson; undefined when it is one. */
export function mediaProblem(pasted: string): string | undefined {
  const typed = cleanInvisible(pasted).trim()
  if (typed === '' || parseMedia(typed) || addressInEmbedCode(typed)) return undefined
  const address = framedAddress(typed) ?? typed
  return knownMistakes.find(([pattern]) => pattern.test(address.slice(0, embedCodeMax)))?.[1] ?? messages.invalidVideo
}
