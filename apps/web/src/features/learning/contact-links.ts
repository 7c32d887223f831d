import type { School } from '@escola/contract/schools.contract'

type Contact = Pick<School, 'cellphone' | 'email'>

/** A conversation in WhatsApp; numbers without a country are Brazilian. Undefined when the school gives no phone. */
export function whatsappLink({ cellphone }: Contact, text: string): string | undefined {
  const number = cellphone.replace(/\D/g, '')
  if (number.length < 10) return undefined
  return `https://wa.me/${number.length <= 11 ? `55${number}` : number}?text=${encodeURIComponent(text)}`
}

/** The quickest way to write to the school. */
export const contactLink = (school: Contact, text: string): string | undefined =>
  whatsappLink(school, text) ??
  (school.email ? `mailto:${school.email}?subject=${encodeURIComponent(text)}` : undefined)

/** A landing page is kept as it was typed, often without a scheme; only web addresses become links. */
export function landingPageLink(address: string): string | undefined {
  if (!address) return undefined
  const url = URL.parse(/^https?:\/\//i.test(address) ? address : `https://${address}`)
  return url?.hostname.includes('.') ? url.href : undefined
}
