import type { SchoolDb } from '@escola/db'

/** Latest grant of the school, for which a new term is meant; later grants follow the class as it is then. */
export const findLastGrant = (db: SchoolDb) =>
  db.selectFrom('enrollment_grants').select('id').orderBy('id', 'desc').limit(1).executeTakeFirst()

export async function countStudents(db: SchoolDb, cohortId: string): Promise<number> {
  const { students } = await db
    .selectFrom('enrollments')
    .where('cohort_id', '=', cohortId)
    .select(({ fn }) => fn.countAll<string>().as('students'))
    .executeTakeFirstOrThrow()
  return Number(students)
}

/** Locks the enrolments of the next students of a class until the transaction ends. @returns the students, in order */
export async function lockNextStudents(
  db: SchoolDb,
  { cohortId, after, limit }: { cohortId: string; after: string; limit: number },
): Promise<string[]> {
  const rows = await db
    .selectFrom('enrollments')
    .where('cohort_id', '=', cohortId)
    .where('user_id', '>', after)
    .select('user_id')
    .orderBy('user_id')
    .limit(limit)
    .forUpdate()
    .execute()
  return rows.map(({ user_id }) => user_id)
}
