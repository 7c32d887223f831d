import fc from 'fast-check'
import { expect, it } from 'vitest'
import { limits } from './limits.ts'
import { formatWorkload, parseWorkload } from './workload.ts'

it.each([
  ['1h30', 90],
  ['1H30', 90],
  ['1h30min', 90],
  ['1h 30m', 90],
  ['1 h e 30 min.', 90],
  ['1hr, 5 min', 65],
  ['1h5', 65],
  ['1h', 60],
  ['2h', 120],
  ['2hs', 120],
  ['2 horas', 120],
  ['duas horas', 120],
  ['Três Horas', 180],
  ['uma hora', 60],
  ['uma', 60],
  ['1 hora e 15 minutos', 75],
  ['duas horas e quarenta e cinco minutos', 165],
  ['vinte e duas horas', 1320],
  ['1 hora e meia', 90],
  ['uma hora e meia', 90],
  ['hora e meia', 90],
  ['duas e meia', 150],
  ['2h e meia', 150],
  ['meia', 30],
  ['meia hora', 30],
  [' Meia\u00a0 hora ', 30],
  ['90 minutos', 90],
  ['90min', 90],
  ["90'", 90],
  ['noventa minutos', 90],
  ['45 min', 45],
  ['1 minuto', 1],
  ['1:20', 80],
  ['01:30', 90],
  ['1:30:00', 90],
  ['1:30h', 90],
  ['1,5h', 90],
  ['1.5 horas', 90],
  ['0,25h', 15],
  ['1,5', 90],
  ['8', 480],
  ['45', 2700],
  ['1.200 horas', 72_000],
  ['1.200', 72_000],
  ['treze horas', 780],
  ['catorze horas', 840],
  ['quatorze', 840],
  ['dezessete horas', 1020],
  ['dezenove horas', 1140],
  ['cento e vinte horas', 7200],
  ['cento e vinte e cinco horas', 7500],
  ['duzentas horas', 12_000],
  ['trezentas e sessenta horas', 21_600],
  ['novecentos e noventa e nove minutos', 999],
  ['quarenta e cinco minutos', 45],
  ['40 horas-aula', 2400],
  ['40 horas aula', 2400],
  ['40h/a', 2400],
  ['40 h/a', 2400],
  ['vinte horas/aula', 1200],
  ['00:45:30', 46],
  ['1:30:00 h', 90],
  ['meia-hora', 30],
  ['½ hora', 30],
  ['½', 30],
  ['1½h', 90],
  ['1 ½ hora', 90],
  ['1/2 hora', 30],
  ['2 1/2 horas', 150],
  ['¾ h', 45],
  ['0', 0],
  ['', 0],
  ['   ', 0],
])('a workload of %j is %j minutes', (text, minutes) => expect(parseWorkload(text)).toBe(minutes))

it.each([
  'muito',
  'horas',
  'hora',
  'e meia',
  'meia meia',
  'h30',
  ':30',
  '1:',
  '1:60',
  '1:5',
  '1h60',
  '1h90min',
  '1,5h30',
  '1h1,5',
  '1.2.3h',
  '1,2,3',
  '12.34.567',
  '-1',
  '-1h30',
  '+1h',
  '1e3',
  '1e3h',
  '0x10',
  '１h',
  '١h',
  'NaN',
  'Infinity',
  'undefined',
  'constructor',
  '__proto__ horas',
  'toString minutos',
  '<b>1h</b>',
  '1h; drop table courses',
  '1h\u00001',
  '1 h 30 m 20 s',
  '2 dias',
  'das 8h às 10h',
  '99999999999999999999h',
  '16667h',
  '1'.repeat(400),
  `${'1 e '.repeat(20_000)}h`,
])('a workload of %j is none', (text) => expect(parseWorkload(text)).toBe(undefined))

it.each([
  [90, '1h30'],
  [65, '1h05'],
  [60, '1 hora'],
  [120, '2 horas'],
  [45, '45 minutos'],
  [1, '1 minuto'],
  [0, ''],
])('%i minutes are written %j', (minutes, text) => expect(formatWorkload(minutes)).toBe(text))

const ones = ['', 'um', 'dois', 'três', 'quatro', 'cinco', 'seis', 'sete', 'oito', 'nove']
const between = ['dez', 'onze', 'doze', 'treze', 'catorze', 'quinze', 'dezesseis', 'dezessete', 'dezoito', 'dezenove']
const round = ['', '', 'vinte', 'trinta', 'quarenta', 'cinquenta', 'sessenta', 'setenta', 'oitenta', 'noventa']
const full = [
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
const inWords = (number: number) => {
  const rest = number % 100
  const words = rest >= 10 && rest < 20 ? [between[rest - 10]] : [round[Math.floor(rest / 10)], ones[rest % 10]]
  return number === 100 ? 'cem' : [full[Math.floor(number / 100)], ...words].filter(Boolean).join(' e ')
}
it('reads each number up to 999 in words', () => {
  const all = Array.from({ length: 999 }, (_, at) => at + 1)
  expect(all.filter((number) => parseWorkload(`${inWords(number)} min`) !== number)).toEqual([])
})

it('reads back what it wrote, and never more than a workload may be', () => {
  fc.assert(
    fc.property(fc.nat(limits.workloadMinutes), (minutes) => parseWorkload(formatWorkload(minutes)) === minutes),
  )
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(...'019.,:h em i-'.split('')) }), (text) => {
      const minutes = parseWorkload(text)
      return minutes === undefined || (Number.isInteger(minutes) && minutes >= 0 && minutes <= limits.workloadMinutes)
    }),
  )
})
