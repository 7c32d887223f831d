import { parseMedia } from '@escola/contract/media'
import { addressOf, mediaProblem } from '@escola/contract/media-address'
import { messages } from '@escola/contract/messages'
import { AppError } from '../../core/app-error.ts'

/** The address that the provider itself shows for a medium, whatever form was pasted; '' for none. */
export function mediaAddress(pasted: string): string {
  if (pasted === '') return ''
  const media = parseMedia(pasted)
  if (!media)
    throw new AppError('invalid_video', {
      fields: { main_media_url: mediaProblem(pasted) ?? messages.invalidVideo },
    })
  return addressOf(media)
}
