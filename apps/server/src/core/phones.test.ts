import { phoneCountries } from '@escola/contract/phone-countries'
import { readPhone } from '@escola/contract/phones'
import fc from 'fast-check'
import { getCountries, getCountryCallingCode, parsePhoneNumberFromString } from 'libphonenumber-js/max'
import { expect, it } from 'vitest'
import { describePhone, e164Of, phoneColumns, phoneOf } from './phones.ts'

it('reads the numbers of Brazil as the library does', () =>
  fc.assert(
    fc.property(fc.integer({ min: 10, max: 99 }), fc.stringMatching(/^(9\d|[2-9])\d{7}$/), (area, number) => {
      const local = `${area}${number}`
      const parsed = parsePhoneNumberFromString(local, 'BR')
      // The library has numbers without an area too, and some of a radio network that is gone.
      const isLine = ['MOBILE', 'FIXED_LINE'].includes(parsed?.getType() ?? '')
      if (isLine && !/^\d\d7\d{7}$/.test(local)) expect(e164Of(local)).toBe(parsed?.number)
      const e164 = e164Of(local)
      if (e164) expect(parsePhoneNumberFromString(e164)?.isValid()).toBe(true)
    }),
    { numRuns: 500 },
  ))

it('knows the calling code of each country, with the country that most of its numbers have', () => {
  const codes = new Set(getCountries().map((country) => getCountryCallingCode(country)))
  for (const code of [...codes].filter((each) => each !== '55'))
    expect(readPhone(`+${code}2025550123`.slice(0, 14))?.country).toBe(code)
  for (const [code, country] of phoneCountries())
    expect([country, getCountryCallingCode(country as 'BR')]).toEqual([country, code])
  expect(new Set([...phoneCountries()].map(([code]) => code))).toEqual(codes)
})

it.each([
  ['+44 (0)20 7946 0958', '+442079460958'],
  ['+51 987 654 321', '+51987654321'],
  ['+51 987', null],
  ['+999 123 456 789', null],
  ['56912345678', null],
])('%s is the number %s', (typed, e164) => expect(e164Of(typed)).toBe(e164))

it.each([
  ['+5551912345678', '+55 51 91234-5678, Brasil'],
  ['+51987654321', '+51 987 654 321, Peru'],
  ['+13055550123', '+1 305 555 0123, Estados Unidos'],
  ['+16475550123', '+1 647 555 0123, Canadá'],
])('%s is shown as %s', (e164, shown) => expect(describePhone(e164)).toBe(shown))

it('a number counts while its text stands', () => {
  const written = phoneColumns('+51987654321')
  expect(phoneOf(written)).toBe('+51987654321')
  expect(phoneOf({ ...written, cellphone: '11912345678' })).toBe('+5511912345678')
  expect(phoneOf({ ...written, cellphone: '' })).toBeNull()
})
