import type { Belonging } from '../../core/person.ts'
import { isPlatformAdmin, type SignedIn } from '../../core/scope.ts'
import type { SchoolAsk, SchoolRow } from './schools.queries.ts'
import { roleList } from './wire-school.ts'

/** A caller's place in the school that an address names. */
export interface Visitor {
  /** Missing for a caller who does not belong to the school. */
  belonging: Belonging | undefined
  /** A platform administrator looks into a school that is not theirs. */
  isPlatformView: boolean
  /** Roles as the screens get them: a platform administrator's view counts as an administrator's. */
  roles: ('admin' | 'student')[]
}

export function visitorOf(signedIn: SignedIn | undefined, ask: SchoolAsk, school: SchoolRow | undefined): Visitor {
  if (!signedIn || !school) return { belonging: undefined, isPlatformView: false, roles: [] }
  const belonging = signedIn.person.belongings.find(({ id }) => id === school.id)
  const isOwnSchool = belonging?.is_admin === true
  // Part 1 §6: the platform's view has the address escola/{id}; administrators of the school see it as their own, unless it is blocked.
  const isPlatformView = 'id' in ask && isPlatformAdmin(signedIn.actor) && (school.is_blocked || !isOwnSchool)
  const roles = roleList({ is_admin: isPlatformView || isOwnSchool, is_student: belonging?.is_student === true })
  return { belonging, isPlatformView, roles }
}
