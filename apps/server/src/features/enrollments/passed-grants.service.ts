import { type SchoolDb, thisSchool } from '@escola/db'
import type { MergedStudents } from '../../core/student-lifecycle.ts'
import { followCounted } from '../charges/student-charges.service.ts'
import { deleteForsakenEnrollments, lockEnrollments, projectEnrollments } from './enrollments.queries.ts'
import * as queries from './passed-grants.queries.ts'

/** Classes that a change of these students' grants is about, in the order in which they are held. */
export const listCohortIdsOf = (db: SchoolDb, userIds: string[]): Promise<string[]> =>
  queries.listCohortIds(db, userIds)

/**
 * Gives all grants of a student to another; each keeps its id, class, days and source, so that refunds and renewals follow it. The caller holds both
 * students, and their classes before.
 */
export const passGrants = (db: SchoolDb, passing: MergedStudents): Promise<void> =>
  exchange(db, { ...passing, givingId: passing.fromId, takingId: passing.toId }, queries.passGrants)

/** Gives back the grants that came so, as they are by now. */
export const takeGrantsBack = (db: SchoolDb, passing: MergedStudents): Promise<void> =>
  exchange(db, { ...passing, givingId: passing.toId, takingId: passing.fromId }, queries.takeGrantsBack)

/** Tells whether a student has, or had, a class by a grant. */
export const hasGrants = (db: SchoolDb, userId: string): Promise<boolean> => queries.hasGrants(db, userId)

/**
 * The enrolments follow: both students have one in each class of either until the grants have said what stays. The balance is held from here on, so the
 * caller holds the school's own row afterwards.
 */
async function exchange(
  db: SchoolDb,
  { givingId, takingId, ...passing }: MergedStudents & { givingId: string; takingId: string },
  pass: (db: SchoolDb, passing: MergedStudents) => Promise<unknown>,
): Promise<void> {
  await followCounted(db, { fromId: givingId, toId: takingId })
  const cohortIds = await queries.listCohortIds(db, [givingId, takingId])
  const places = [givingId, takingId].flatMap((userId) => cohortIds.map((cohortId) => ({ cohortId, userId })))
  await lockEnrollments(db, places)
  await queries.copyEnrollmentsOf(db, { fromId: givingId, toId: takingId })
  await pass(db, passing)
  await projectEnrollments(db, thisSchool, places)
  await deleteForsakenEnrollments(db, places)
}
