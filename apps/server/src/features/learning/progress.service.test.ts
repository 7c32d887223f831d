import { expect, it } from 'vitest'
import { progressText } from './progress.service.ts'

it.each([
  [0, 0, '0.00'],
  [0, 3, '0.00'],
  [2, 3, '66.67'],
  [3, 3, '100.00'],
  [29_999, 30_000, '99.99'],
])('writes %i of %i as %s', (completed, lessons, text) => {
  expect(progressText(completed, lessons)).toBe(text)
})
