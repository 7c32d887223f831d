import { digits } from './people.ts'
import { callingCodeOf, namesCountry } from './phone-countries.ts'
import { inUnknownCountry, readPhone, tidyPhone } from './phones.ts'

interface PhoneCell {
  cellphone: string
  /** The cell has a number that is no telephone, or not all of its digits. */
  isDropped: boolean
}

// A file has ten thousand rows, most of them good as they stand.
const plain = /^[1-9]\d{9,10}$/
/** Fewest digits of a telephone without its area, and most of one with its country. */
const isLong = (number: string) => number.length >= 8 && number.length <= 15

/** Reads the telephone of a spreadsheet's cell, of which each digit must be there. Of several numbers it takes the first. */
export function readPhoneCell(cell: string): PhoneCell {
  if (plain.test(cell)) return { cellphone: cell, isDropped: false }
  const cellphone = /[*•]|x{3}/i.test(cell) ? '' : (findPhone(unroundedOf(cell.trim())) ?? '')
  return { cellphone, isDropped: cellphone === '' && /[1-9]/.test(cell) }
}

/**
 * Puts the calling code of a row's country before its telephone. A code that is written already is not put there twice, a mobile number of Brazil
 * that a student abroad has stays one, and what is no number of the country stays as it is written. A country that no list knows is one all the same,
 * and not Brazil's: such a number has none.
 */
export function withCountry(cell: string, country: string): string {
  const code = callingCodeOf(country)
  const number = digits(cell)
  if (code === '55' || number.length < 7 || tidyPhone(cell).startsWith('+')) return cell
  if (!code) return namesCountry(country) && readPhone(`+${number}`)?.country !== '55' ? inUnknownCountry(number) : cell
  const isWhole = number.startsWith(code) && number.length > 9 && readPhone(`+${number}`) !== undefined
  if (isWhole) return `+${number}`
  const local = number.replace(/^0+/, '')
  const isBrazilian = (local.length === 11 && readPhone(local)) || readPhone(`+${local}`)?.country === '55'
  return !isBrazilian && readPhone(`+${code}${local}`) ? `+${code}${local}` : cell
}

/** Undoes what spreadsheets and programs make of a number: 11987654321.0, 1,1987654321E+10. One whose last digits were rounded away has none left. */
function unroundedOf(cell: string): string {
  const [, whole, fraction = '', exponent] = /^(\d+)(?:[.,](\d+))?e\+?(\d+)$/i.exec(cell) ?? []
  if (whole) return fraction.length === Number(exponent) ? `${whole}${fraction}` : ''
  return cell.replace(/^(\+?\d{8,})[.,]0+$/, '$1')
}

function findPhone(text: string): string | undefined {
  const readings = [text, ...text.split(/[/|;,\n]|\s(?:ou|e)\s/i)].map(tidyPhone)
  return readings.find((each) => readPhone(each)) ?? readings.find((each) => isLong(digits(each)))
}
