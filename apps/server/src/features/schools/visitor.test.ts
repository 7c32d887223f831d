import { expect, it } from 'vitest'
import type { SignedIn } from '../../core/scope.ts'
import type { SchoolRow } from './schools.queries.ts'
import { visitorOf } from './visitor.ts'

const school = { id: '7', is_blocked: false } as SchoolRow
const byId = { id: '7' }
const byName = { namespace: 'do-mar' }

const signedIn = (platform_role: string, place?: { is_admin: boolean; is_student: boolean }, strong = true) =>
  ({
    actor: { platformRole: platform_role, strong },
    person: { memberships: place ? [{ id: '7', ...place }] : [] },
  }) as unknown as SignedIn

const administrator = { is_admin: true, is_student: false }
const student = { is_admin: false, is_student: true }

const cases = [
  ['an anonymous caller', undefined, byId, school, false, []],
  ['a caller of an address without a school', signedIn('admin'), byId, undefined, false, []],
  ['a student', signedIn('student', student), byName, school, false, ['student']],
  ['an administrator', signedIn('student', administrator), byId, school, false, ['admin']],
  ['a platform administrator by id', signedIn('admin'), byId, school, true, ['admin']],
  ['a platform administrator by name', signedIn('admin'), byName, school, false, []],
  ['a platform administrator in a weak session', signedIn('admin', undefined, false), byId, school, false, []],
  ['a platform administrator who studies there', signedIn('admin', student), byId, school, true, ['admin', 'student']],
  [
    'a platform administrator in a school of their own',
    signedIn('admin', administrator),
    byId,
    school,
    false,
    ['admin'],
  ],
  [
    'a platform administrator in a blocked school of their own',
    signedIn('admin', administrator),
    byId,
    { ...school, is_blocked: true },
    true,
    ['admin'],
  ],
] as const

it.each(cases)('places %s', (_, caller, schoolKey, found, isPlatformView, roles) => {
  expect(visitorOf(caller, schoolKey, found)).toMatchObject({ isPlatformView, roles })
})
