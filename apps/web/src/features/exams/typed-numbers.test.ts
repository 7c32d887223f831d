import { expect, it } from 'vitest'
import { readTypedPoints, readTypedWhole } from './typed-numbers.ts'

it.each([
  ['1', 100],
  ['1,5', 150],
  ['0.25', 25],
  [' 1000 ', 100_000],
  ['0', undefined],
  ['1000,01', undefined],
  ['1,555', undefined],
  ['', undefined],
  ['um', undefined],
])('reads points as they are typed: %j', (typed, points) => {
  expect(readTypedPoints(typed)).toBe(points)
})

it('reads whole numbers within their bounds', () => {
  expect(['1', '600', '0', '601', '1,5', ''].map((typed) => readTypedWhole(typed, 1, 600))).toEqual([
    1,
    600,
    undefined,
    undefined,
    undefined,
    undefined,
  ])
})
