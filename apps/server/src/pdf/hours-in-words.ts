import { formatWorkload } from '@escola/contract/workload'

const small = [
  '',
  'um',
  'dois',
  'três',
  'quatro',
  'cinco',
  'seis',
  'sete',
  'oito',
  'nove',
  'dez',
  'onze',
  'doze',
  'treze',
  'quatorze',
  'quinze',
  'dezesseis',
  'dezessete',
  'dezoito',
  'dezenove',
]
const tens = ['', '', 'vinte', 'trinta', 'quarenta', 'cinquenta', 'sessenta', 'setenta', 'oitenta', 'noventa']
const hundreds = [
  '',
  'cento',
  'duzentos',
  'trezentos',
  'quatrocentos',
  'quinhentos',
  'seiscentos',
  'setecentos',
  'oitocentos',
  'novecentos',
]

/** Masculine number below a thousand. */
function belowThousand(value: number): string {
  if (value === 100) return 'cem'
  const rest = value % 100
  const words = [hundreds[Math.floor(value / 100)]!]
  if (rest < 20) words.push(small[rest]!)
  else words.push(tens[Math.floor(rest / 10)]!, small[rest % 10]!)
  return words.filter(Boolean).join(' e ')
}

const makeFeminine = (words: string) =>
  words
    .replace(/\bum\b/g, 'uma')
    .replace(/\bdois\b/g, 'duas')
    .replace(/entos\b/g, 'entas')
    .replace(/duzentos\b/g, 'duzentas')

/** Masculine number below a million. */
function numberInWords(value: number): string {
  const thousands = Math.floor(value / 1000)
  const rest = value % 1000
  if (thousands === 0) return belowThousand(rest)
  const many = thousands === 1 ? 'mil' : `${belowThousand(thousands)} mil`
  if (rest === 0) return many
  // 'Mil e duzentos', but 'mil duzentos e dez'.
  return `${many} ${rest < 100 || rest % 100 === 0 ? 'e ' : ''}${belowThousand(rest)}`
}

/** Writes a workload in digits and words: '1h30 (uma hora e trinta minutos)'; '' for none. */
export function formatHoursInWords(minutes: number): string {
  if (minutes === 0) return ''
  const hours = Math.floor(minutes / 60)
  const rest = minutes % 60
  const words = [
    hours > 0 && `${makeFeminine(numberInWords(hours))} hora${hours === 1 ? '' : 's'}`,
    rest > 0 && `${numberInWords(rest)} minuto${rest === 1 ? '' : 's'}`,
  ]
  return `${formatWorkload(minutes)} (${words.filter(Boolean).join(' e ')})`
}
