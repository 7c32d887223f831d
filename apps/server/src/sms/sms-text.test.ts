import fc from 'fast-check'
import { expect, it } from 'vitest'
import { countGsm, toGsm, writeAccessSms } from './sms-text.ts'

const link = 'https://escola.example/atelie-do-pao/login/1-0123456789abcdefghijklmnopqrstuv'

it.each([
  ['Ateliê do Pão', 'Atelie do Pao'],
  ['Ação & Reação', 'Acao & Reacao'],
  ['Café à Brasileira Ñandú', 'Café à Brasileira Ñandu'],
  ['Escola “Nova” — 2026 🎉', 'Escola Nova 2026'],
  ['日本', ''],
])('writes %s in the alphabet of text messages', (name, written) => {
  expect(toGsm(name)).toBe(written)
})

it('says whose link it is, where there is room', () => {
  expect(writeAccessSms({ schoolName: 'Ateliê do Pão', link })).toBe(
    `Atelie do Pao: entre na escola por este link: ${link}`,
  )
})

it('shortens the name of the school before the link', () => {
  const text = writeAccessSms({ schoolName: 'Escola de Panificação e Confeitaria '.repeat(4), link })!
  expect(text.endsWith(`: ${link}`)).toBe(true)
  expect(text.startsWith('Escola de Panificacao e Confeitaria')).toBe(true)
  expect(countGsm(text)).toBeLessThanOrEqual(160)
})

it('sends the link alone where nothing else fits, and nothing where it does not', () => {
  const long = (length: number) => 'https://a.example/'.padEnd(length, 'x')
  expect(writeAccessSms({ schoolName: 'Escola', link: long(160) })).toBe(long(160))
  expect(writeAccessSms({ schoolName: 'Escola', link: long(161) })).toBeUndefined()
  expect(writeAccessSms({ schoolName: 'Escola', link: `${long(158)}~` })).toBe(`${long(158)}~`)
  expect(writeAccessSms({ schoolName: 'Escola', link: `${long(159)}~` })).toBeUndefined()
})

it('fits in one message and holds the whole link, whatever the school is called', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'grapheme', maxLength: 200 }),
      fc.webUrl({ size: 'small' }).filter((url) => (countGsm(url) ?? 161) <= 160),
      (schoolName, link) => {
        const text = writeAccessSms({ schoolName, link })!
        expect(countGsm(text)).toBeLessThanOrEqual(160)
        expect(text.endsWith(link)).toBe(true)
      },
    ),
  )
})
