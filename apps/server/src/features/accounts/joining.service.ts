import { acceptedPage } from '@escola/contract/pages.contract'
import { done } from '@escola/contract/wire'
import type { PlatformDb } from '@escola/db'
import { AppError, schoolBlocked } from '../../core/app-error.ts'
import { mayJoin } from '../../core/may-join.ts'
import { requireOwnSession } from '../../core/require-proof.ts'
import type { Visited } from '../../core/scope.ts'
import type { Clock, PlatformTools } from '../../core/tools.ts'
import type { Gate } from '../../http/gate.ts'
import { enterPublicCohort } from '../enrollments/public-cohort.service.ts'
import { keepAcceptedTerms } from '../pages/pages.service.ts'
import { joinAsStudent } from '../people/members.service.ts'
import { findOwnMerging } from '../people/merged.service.ts'
import { findSchoolVisibility, insertConsents } from './accounts.queries.ts'

/** Makes a user a student of a public school, and puts them into its public class, unless the school has taken them out of it before. */
export async function enterSchool(school: Visited, tools: PlatformTools & { gate: Gate }) {
  const { actor, authorization } = school
  if (!actor) throw new AppError(authorization ? 'session_ended' : 'not_signed_in')
  requireOwnSession({ ...school, actor })
  const version = await keepAcceptedTerms(school, tools)
  const { userId } = actor
  await tools.platform.withPlatform(async (db) => {
    const visibility = await findSchoolVisibility(db, school.id)
    if (visibility?.is_blocked) throw schoolBlocked(visibility)
    if (!visibility || visibility.is_private) throw new AppError('forbidden')
    if (!mayJoin(actor, visibility)) throw new AppError('students_only')
    if (await findOwnMerging(db, school.id, userId)) throw new AppError('account_merged')
    if (!(await joinAsStudent(db, school.id, { userId, origin: 'school-register' }, tools.now()))) return
    await recordConsent(db, { schoolId: school.id, userId, whose: 'school', version, way: 'join' }, tools)
    await enterPublicCohort(db, school.id, { userId, now: tools.now() })
  })
  // The gate has cached for a second that the user is no member of the school.
  tools.gate.forget(actor.sessionId)
  return done
}

interface Consent {
  schoolId: string
  userId: string
  /** Owner of the accepted text. */
  whose: 'school' | 'platform'
  version: number
  way: 'sign-up' | 'invitation' | 'join'
}

/** Keeps which version of the terms a user has accepted, and when. */
export async function recordConsent(
  db: PlatformDb,
  { schoolId, userId, ...consent }: Consent,
  { now }: Clock,
): Promise<void> {
  const row = { school_id: schoolId, user_id: userId, page: acceptedPage, ...consent, utc_given_on: now() }
  await insertConsents(db, [row])
}
