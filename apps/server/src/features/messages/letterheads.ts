import { schoolUrlOf } from '../../core/base-path.ts'
import { imageUrl } from '../../files/image-url.ts'
import type { Letterhead } from '../../mail/letter.ts'
import type { getSender } from './delivery.queries.ts'

/** Logos and covers are public under a name that can't be guessed, so a mail may point at them for ever. */
export const pictures = (schoolId: string, publicUrl: string) => (key: string | null, width: number) =>
  key ? `${publicUrl}${imageUrl(schoolId, key)}?w=${width}` : ''

export function letterheadOf(
  schoolId: string,
  sender: Awaited<ReturnType<typeof getSender>>,
  publicUrl: string,
): Letterhead {
  const picture = pictures(schoolId, publicUrl)
  return {
    schoolName: sender.name,
    schoolUrl: schoolUrlOf(publicUrl, { ...sender, id: schoolId }),
    theme: sender.ui_theme,
    logo: picture(sender.logo_key, 480),
    logoDark: picture(sender.logo_dark_key, 480),
  }
}
