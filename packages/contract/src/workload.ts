import { limits } from './limits.ts'
import { withoutAccents } from './text.ts'

const units = {
  um: 1,
  uma: 1,
  hum: 1,
  dois: 2,
  duas: 2,
  tres: 3,
  quatro: 4,
  cinco: 5,
  seis: 6,
  sete: 7,
  oito: 8,
  nove: 9,
}
const teens = {
  ...{ dez: 10, onze: 11, doze: 12, treze: 13, catorze: 14, quatorze: 14, quinze: 15 },
  ...{ dezesseis: 16, dezasseis: 16, dezessete: 17, dezassete: 17, dezoito: 18, dezenove: 19, dezanove: 19 },
}
const tens = {
  ...{ vinte: 20, trinta: 30, quarenta: 40, cinquenta: 50, sessenta: 60 },
  ...{ setenta: 70, oitenta: 80, noventa: 90 },
}
const hundreds = {
  ...{ cem: 100, cento: 100, duzentos: 200, trezentos: 300, quatrocentos: 400, quinhentos: 500 },
  ...{ seiscentos: 600, setecentos: 700, oitocentos: 800, novecentos: 900 },
  ...{ duzentas: 200, trezentas: 300, quatrocentas: 400, quinhentas: 500 },
  ...{ seiscentas: 600, setecentas: 700, oitocentas: 800, novecentas: 900 },
}
const numbers: Partial<Record<string, number>> = { ...units, ...teens, ...tens, ...hundreds }

const anyOf = (words: object) => `(${Object.keys(words).join('|')})`
const and = '(?: e | )'
/** A number in words up to 999: 'cento e vinte e cinco', 'vinte e duas', 'treze', 'duzentas'. */
const inWords = new RegExp(
  `\\b(?:${anyOf(hundreds)}${and})?(?:${anyOf(tens)} e ${anyOf(units)}|${anyOf({ ...tens, ...teens, ...units })})\\b|\\b${anyOf(hundreds)}\\b`,
  'g',
)
/** Turns number words into digits, and fractions into decimals: 'duas horas e quarenta e cinco' → '2 horas e 45'; '1½ h' → '1,5 h'. */
const withDigits = (text: string) =>
  text
    .replace(inWords, (...found: unknown[]) => {
      const words = found.slice(1, 6).filter((word) => typeof word === 'string')
      return String(words.reduce((sum, word) => sum + (numbers[word] ?? 0), 0))
    })
    .replace(/(?:\b(\d+) ?)?([½¼¾])|(?:\b(\d+) )?\b1\/2\b/g, (_, whole = '0', sign = '½', before = whole) => {
      const share = { '½': '5', '¼': '25', '¾': '75' }[sign as string]!
      return `${before},${share}`
    })

/** Reads a number: '1,5' and '1.5' are one and a half; '1.200' is a thousand two hundred, with its thousands set apart. */
const numberOf = (text: string) =>
  Number(/^[1-9]\d{0,2}(?:\.\d{3})+$/.test(text) ? text.replaceAll('.', '') : text.replace(',', '.'))

const amount = '(\\d+(?:[.,]\\d+){0,2})'
/** An hour, also one of lessons: 'horas-aula', 'h/a'. */
const hour = 'h(?:rs?|s|oras?)?\\.?(?:[ /-]?aulas?| ?/ ?a\\.?|a\\.?)?'
const minute = "(?:m(?:in(?:s|utos?)?)?\\.?|')"
const half = new RegExp(`^(?:(\\d+) ?(?:${hour})?|hora) ?e meia$|^(?:(\\d+) ?h )?meia(?:[ -]hora)?$`)
const clock = /^(\d+):([0-5]\d)(?::([0-5]\d))?(?: ?h(?:s|oras?)?)?$/
const hoursAndMinutes = new RegExp(`^(\\d+) ?${hour},?(?: ?e)? ?([0-5]?\\d) ?${minute}?$`)
const hoursAlone = new RegExp(`^${amount} ?(?:${hour})?$`)
const minutesAlone = new RegExp(`^${amount} ?${minute}$`)

function minutesIn(text: string): number {
  const halved = half.exec(text)
  if (halved) return Number(halved[1] ?? halved[2] ?? (text.startsWith('hora') ? 1 : 0)) * 60 + 30
  const both = clock.exec(text) ?? hoursAndMinutes.exec(text)
  if (both) return Number(both[1]) * 60 + Number(both[2]) + Number(both[3] ?? 0) / 60
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
