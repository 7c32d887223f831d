import { type SchoolDb, thisSchool } from '@escola/db'
import type { Clock } from '../../core/tools.ts'
import { type ChargeTools, countMoved, listCounting } from '../charges/student-charges.service.ts'
import { lockAndFollow } from '../people/merged.service.ts'
import * as enrollments from './enrollments.queries.ts'
import * as queries from './grants.queries.ts'
import {
  copyEnrollments,
  joinAlikeGrants,
  listLapsedPlaces,
  moveExceptions,
  retargetEndedGrants,
  retargetGrants,
} from './moved-grants.queries.ts'

/**
 * Changes the class of living grants; each keeps its id, source, day and end, so that refunds and renewals follow it. A student who is in the
 * target already keeps the earlier day. Students who leave the public class count from now on, but for those who came to it by themselves. The caller holds
 * both classes.
 * @returns number of students who have left the class
 */
export async function moveGrants(
  db: SchoolDb,
  move: { cohortId: string; targetId: string; userIds: string[]; movedBy: string },
  tools: ChargeTools,
): Promise<number> {
  const { cohortId, targetId, userIds } = move
  if (userIds.length === 0) return 0
  const counting = await listCounting(db, { fromId: cohortId, userIds }, tools)
  if (counting.length > 0) {
    // Students who are not counted are locked too: a sale locks student and enrolment before the bank, and so does a move.
    await lockAndFollow(db, userIds)
    await countMoved(db, counting, tools)
  }
  const moment = tools.now()
  const placesIn = (id: string) => userIds.map((userId) => ({ cohortId: id, userId }))
  const held = await enrollments.lockEnrollments(db, [...placesIn(cohortId), ...placesIn(targetId)])
  await queries.endLapsedGrants(db, held, moment)
  const moved = { ...move, now: moment }
  await copyEnrollments(db, moved)
  await joinAlikeGrants(db, moved)
  await retargetGrants(db, moved)
  await moveExceptions(db, moved)
  await enrollments.projectEnrollments(db, thisSchool, placesIn(targetId))
  // A student whose grants had all lapsed has left both.
  await enrollments.deleteForsakenEnrollments(db, placesIn(targetId))
  return (await enrollments.deleteForsakenEnrollments(db, placesIn(cohortId))).length
}

/**
 * Changes the class of those of these grants that have ended by a gap, also of the ones whose time is over just now, so that the next charge of their
 * subscriptions comes there. Nothing else follows. The caller holds both classes and the purchases.
 */
export async function moveEndedGrants(
  db: SchoolDb,
  move: { cohortId: string; targetId: string; grantIds: string[]; movedBy: string },
  { now }: Clock,
): Promise<void> {
  const moment = now()
  const lapsed = await listLapsedPlaces(db, move.grantIds, moment)
  if (lapsed.length > 0) {
    const held = await enrollments.lockEnrollments(db, lapsed)
    await queries.endLapsedGrants(db, held, moment)
    await enrollments.projectEnrollments(db, thisSchool, held)
    await enrollments.deleteForsakenEnrollments(db, held)
  }
  await retargetEndedGrants(db, { ...move, now: moment })
}
