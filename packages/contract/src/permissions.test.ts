import { expect, it } from 'vitest'
import { hasRight, mayCall, type Permission, rightsOf, roles } from './permissions.ts'

const teacher = rightsOf({ roles: ['course_teacher', 'moderator'], courseIds: ['7'] })

it('counts a right in chosen courses there alone, and one in the whole school everywhere', () => {
  expect([hasRight(teacher, 'courses', '7'), hasRight(teacher, 'courses', '8'), hasRight(teacher, 'courses')]).toEqual([
    true,
    false,
    false,
  ])
  expect(hasRight(teacher, 'threads', '8')).toBe(true)
})

it('lets a call pass by any of its rights, and by rights in courses only where it asks for the course', () => {
  expect(mayCall(teacher, ['money', 'threads'])).toBe(true)
  expect(mayCall(teacher, 'courses')).toBe(false)
  expect(mayCall(teacher, 'courses', true)).toBe(true)
  expect(mayCall(rightsOf({ roles: ['course_teacher'], courseIds: [] }), 'courses', true)).toBe(false)
  expect(mayCall(rightsOf({ roles: ['moderator'], courseIds: [] }), 'own')).toBe(true)
})

it('gives the students with the classes: who enrols people names their e-mails', () => {
  const needed: [Permission, Permission][] = [
    ['cohorts', 'students'],
    ['records', 'students'],
    ['certificates', 'students'],
  ]
  for (const { name, permissions } of Object.values(roles))
    for (const [right, other] of needed)
      if (permissions.includes(right)) expect(permissions, `${name}: ${right}`).toContain(other)
})
