import { expect, it } from 'vitest'
import { linkAddress } from './rich-text-address.ts'

it.each([
  ['www.exemplo.com', 'https://www.exemplo.com'],
  [' exemplo.com/a?b=c#d ', 'https://exemplo.com/a?b=c#d'],
  ['http://exemplo.com', 'http://exemplo.com'],
  // Unlike an external link's, an address in a text may be long and have its accents.
  [`https://exemplo.com/educação/${'a'.repeat(300)}`, `https://exemplo.com/educação/${'a'.repeat(300)}`],
  ['ana@exemplo.com', 'mailto:ana@exemplo.com'],
  ['mailto:ana@exemplo.com?subject=Oi', 'mailto:ana@exemplo.com?subject=Oi'],
  ['tel:+55 11 91234-5678', 'tel:+551191234-5678'],
])('makes %s a whole address', (typed, address) => {
  expect(linkAddress(typed)).toBe(address)
})

it.each([
  '',
  'teste',
  '/c/ingles',
  '#_Toc1',
  '../a.html',
  '//exemplo.com',
  'https://',
  'ftp://a.b',
  'javascript:alert(1)',
  'mailto:',
  'tel:ana',
])('finds no address in %j', (typed) => {
  expect(linkAddress(typed)).toBeUndefined()
})
