import { cleanLandingPage, isLandingPage } from '@escola/contract/landing-page'
import { refusals } from '@escola/contract/refusals'
import { invalidField } from '../../core/app-error.ts'

export function landingPageAddress(typed: string): string {
  if (!isLandingPage(typed)) throw invalidField('landing_page_url', refusals.landingPage)
  return cleanLandingPage(typed)
}
