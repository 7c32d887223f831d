import { expect, it } from 'vitest'
import { formatLeft, TransferRate } from './transfer-rate.ts'

it('tells how long the rest takes from the last seconds alone', () => {
  const rate = new TransferRate()
  expect(rate.left(100)).toBeUndefined()
  rate.add(0, 0)
  rate.add(10, 500)
  expect(rate.left(100)).toBeUndefined()
  rate.add(100, 10_000)
  expect(rate.left(50)).toBe(5)
  // Old samples no longer count.
  rate.add(110, 20_000)
  expect(rate.left(10)).toBe(10)
  rate.forget()
  expect(rate.left(10)).toBeUndefined()
})

it.each([
  [10, 'menos de 1 minuto'],
  [60, 'cerca de 1 minuto'],
  [150, 'cerca de 3 minutos'],
  [3570, 'cerca de 1h'],
  [4800, 'cerca de 1h20'],
])('says %i seconds as %j', (seconds, text) => {
  expect(formatLeft(seconds)).toBe(text)
})
