import type { SchoolDb } from '@escola/db'
import { sql } from 'kysely'
import type { SoldItems } from './sale-keys.service.ts'

export interface TermChange {
  id: string
  cohortId: string
  /** Text of its JSON; null: that of the class. */
  term: string | null
  /** Sales of an integration to the class, for which it is meant alone. */
  sold: SoldItems | null
  lastGrantId: string
  lastUserId: string
}

interface NewChange {
  cohort_id: string
  /** Text of its JSON. */
  term: string | null
  integration_id: string | null
  /** Text of its JSON. */
  sold: string | null
  asked_by: string
}

/** Ends the change of the same term that is under way: another one takes its place. */
export const endChangeOf = (
  db: SchoolDb,
  { cohort_id, integration_id }: Pick<NewChange, 'cohort_id' | 'integration_id'>,
  now: Date,
) =>
  db
    .updateTable('term_changes')
    .set({ utc_ended_on: now })
    .where('cohort_id', '=', cohort_id)
    .where('integration_id', 'is not distinct from', integration_id)
    .where('utc_ended_on', 'is', null)
    .execute()

const columns = ['id', 'cohort_id as cohortId', 'last_grant_id as lastGrantId', 'last_user_id as lastUserId'] as const
const jsons = [sql<string | null>`term::text`.as('term'), sql<SoldItems | null>`sold`.as('sold')]

export async function insertChange(db: SchoolDb, values: NewChange, now: Date): Promise<TermChange> {
  // These are read before: on a cluster, an insert out of tables draws its id on their node, where the role may not.
  const latest = await db.selectFrom('enrollment_grants').select('id').orderBy('id', 'desc').limit(1).executeTakeFirst()
  const { students } = await db
    .selectFrom('enrollments')
    .where('cohort_id', '=', values.cohort_id)
    .select(({ fn }) => fn.countAll<string>().as('students'))
    .executeTakeFirstOrThrow()
  return db
    .insertInto('term_changes')
    .values({
      ...values,
      last_grant_id: latest?.id ?? '0',
      total: Number(students),
      utc_asked_on: now,
    })
    .returning(columns)
    .returning(jsons)
    .executeTakeFirstOrThrow()
}

/** Locks a change that is under way until the transaction ends; undefined when it has ended, or its class is gone. */
export const lockChange = (db: SchoolDb, id: string): Promise<TermChange | undefined> =>
  db
    .selectFrom('term_changes')
    .where('id', '=', id)
    .where('utc_ended_on', 'is', null)
    .select(columns)
    .select(jsons)
    .forUpdate()
    .executeTakeFirst()

/** Locks the enrolments of the next students of a class until the transaction ends. @returns the students, in order */
export async function lockNextStudents(
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
