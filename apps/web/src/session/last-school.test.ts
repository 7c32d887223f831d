import { expect, it } from 'vitest'
import { lastSchool } from './last-school.ts'
import { noteSchool } from './note-school.ts'

it('is the root until this browser was in a school', () => {
  expect(lastSchool()).toBe('/')
  noteSchool('/mar')
  expect(lastSchool()).toBe('/mar/')
  // The school has a domain of its own.
  noteSchool('')
  expect(lastSchool()).toBe('/')
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
  expect(lastSchool()).toBe('/')
})
