import type { School } from '@escola/contract/schools.contract'

type Logos = Pick<School, 'logo_wide_url' | 'logo_dark_wide_url'>

/** The wide logo of a scheme. Dark falls back to the other; light does not, for a logo that was made for dark is not seen on it. */
export const selectLogo = (school: Logos, scheme: 'light' | 'dark') =>
  (scheme === 'dark' && school.logo_dark_wide_url) || school.logo_wide_url
