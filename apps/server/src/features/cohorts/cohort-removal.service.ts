import { refusals } from '@escola/contract/refusals'
import type { SchoolDb } from '@escola/db'
import { AppError, invalidField, notFound } from '../../core/app-error.ts'
import type { Clock } from '../../core/tools.ts'
import { endRunsOf } from '../../jobs/runs/runs.queries.ts'
import { closeCohort } from '../enrollments/enrollments.service.ts'
import { endIntegrationsOf } from '../integrations/integrations.service.ts'
import { lockAccounts, refreshLookups } from '../sales-accounts/sales-accounts.service.ts'
import * as queries from './cohorts.queries.ts'
import { getCohort } from './cohorts.service.ts'

/** Counts what goes with a class, but for its subscribers and what its students have cost. */
export async function countRemoval(db: SchoolDb, id: string) {
  const { totalStudents, opens } = await getCohort(db, id)
  return { totalStudents, opens, ...(await queries.countRemoval(db, id)) }
}

/** Locks a class that is deleted and the class to which its subscribers go, in the order of all changes of several classes. */
export async function lockRemoval(db: SchoolDb, id: string, targetId: string | null) {
  let cohort: Awaited<ReturnType<typeof queries.lockCohort>>
  for (const each of [...new Set([id, targetId ?? id])].sort()) {
    if (each === id) cohort = await queries.lockCohort(db, id)
    else if (!(await queries.holdCohort(db, each))) throw invalidField('renewals_to', refusals.cohortGone)
  }
  if (!cohort) throw notFound()
  if (cohort.is_public) throw new AppError('public_cohort')
  return cohort
}

/** Deletes a class that the caller has locked. Its runs end; its integrations end and stay, because renewals of those who were moved out of it follow them. */
export async function deleteCohort(
  db: SchoolDb,
  { id, title }: { id: string; title: string },
  endedBy: string,
  tools: Clock,
): Promise<void> {
  await endRunsOf(db, { kind: 'cohort', id }, tools.now())
  await closeCohort(db, { cohortId: id, title, endedBy }, tools)
  await lockAccounts(db)
  await endIntegrationsOf(db, id, tools)
  await queries.deleteCohort(db, id)
  await refreshLookups(db)
}
