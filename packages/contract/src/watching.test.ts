import { expect, it } from 'vitest'
import { keptPosition } from './watching.ts'

it.each([
  [0, 600, 0],
  [9, 600, 0],
  [10, 600, 10],
  [42, 600, 42],
  [42.9, 600, 42],
  [569, 600, 569],
  [570, 600, 0],
  [584, 600, 0],
  // Fifteen seconds of a short video are more than a twentieth.
  [45, 60, 45],
  [46, 60, 0],
  [600, 600, 0],
  // The video's length is unknown.
  [42, 0, 42],
])('of second %d of %d, %d is kept', (position, duration, kept) => expect(keptPosition(position, duration)).toBe(kept))
