import { mayJoin } from '../../core/may-join.ts'
import type { SchoolMembership } from '../../core/person.ts'
import { isPlatformAdmin, type SignedIn } from '../../core/scope.ts'
import type { SchoolKey, SchoolRow } from './schools.queries.ts'
import { roleList } from './wire-school.ts'

/** A caller's place in the school that an address names. */
export interface Visitor {
  /** Missing for a caller who does not belong to the school. */
  membership: SchoolMembership | undefined
  /** A platform administrator looks into a school that is not theirs. */
  isPlatformView: boolean
  /** Roles as the screens get them: a platform administrator's view counts as an administrator's. */
  roles: ('admin' | 'student')[]
  /** The caller may become a student by themselves. */
  canJoin: boolean
}

export function visitorOf(
  signedIn: SignedIn | undefined,
  schoolKey: SchoolKey,
  school: SchoolRow | undefined,
): Visitor {
  if (!signedIn || !school) return { membership: undefined, isPlatformView: false, roles: [], canJoin: false }
  const membership = signedIn.person.memberships.find(({ id }) => id === school.id)
  const isOwnSchool = membership?.is_admin === true
  // Part 1 §6: the platform's view has the address escola/{id}; administrators of the school see it as their own, unless it is blocked.
  const isPlatformView = 'id' in schoolKey && isPlatformAdmin(signedIn.actor) && (school.is_blocked || !isOwnSchool)
  const roles = roleList({ is_admin: isPlatformView || isOwnSchool, is_student: membership?.is_student === true })
  return { membership, isPlatformView, roles, canJoin: !membership && mayJoin(signedIn.actor, school) }
}
