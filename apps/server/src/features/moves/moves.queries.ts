import type { MoveFrequency } from '@escola/contract/moves.contract'
import { type SchoolDb, thisSchool } from '@escola/db'
import { sql } from 'kysely'

export interface MoveRow {
  id: string
  cohort_id: string
  target_id: string
  title: string
  utc_enrolled_until: Date
  total: number
  moved: number
  last_user_id: string
  asked_by: string
  utc_ended_on: Date | null
}

const selectMoves = (db: SchoolDb) =>
  db
    .selectFrom('moves as v')
    .innerJoin('cohorts as h', (join) =>
      join.onRef('h.school_id', '=', 'v.school_id').onRef('h.id', '=', 'v.target_id'),
    )
    .select([
      'v.id',
      'v.cohort_id',
      'v.target_id',
      'h.title',
      'v.utc_enrolled_until',
      'v.total',
      'v.moved',
      'v.last_user_id',
      'v.asked_by',
      'v.utc_ended_on',
    ])

export const findMove = (db: SchoolDb, id: string): Promise<MoveRow | undefined> =>
  selectMoves(db).where('v.id', '=', id).executeTakeFirst()

export const findLatestMove = (db: SchoolDb, cohortId: string): Promise<MoveRow | undefined> =>
  selectMoves(db).where('v.cohort_id', '=', cohortId).orderBy('v.id', 'desc').limit(1).executeTakeFirst()

/** Locks a move that is under way until the transaction ends; undefined when it has ended, or a class of it is gone. */
export const lockMove = (db: SchoolDb, id: string) =>
  db
    .selectFrom('moves')
    .where('id', '=', id)
    .where('utc_ended_on', 'is', null)
    .select(['last_user_id'])
    .forUpdate()
    .executeTakeFirst()

/** @returns the id; undefined while another move of the class is under way */
export async function insertMove(
  db: SchoolDb,
  move: {
    cohort_id: string
    target_id: string
    utc_enrolled_until: Date
    total: number
    asked_by: string
    utc_asked_on: Date
  },
): Promise<string | undefined> {
  const row = await db
    .insertInto('moves')
    .values(move)
    .onConflict((conflict) =>
      conflict.columns(['school_id', 'cohort_id']).where('utc_ended_on', 'is', null).doNothing(),
    )
    .returning('id')
    .executeTakeFirst()
  return row?.id
}

export const advanceMove = (db: SchoolDb, id: string, { moved, last }: { moved: number; last: string }) =>
  db
    .updateTable('moves')
    .set((is) => ({ moved: is('moved', '+', moved), last_user_id: last }))
    .where('id', '=', id)
    .execute()

export const endMove = (db: SchoolDb, id: string, endedOn: Date) =>
  db.updateTable('moves').set({ utc_ended_on: endedOn }).where('id', '=', id).execute()

/** Counts the students of a class whose enrolment is at least as old as each of these moments. */
export async function countEnrolledUntil(
  db: SchoolDb,
  cohortId: string,
  until: Record<MoveFrequency, Date>,
): Promise<Record<MoveFrequency, number>> {
  const { rows } = await sql<Record<MoveFrequency, number>>`
    select count(*)::int as "all", (count(*) filter (where utc_created_on <= ${until.year}))::int as "year",
      (count(*) filter (where utc_created_on <= ${until['6month']}))::int as "6month",
      (count(*) filter (where utc_created_on <= ${until.month}))::int as "month"
    from living_enrollments where school_id = ${thisSchool} and cohort_id = ${cohortId} and utc_created_on <= ${until.all}`.execute(
    db,
  )
  return rows[0]!
}

export interface Joining {
  cohortId: string
  targetId: string
  /** Latest enrolment that is moved. */
  until: Date
}

/** Counts the students of a class who would be new to another one. */
export async function countJoining(db: SchoolDb, { cohortId, targetId, until }: Joining): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*)::int as total from living_enrollments e
    where e.school_id = ${thisSchool} and e.cohort_id = ${cohortId}::bigint and e.utc_created_on <= ${until}::timestamptz
      and not exists (select from living_enrollments t
        where t.school_id = ${thisSchool} and t.cohort_id = ${targetId}::bigint and t.user_id = e.user_id)`.execute(db)
  return rows[0]!.total
}

/** Students of a class behind one of them, in order. */
export async function listEnrolledUntil(
  db: SchoolDb,
  { cohortId, until, after, limit }: { cohortId: string; until: Date; after: string; limit: number },
): Promise<string[]> {
  const rows = await db
    .selectFrom('living_enrollments')
    .where('cohort_id', '=', cohortId)
    .where('utc_created_on', '<=', until)
    .where('user_id', '>', after)
    .select('user_id')
    .orderBy('user_id')
    .limit(limit)
    .execute()
  return rows.map(({ user_id }) => user_id!)
}
