import { expect, it } from 'vitest'
import { patternOf, weakenPattern } from './search-pattern.ts'

it.each([
  ['souza', '%souza%', '%souza%'],
  ['beatriz', '%beatriz%', '%bea%riz%'],
  ['an', '% an%', '% an%'],
  ['100%', '%100\\%%', '%100\\%%'],
  ['a_b', '%a\\_b%', '%a\\_b%'],
  ['ana beatriz', '%ana beatriz%', '%ana%bea%'],
  ['aluna número 1234', '%aluna número 1234%', '%alu%núm%1234%'],
])('"%s" becomes a pattern and a weaker one', (search, pattern, weakPattern) => {
  expect([patternOf(search), weakenPattern(patternOf(search))]).toEqual([pattern, weakPattern])
})
