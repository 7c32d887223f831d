import { limits } from './limits.ts'
import { withoutAccents } from './text.ts'

const units = { um: 1, uma: 1, dois: 2, duas: 2, tres: 3, quatro: 4, cinco: 5, seis: 6, sete: 7, oito: 8, nove: 9 }
const tens = { vinte: 20, trinta: 30, quarenta: 40, cinquenta: 50, sessenta: 60, setenta: 70, oitenta: 80, noventa: 90 }
const rest = { dez: 10, onze: 11, doze: 12, quinze: 15, dezesseis: 16, dezoito: 18, cem: 100, cento: 100 }
const numbers: Partial<Record<string, number>> = { ...units, ...tens, ...rest }

const compound = new RegExp(`\\b(${Object.keys(tens).join('|')}) e (${Object.keys(units).join('|')})\\b`, 'g')
/** Turns number words into digits: 'duas horas e quarenta e cinco' → '2 horas e 45'. */
const withDigits = (text: string) =>
  text
    .replace(compound, (_, ten: string, unit: string) => String(numbers[ten]! + numbers[unit]!))
    .replace(/[a-z]+/g, (word) => (Object.hasOwn(numbers, word) ? String(numbers[word]) : word))

/** Reads a number: '1,5' and '1.5' are one and a half; '1.200' is a thousand two hundred, with its thousands set apart. */
const numberOf = (text: string) =>
  Number(/^[1-9]\d{0,2}(?:\.\d{3})+$/.test(text) ? text.replaceAll('.', '') : text.replace(',', '.'))

const amount = '(\\d+(?:[.,]\\d+){0,2})'
const hour = 'h(?:rs?|s|oras?)?\\.?'
const minute = "(?:m(?:in(?:s|utos?)?)?\\.?|')"
const half = new RegExp(`^(?:(\\d+) ?(?:${hour})?|hora) ?e meia$|^(?:(\\d+) ?h )?meia(?: hora)?$`)
const clock = /^(\d+):([0-5]\d)(?::00)?(?: ?h(?:s|oras?)?)?$/
const hoursAndMinutes = new RegExp(`^(\\d+) ?${hour},?(?: ?e)? ?([0-5]?\\d) ?${minute}?$`)
const hoursAlone = new RegExp(`^${amount} ?(?:${hour})?$`)
const minutesAlone = new RegExp(`^${amount} ?${minute}$`)

function minutesIn(text: string): number {
  const halved = half.exec(text)
  if (halved) return Number(halved[1] ?? halved[2] ?? (text.startsWith('hora') ? 1 : 0)) * 60 + 30
  const both = clock.exec(text) ?? hoursAndMinutes.exec(text)
  if (both) return Number(both[1]) * 60 + Number(both[2])
  const hours = hoursAlone.exec(text)
  if (hours) return numberOf(hours[1]!) * 60
  const minutes = minutesAlone.exec(text)
  return minutes ? numberOf(minutes[1]!) : Number.NaN
}

/**
 * Reads a workload as people write it: '1h30', 'meia', '90 minutos' → minutes (part 2 §5). A number alone counts hours; text without a time
 * gives undefined.
 */
export function parseWorkload(written: string): number | undefined {
  if (written.length > limits.workloadMax) return undefined
  const text = withDigits(withoutAccents(written).toLowerCase().replace(/\s+/g, ' ').trim())
  if (text === '') return 0
  const total = Math.round(minutesIn(text))
  return total <= limits.workloadMinutes ? total : undefined
}

/** Writes minutes as a workload: 90 → '1h30'; 60 → '1 hora'; 45 → '45 minutos'. */
export const formatWorkload = (minutes: number): string => {
  const hours = Math.floor(minutes / 60)
  const rest = minutes % 60
  if (minutes === 0) return ''
  if (hours === 0) return `${rest} minuto${rest === 1 ? '' : 's'}`
  return rest === 0 ? `${hours} hora${hours === 1 ? '' : 's'}` : `${hours}h${String(rest).padStart(2, '0')}`
}
