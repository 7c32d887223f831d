import { parseMedia } from '@escola/contract/media'
import { messages } from '@escola/contract/messages'
import { AppError } from '../../core/app-error.ts'

/** The address that the provider itself shows for a medium, whatever form was pasted; '' for none. */
export function mediaAddress(pasted: string): string {
  if (pasted === '') return ''
  const media = parseMedia(pasted)
  if (!media) throw new AppError('invalid_video', { fields: { main_media_url: messages.invalidVideo } })
  if (media.provider === 'youtube') return `https://www.youtube.com/watch?v=${media.id}`
  if (media.provider === 'loom') return `https://www.loom.com/share/${media.id}`
  if (media.provider === 'genially') return `https://view.genially.com/${media.id}`
  return `https://vimeo.com/${media.id}${media.hash ? `/${media.hash}` : ''}`
}
