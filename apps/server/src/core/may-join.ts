import { type Actor, isPlatformAdmin } from './scope.ts'

interface Visibility {
  is_private: boolean
  is_blocked: boolean
}

/**
 * Tells whether a user may become a student of the school by themselves. A platform administrator looks into schools and joins none, so that no visit
 * ends in a list of students.
 */
export const mayJoin = (actor: Actor, { is_private, is_blocked }: Visibility): boolean =>
  actor.strong && !isPlatformAdmin(actor) && !is_private && !is_blocked
