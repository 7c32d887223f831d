import type { School } from '@escola/contract/schools.contract'
import { makeWhatsappLink } from './whatsapp-link.ts'

type Contact = Pick<School, 'phone_e164' | 'email'>

/** The quickest way to write to the school. */
export const makeContactLink = (school: Contact, text: string): string | undefined =>
  makeWhatsappLink(school.phone_e164, text) ??
  (school.email ? `mailto:${school.email}?subject=${encodeURIComponent(text)}` : undefined)

/** Link to a landing page, which is stored like it was typed, often without a scheme; only web addresses become links. */
export function makeLandingPageLink(address: string): string | undefined {
  if (!address) return undefined
  const url = URL.parse(/^https?:\/\//i.test(address) ? address : `https://${address}`)
  return url?.hostname.includes('.') ? url.href : undefined
}
