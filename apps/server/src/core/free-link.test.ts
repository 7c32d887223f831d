import { expect, it } from 'vitest'
import { makeFreeLink } from './free-link.ts'

const reserved = new Set(['0', 'img', 'nova-aula', 'student'])

it.each([
  ['Pães & bolos', [], 'paes-bolos'],
  ['Pães', ['paes'], 'paes-2'],
  ['Pães', ['paes', 'paes-2', 'paes-4'], 'paes-3'],
  ['???', [], 'sem-titulo'],
  ['Student', [], 'student-2'],
  ['IMG', ['img-2'], 'img-3'],
  ['0', [], '0-2'],
  ['Nova aula', [], 'nova-aula-2'],
])('makes a link of %j beside %j: %s', (title, takenLinks, link) => {
  expect(makeFreeLink(title, new Set(takenLinks), reserved)).toBe(link)
})
