import type { SchoolDb } from '@escola/db'
import type { Run } from '../../jobs/runs/runs.queries.ts'
import { listCohortIdsOf } from '../enrollments/passed-grants.service.ts'
import * as queries from './cohorts.queries.ts'
import { holdAnyCohort, holdCohort } from './cohorts.service.ts'

/** Holds the classes of a run in one order, as each change of several does. @returns whether all are there */
export async function holdRunCohorts(
  db: SchoolDb,
  { subjectId, targetId }: Pick<Run, 'subjectId' | 'targetId'>,
): Promise<boolean> {
  for (const id of [subjectId, targetId].filter((each) => each !== null).sort())
    if (!(await holdAnyCohort(db, id))) return false
  return true
}

/** Holds the classes of students, as all that changes several students of a class does before it locks them. */
export async function holdCohortsOf(db: SchoolDb, userIds: string[]): Promise<void> {
  for (const cohortId of await listCohortIdsOf(db, userIds)) await holdCohort(db, cohortId)
}

/** Reads the title of the class that a run takes students to, or is about; undefined where it is gone or there is none. */
export const findRunTitle = async (
  db: SchoolDb,
  { subjectId, targetId }: Pick<Run, 'subjectId' | 'targetId'>,
): Promise<string | undefined> => {
  const id = targetId ?? subjectId
  return id === null ? undefined : (await queries.findTitle(db, id))?.title
}
