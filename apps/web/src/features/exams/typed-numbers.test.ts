import { expect, it } from 'vitest'
import { readTypedWhole } from './typed-numbers.ts'

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
