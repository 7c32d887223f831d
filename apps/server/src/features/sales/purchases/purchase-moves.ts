import type { KnownGrant } from '../../enrollments/enrollments.service.ts'

/** Path of a purchase through the moves of its student: from the class that sold it to the class that its charges open now. */
export interface Way {
  cohortId: string
  /** All classes on it, first the class that sold it. */
  passed: string[]
  /** The class where it ends was deleted. */
  isGone: boolean
}

/**
 * Follows the moves of a student from the class that sold a purchase. A charge that comes between two moves knows the later ones alone, so those of all
 * charges are followed, each from where the one before has led.
 * @param grants grants that say where the student of the purchase is, oldest first
 */
export function followMoves(soldId: string, grants: KnownGrant[]): Way {
  const passed = [soldId]
  let later = grants
    .flatMap((grant) => (grant.movedOn ? [{ ...grant, movedOn: grant.movedOn }] : []))
    .sort((a, b) => a.movedOn.getTime() - b.movedOn.getTime())
  for (;;) {
    const cohortId = passed.at(-1)!
    const at = later.findLastIndex(({ movedFrom }) => movedFrom.includes(cohortId))
    if (at < 0)
      return { cohortId, passed, isGone: grants.some((grant) => grant.cohortId === cohortId && grant.isCohortGone) }
    passed.push(later[at]!.cohortId)
    later = later.slice(at + 1)
  }
}
