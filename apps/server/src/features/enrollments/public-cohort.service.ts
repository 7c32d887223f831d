import { endOfTerm } from '@escola/contract/terms'
import type { PlatformDb, SchoolDb, thisSchool } from '@escola/db'
import { jobs } from '../../jobs/catalogue.ts'
import { scheduleJobOf } from '../../jobs/scheduled-jobs.ts'
import { enterPublicCohortOnce } from '../people/members.service.ts'
import { scheduleEndNotices } from './ending.service.ts'
import { lockOrMakeEnrollments, projectEnrollments } from './enrollments.queries.ts'
import { insertGrants } from './grants.queries.ts'
import { findPublicCohort, lockSeat } from './public-cohort.queries.ts'
import { isClosed } from './seats.service.ts'
import { readTerm } from './terms.service.ts'

/**
 * Puts a member into the public class, once: a student whom the school takes out again stays out. A hidden class takes no students. Students come
 * by themselves, so no mail or notice tells them. One who came while all seats were taken is added by the school alone.
 */
export async function enterPublicCohort(
  db: SchoolDb | PlatformDb,
  schoolId: string | typeof thisSchool,
  { userId, now }: { userId: string; now: Date },
): Promise<void> {
  const cohort = await findPublicCohort(db, schoolId)
  // A student who comes after the last day for enrolments may come again when it was moved.
  if (cohort?.is_hidden || (cohort && isClosed(cohort, now))) return
  // A school without a public class is not looked at again at each visit.
  if (!(await enterPublicCohortOnce(db, schoolId, userId)) || !cohort) return
  if (cohort.seats !== null && !(await lockSeat(db, schoolId, { cohortId: cohort.id, now }))) return
  const endsOn = endOfTerm(readTerm(cohort.term), now)
  const grant = {
    cohortId: cohort.id,
    userId,
    source: 'public-class' as const,
    sourceKey: '',
    grantedBy: null,
    startsOn: now,
    endsOn,
    chargeEndsOn: null,
    isLastCharge: false,
    term: { startsOn: now, endsOn, of: 'cohort' as const },
  }
  const held = await lockOrMakeEnrollments(db, schoolId, [grant])
  await insertGrants(db, schoolId, [grant])
  await projectEnrollments(db, schoolId, held)
  if (!endsOn) return
  await scheduleJobOf(db, schoolId, jobs.endDueGrants, endsOn)
  await scheduleEndNotices(db, [endsOn], schoolId)
}
