import { countryName } from '@escola/contract/phone-countries'
import { formatCellphone, hasSeveralPhones, phoneTexts, readPhone, tidyPhone } from '@escola/contract/phones'

/** Hint of a field that takes a telephone as it is: the country that was written, that none can be known, or which of several numbers stays. */
export function phoneHint(typed: string): string | undefined {
  if (tidyPhone(typed).length < 8) return undefined
  if (hasSeveralPhones(typed)) return `${phoneTexts.severalPhones(formatCellphone(tidyPhone(typed)))}.`
  const phone = readPhone(typed)
  if (!phone) return `${phoneTexts.noCountry}.`
  return phone.country === '55' ? undefined : countryName(phone.country)
}
