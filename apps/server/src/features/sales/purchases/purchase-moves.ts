import type { KnownGrant } from '../../enrollments/enrollments.service.ts'

/** Path of a purchase through the moves of its student: from the class that sells it to the one that its charges open now. */
export interface Way {
  cohortId: string
  /** All classes on it, the one that sells it first. */
  passed: string[]
}

/**
 * Follows the moves of a student from the class that sells a purchase. A charge that comes between two moves knows the later ones alone, so those of all
 * charges are followed, each from where the one before has led. A class that is gone is no target: the one that sells the purchase is left.
 * @param grants those that say where the student of the purchase is, oldest first
 */
export function followMoves(soldId: string, grants: KnownGrant[]): Way {
  const passed = [soldId]
  let last: KnownGrant | undefined
  let later = grants
    .flatMap((grant) => (grant.movedOn ? [{ ...grant, movedOn: grant.movedOn }] : []))
    .sort((a, b) => a.movedOn.getTime() - b.movedOn.getTime())
  for (;;) {
    const at = later.findLastIndex(({ movedFrom }) => movedFrom.includes(passed.at(-1)!))
    if (at < 0) return { cohortId: last?.isCohortGone ? soldId : passed.at(-1)!, passed }
    last = later[at]!
    passed.push(last.cohortId)
    later = later.slice(at + 1)
  }
}
