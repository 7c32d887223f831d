import { refusals } from '@escola/contract/refusals'
import { cleanLink, isWebAddress } from '@escola/contract/text'
import { invalidField } from '../../core/app-error.ts'

/** A landing page: a web address, or a path or host without a scheme. No other scheme, so that it can be a link's target. */
export function landingPageAddress(typed: string): string {
  const address = cleanLink(typed).toLowerCase()
  if (isWebAddress(address) || /^(?!\/\/)[\w.~/?=&%#+@,-]+$/.test(address)) return address
  throw invalidField('landing_page_url', refusals.landingPage)
}
