import { z } from 'zod'
import { domainOf } from './domains.ts'
import { errors } from './errors.ts'
import { limits } from './limits.ts'
import { messages } from './messages.ts'
import { cleanNamespace, hasNamespaceShape, isNamespace } from './namespaces.ts'
import { type PaletteName, paletteNames } from './palettes.ts'
import { AssistantName, cleanText, SchoolEmail, SchoolName } from './people.ts'
import { phoneTexts, readPhone, Whatsapp } from './phones.ts'
import { refusals } from './refusals.ts'

const code = (pattern: RegExp, message: string) =>
  z
    .string({ error: message })
    .max(limits.inputMax, message)
    .transform((typed) => typed.trim().toUpperCase())
    .refine((value) => value === '' || pattern.test(value), message)

/** A container of tags (GTM-…) could run any script of its keeper's beside users' sessions, so only ids that measure are taken. */
export const AnalyticsCode = code(/^G-[A-Z0-9]{4,20}$/, refusals.analyticsCode)
export const FacebookPixel = code(/^\d{10,20}$/, refusals.facebookPixel)

/** Explains why a namespace is refused; undefined for one that may be requested. */
export const namespaceFault = (typed: string): string | undefined => {
  const value = cleanNamespace(typed)
  if (!hasNamespaceShape(value)) return refusals.namespace
  return isNamespace(value) ? undefined : errors.url_taken.pt
}
const linkFault = ({ link, use_own_domain }: { link?: string | undefined; use_own_domain?: boolean | undefined }) => {
  // Without the switch the server decides which of the two it is.
  if (link === undefined || use_own_domain === undefined) return undefined
  if (!use_own_domain) return link.length > limits.schoolLinkMax ? messages.settingsDomain : namespaceFault(link)
  return domainOf(link) ? undefined : messages.settingsDomain
}

const GallerySentence = z
  .string()
  .max(1000)
  .transform(cleanText)
  .refine((value) => value.length <= limits.gallerySentenceMax, `Use no máximo ${limits.gallerySentenceMax} caracteres`)

/** Settings and design of a school (part 1 §7), saved a field at a time or many; ui_theme is the design's. */
export const SchoolSettings = z
  .object({
    /** A namespace has its own limit, which is shorter than a domain's. */
    link: z.string().max(limits.domainUrlMax, messages.settingsDomain),
    name: SchoolName,
    email: SchoolEmail,
    cellphone: Whatsapp,
    /** The data that the admin home asks for, where a telephone without a country is taken as it is (part 1 §5). */
    completes: z.boolean(),
    use_own_domain: z.boolean(),
    is_private: z.boolean(),
    has_certificate: z.boolean(),
    assistant_name: AssistantName,
    gallery_sentence: GallerySentence,
    has_video_upload: z.boolean(),
    google_analytics_code: AnalyticsCode,
    facebook_pixel: FacebookPixel,
    has_api: z.boolean(),
    has_affiliation: z.boolean(),
    has_multiple_users: z.boolean(),
    has_support: z.boolean(),
    has_rank: z.boolean(),
    has_notifications: z.boolean(),
    has_ended_mails: z.boolean(),
    ui_theme: z.enum(paletteNames as [PaletteName, ...PaletteName[]]),
    /** Only the platform's administrators may change these fields. A school is blocked for a reason, which its administrators read. */
    is_blocked: z.boolean(),
    blocked_reason: z.string().max(limits.blockedReasonMax).transform(cleanText),
  })
  .partial()
  .superRefine((body, { addIssue }) => {
    const message = linkFault(body)
    if (message) addIssue({ code: 'custom', path: ['link'], message })
    if (body.cellphone && !body.completes && !readPhone(body.cellphone))
      addIssue({ code: 'custom', path: ['cellphone'], message: phoneTexts.noCountry })
    if (body.is_blocked && !body.blocked_reason)
      addIssue({ code: 'custom', path: ['blocked_reason'], message: refusals.blockedReason })
  })
/** Fields that who pays for the school saves, too: those that a payment asks for. All others are for the right to settings alone. */
export const payerSettings: readonly (keyof SchoolSettings)[] = ['name', 'email', 'cellphone', 'completes']
export type SchoolSettings = z.output<typeof SchoolSettings>
