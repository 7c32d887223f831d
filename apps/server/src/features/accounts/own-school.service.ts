import { type accounts, schoolsOfDay, schoolsPerDay } from '@escola/contract/accounts.contract'
import { dayMs } from '@escola/contract/durations'
import type { RouteOutput } from '@escola/contract/route'
import type { SchoolSummary } from '@escola/contract/schools.contract'
import type { PlatformDb } from '@escola/db'
import { AppError, invalidField } from '../../core/app-error.ts'
import { basePathOf } from '../../core/base-path.ts'
import { requireOwnSession } from '../../core/require-proof.ts'
import type { Signed } from '../../core/scope.ts'
import type { PlatformTools } from '../../core/tools.ts'
import { makeFirstTemplate } from '../certificates/templates/templates.service.ts'
import { makePublicCohort } from '../cohorts/cohorts.service.ts'
import { keepAcceptedPlatformTerms } from '../pages/pages.service.ts'
import { joinSchool } from '../people/members.service.ts'
import { lockProvenUser } from '../people/user-accounts.service.ts'
import { registerSchool } from '../schools/registration.service.ts'
import { findSchoolSummary, isMaker, listNewSchools } from './accounts.queries.ts'
import { recordConsent } from './joining.service.ts'

interface Owner {
  userId: string
  name: string
  email: string
}

/** Makes a school with all that one begins with, and its owner's place in it. @returns its id */
export async function openOwnSchool(
  db: PlatformDb,
  { userId, name, email }: Owner,
  school: { name: string; isAcademy: boolean },
  tools: PlatformTools,
): Promise<string> {
  const schoolId = await registerSchool(db, { ...school, email }, tools.now())
  const owner = { schoolId, userId, name, email, isAdmin: true, isStudent: false, origin: 'school-admin' }
  await joinSchool(db, owner, tools.now())
  const version = await keepAcceptedPlatformTerms(db, tools)
  await recordConsent(db, { schoolId, userId, whose: 'platform', version, way: 'sign-up' }, tools)
  await makeFirstTemplate(db, { schoolId, signerName: name }, tools)
  await makePublicCohort(db, schoolId)
  return schoolId
}

/** Makes a school of a user who has an account. Calls of one user wait for each other. */
export async function createSchool(
  scope: Signed,
  { school_name, isAcademy }: RouteOutput<typeof accounts.createSchool>['body'],
  tools: PlatformTools,
): Promise<{ school: SchoolSummary }> {
  requireOwnSession(scope)
  const { userId } = scope.actor
  return tools.platform.withPlatform(async (db) => {
    const user = await lockProvenUser(db, userId)
    if (!user) throw new AppError('must_confirm_email')
    const schoolId =
      (await findRepeated(db, { userId, name: school_name }, tools)) ??
      (await openOwnSchool(db, { ...user, userId }, { name: school_name, isAcademy: isAcademy === 1 }, tools))
    const school = await findSchoolSummary(db, schoolId)
    const { id, name } = school
    return { school: { id, name, role: ['admin'], base_path: basePathOf(school), logo_square_url: '' } }
  })
}

/**
 * Finds the school of this name that the caller has made within a day: a caller who got no answer asks again, and wants no second one.
 * @throws invalid_request where they have made too many within the day
 */
async function findRepeated(
  db: PlatformDb,
  { userId, name }: { userId: string; name: string },
  { now }: PlatformTools,
): Promise<string | undefined> {
  const lately = await listNewSchools(db, { userId, since: new Date(now().getTime() - dayMs) })
  const made: string[] = []
  for (const school of lately) {
    if (!(await isMaker(db, { userId, schoolId: school.id }))) continue
    if (school.name === name) return school.id
    made.push(school.id)
  }
  if (made.length >= schoolsPerDay) throw invalidField('school_name', schoolsOfDay)
  return undefined
}
