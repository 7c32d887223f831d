import { expect, it } from 'vitest'
import { readLastSchool } from './last-school.ts'
import { rememberSchool } from './remember-school.ts'

it('is the root until this browser was in a school', () => {
  expect(readLastSchool()).toBe('/')
  rememberSchool('/mar')
  expect(readLastSchool()).toBe('/mar/')
  // The school has a domain of its own.
  rememberSchool('')
  expect(readLastSchool()).toBe('/')
})

it.each([
  'https://evil.example/',
  '//evil.example',
  '/\\evil.example',
  '/\t/evil.example',
  'javascript:alert(1)',
  'mar',
])('never leads to another site: %j', (kept) => {
  localStorage.setItem('escola.school', kept)
  expect(readLastSchool()).toBe('/')
})
