import { expect, it } from 'vitest'
import { amountOf, amountOfCents } from './amounts.ts'

it.each([
  [97, undefined, { cents: 9700, currency: 'BRL' }],
  [19.99, 'usd', { cents: 1999, currency: 'USD' }],
  [0, 'BRL', { cents: 0, currency: 'BRL' }],
  ['97.00', '', { cents: 9700, currency: 'BRL' }],
  ['97,5', null, { cents: 9750, currency: 'BRL' }],
  ['R$ 169,80', undefined, { cents: 16980, currency: 'BRL' }],
  ['R$ 1.234,56', undefined, { cents: 123456, currency: 'BRL' }],
])('reads %j of %j', (units, currency, amount) => {
  expect(amountOf(units, currency)).toEqual({ amount })
})

it.each([undefined, '', -1, Number.NaN, 1e12, '1e3', '97.123', '1.234', '12 reais', {}, [97]])(
  'reads no amount from %j',
  (units) => {
    expect(amountOf(units)).toEqual({})
  },
)

it('reads no amount of a currency that has no code, and cents as they are', () => {
  expect(amountOf(97, 'Reais')).toEqual({})
  expect(amountOfCents('4900', 'EUR')).toEqual({ amount: { cents: 4900, currency: 'EUR' } })
  expect(amountOfCents(1000)).toEqual({ amount: { cents: 1000, currency: 'BRL' } })
  expect([49.5, '49.5', -1, '', null].map((cents) => amountOfCents(cents))).toEqual(Array(5).fill({}))
})
