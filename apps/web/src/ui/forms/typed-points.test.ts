import { expect, it } from 'vitest'
import { readTypedPoints, writeTypedPoints } from './typed-points.ts'

it.each([
  ['1', 100],
  ['1,5', 150],
  ['0.25', 25],
  [' 1000 ', 100_000],
  ['0', undefined],
  ['1000,01', undefined],
  ['1,555', undefined],
  ['-1', undefined],
  ['', undefined],
  ['um', undefined],
])('reads points as they are typed, and writes them so: %j', (typed, points) => {
  const read = (text: string) => readTypedPoints(text, { least: 1, most: 100_000 })
  expect(read(typed)).toBe(points)
  if (points !== undefined) expect(read(writeTypedPoints(points))).toBe(points)
})

it('takes 0 where that is allowed', () => {
  expect(readTypedPoints('0', { least: 0, most: 1000 })).toBe(0)
  expect(writeTypedPoints(0)).toBe('0')
})
