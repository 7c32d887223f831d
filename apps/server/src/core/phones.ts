import { formatInternational, readPhone } from '@escola/contract/phones'
import { parsePhoneNumberFromString } from 'libphonenumber-js/max'

/** Reads a telephone as the number by which any country reaches it; null where the country can't be known or has no numbers so long. */
export function e164Of(text: string): string | null {
  const phone = readPhone(text)
  if (!phone) return null
  // Brazil's are read by the contract, which screens do as well.
  if (phone.country === '55') return phone.e164
  const parsed = parsePhoneNumberFromString(phone.e164)
  return parsed?.isPossible() ? parsed.number : null
}

/** Columns of a telephone, in users, memberships and schools alike. */
export interface PhoneColumns {
  cellphone: string
  phone_e164: string | null
  phone_read_from: string | null
}

/** The one way in which a telephone is written: what was typed, the number that it is, and the text from which that was read. */
export const phoneColumns = (cellphone: string): PhoneColumns => ({
  cellphone,
  phone_e164: e164Of(cellphone),
  phone_read_from: cellphone,
})

/** Replaces the telephone among values, if there is one, by its columns. */
export const withPhoneColumns = <Values extends { cellphone?: string | undefined }>(values: Values) =>
  values.cellphone === undefined ? values : { ...values, ...phoneColumns(values.cellphone) }

/** A number counts while it was read from the text that stands there: processes of an earlier release write the text alone. */
export const phoneOf = ({ cellphone, phone_e164, phone_read_from }: PhoneColumns): string | null =>
  phone_read_from === cellphone ? phone_e164 : e164Of(cellphone)

/** Says a number with its country: +55 51 91234-5678, Brasil. */
export function describePhone(e164: string): string {
  const phone = readPhone(e164)
  const region = parsePhoneNumberFromString(e164)?.country
  return [phone ? formatInternational(phone) : e164, region && countryNames.of(region)].filter(Boolean).join(', ')
}
const countryNames = new Intl.DisplayNames('pt-BR', { type: 'region' })
