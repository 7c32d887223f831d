import type { SchoolDb } from '@escola/db'
import { sql } from 'kysely'

export interface TermChange {
  id: string
  cohortId: string
  /** Text of its JSON. */
  term: string
  lastGrantId: string
  lastUserId: string
}

/** Ends the change of a class that is under way: another one takes its place. */
export const endChangeOf = (db: SchoolDb, cohortId: string, now: Date) =>
  db
    .updateTable('term_changes')
    .set({ utc_ended_on: now })
    .where('cohort_id', '=', cohortId)
    .where('utc_ended_on', 'is', null)
    .execute()

const columns = ['id', 'cohort_id as cohortId', 'last_grant_id as lastGrantId', 'last_user_id as lastUserId'] as const
const termText = sql<string>`term::text`.as('term')

interface NewChange {
  cohortId: string
  /** Text of its JSON. */
  term: string
  askedBy: string
}

export async function insertChange(
  db: SchoolDb,
  { cohortId, term, askedBy }: NewChange,
  now: Date,
): Promise<TermChange> {
  // These are read before: on a cluster, an insert out of tables draws its id on their node, where the role may not.
  const latest = await db.selectFrom('enrollment_grants').select('id').orderBy('id', 'desc').limit(1).executeTakeFirst()
  const { students } = await db
    .selectFrom('enrollments')
    .where('cohort_id', '=', cohortId)
    .select(({ fn }) => fn.countAll<string>().as('students'))
    .executeTakeFirstOrThrow()
  return db
    .insertInto('term_changes')
    .values({
      cohort_id: cohortId,
      term,
      last_grant_id: latest?.id ?? '0',
      total: Number(students),
      asked_by: askedBy,
      utc_asked_on: now,
    })
    .returning(columns)
    .returning(termText)
    .executeTakeFirstOrThrow()
}

/** Holds a change that is under way until the transaction ends; undefined when it has ended, or its class is gone. */
export const holdChange = (db: SchoolDb, id: string): Promise<TermChange | undefined> =>
  db
    .selectFrom('term_changes')
    .where('id', '=', id)
    .where('utc_ended_on', 'is', null)
    .select(columns)
    .select(termText)
    .forUpdate()
    .executeTakeFirst()

/** Holds the enrolments of the next students of a class until the transaction ends. @returns the students, in order */
export async function holdNextStudents(
  db: SchoolDb,
  { cohortId, lastUserId }: Pick<TermChange, 'cohortId' | 'lastUserId'>,
  limit: number,
): Promise<string[]> {
  const rows = await db
    .selectFrom('enrollments')
    .where('cohort_id', '=', cohortId)
    .where('user_id', '>', lastUserId)
    .select('user_id')
    .orderBy('user_id')
    .limit(limit)
    .forUpdate()
    .execute()
  return rows.map(({ user_id }) => user_id)
}

export const advanceChange = (db: SchoolDb, id: string, { done, last }: { done: number; last: string }) =>
  db
    .updateTable('term_changes')
    .set((is) => ({ done: is('done', '+', done), last_user_id: last }))
    .where('id', '=', id)
    .execute()

export const endChange = (db: SchoolDb, id: string, now: Date) =>
  db.updateTable('term_changes').set({ utc_ended_on: now }).where('id', '=', id).execute()
