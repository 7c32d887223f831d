import { type SchoolDb, thisSchool } from '@escola/db'
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

/** @param term text of its JSON */
export async function insertChange(db: SchoolDb, cohortId: string, term: string, now: Date): Promise<TermChange> {
  const { rows } = await sql<TermChange>`
    insert into term_changes (school_id, cohort_id, term, last_grant_id, total, utc_asked_on)
    select ${thisSchool}::bigint, ${cohortId}::bigint, ${term}::jsonb,
      coalesce((select g.id from enrollment_grants g where g.school_id = ${thisSchool} order by g.id desc limit 1), 0),
      (select count(*) from enrollments e where e.school_id = ${thisSchool} and e.cohort_id = ${cohortId}::bigint), ${now}::timestamptz
    on conflict do nothing
    returning id, cohort_id as "cohortId", term::text, last_grant_id as "lastGrantId", last_user_id as "lastUserId"`.execute(
    db,
  )
  return rows[0]!
}

/** Holds a change that is under way until the transaction ends; undefined when it has ended, or its class is gone. */
export const holdChange = (db: SchoolDb, id: string): Promise<TermChange | undefined> =>
  db
    .selectFrom('term_changes')
    .where('id', '=', id)
    .where('utc_ended_on', 'is', null)
    .select(['id', 'cohort_id as cohortId', 'last_grant_id as lastGrantId', 'last_user_id as lastUserId'])
    .select(sql<string>`term::text`.as('term'))
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
