import { describe, expect, it } from 'vitest'
import { centsOf, formatMoney, moneyOf } from './money.ts'

describe.each([
  [0, '0.00', 'R$ 0,00'],
  [5, '0.05', 'R$ 0,05'],
  [99, '0.99', 'R$ 0,99'],
  [3000, '30.00', 'R$ 30,00'],
  [123_456_789, '1234567.89', 'R$ 1.234.567,89'],
  [-5, '-0.05', '-R$ 0,05'],
  [-3000, '-30.00', '-R$ 30,00'],
])('%d cents', (cents, money, shown) => {
  it(`are ${money} on the wire and back`, () => {
    expect(moneyOf(cents)).toBe(money)
    expect(centsOf(money)).toBe(cents)
  })
  it(`are shown as ${shown}`, () => expect(formatMoney(cents)).toBe(shown))
})

it.each(['30', '30.0', '30,00', '1e3.00', '', ' 1.00', '0x10.00', '99999999999999999.00'])(
  'refuses %j as money',
  (text) => expect(() => centsOf(text)).toThrow('not an amount of money'),
)
it.each([0.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53])('refuses %d as cents', (cents) =>
  expect(() => moneyOf(cents)).toThrow('not whole cents'),
)
