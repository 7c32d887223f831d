import { smsLimits } from '@escola/contract/sms'

/** Letters of GSM's alphabet that a name may hold; each counts as one character. */
const basic = new Set(
  '@£$¥èéùìòÇØøÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà',
)
/** These count as two. */
const extended = new Set('^{}\\[~]|€')

/** Number of characters that a text takes in one message; undefined when the alphabet lacks one of them. */
export function countGsm(text: string): number | undefined {
  let count = 0
  for (const letter of text) {
    if (!basic.has(letter) && !extended.has(letter)) return undefined
    count += extended.has(letter) ? 2 : 1
  }
  return count
}

/** Writes a text in GSM's alphabet: letters that it lacks lose their accents, and signs that it lacks are left out. */
export const toGsm = (text: string) =>
  [...text.normalize('NFC')]
    .map((letter) =>
      basic.has(letter) ? letter : [...letter.normalize('NFKD')].filter((part) => basic.has(part)).join(''),
    )
    .join('')
    .replace(/\s+/g, ' ')
    .trim()

/** A shorter name says nothing. */
const shortestName = 4

/**
 * Writes the message with a student's access link. The link is never cut: the school's name is.
 * @returns undefined when the link alone does not fit
 */
export function writeAccessSms({ schoolName, link }: { schoolName: string; link: string }): string | undefined {
  const name = toGsm(schoolName)
  const around = ': entre na escola por este link: '
  const left = smsLimits.characters - (countGsm(link) ?? Number.POSITIVE_INFINITY)
  if (left < 0) return undefined
  if (name && name.length + around.length <= left) return `${name}${around}${link}`
  const between = ': '
  const cut = name.slice(0, Math.max(left - between.length, 0)).trim()
  return cut.length >= Math.min(shortestName, name.length || shortestName) ? `${cut}${between}${link}` : link
}
