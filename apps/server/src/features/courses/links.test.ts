import { expect, it } from 'vitest'
import { freeLink, reservedCourseLinks, reservedLessonLinks } from './links.ts'

it.each([
  ['Pães & bolos', [], 'paes-bolos'],
  ['Pães', ['paes'], 'paes-2'],
  ['Pães', ['paes', 'paes-2', 'paes-4'], 'paes-3'],
  ['???', [], 'sem-titulo'],
  ['Student', [], 'student-2'],
  ['IMG', ['img-2'], 'img-3'],
  ['0', [], '0-2'],
])('makes a link of %j beside %j: %s', (title, taken, link) => {
  expect(freeLink(title, new Set(taken), reservedCourseLinks)).toBe(link)
})

it('keeps the path of the new lesson free', () => {
  expect(freeLink('Nova aula', new Set(), reservedLessonLinks)).toBe('nova-aula-2')
})
