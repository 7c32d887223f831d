import { hasBegun, type SchoolDb, thisSchool } from '@escola/db'
import { sql } from 'kysely'
import { isOfTeam } from '../../team/conditions.queries.ts'

export interface StudentRow {
  userId: string
  link: string
  name: string
  email: string
  cellphone: string
  origin: string
  notes: string
  isAdmin: boolean
  isStudent: boolean
  mergedInto: string | null
  wasInPublicCohort: boolean
  since: Date
}

const selectMembers = (db: SchoolDb) =>
  db
    .selectFrom('memberships')
    .select([
      'user_id as userId',
      'link',
      'name',
      'email',
      'cellphone',
      'origin',
      'notes',
      isOfTeam('memberships').as('isAdmin'),
      'is_student as isStudent',
      'merged_into as mergedInto',
      'was_in_public_cohort as wasInPublicCohort',
      'utc_created_on as since',
    ])

export const findByLink = (db: SchoolDb, link: string): Promise<StudentRow | undefined> =>
  selectMembers(db).where('link', '=', link).where('is_student', '=', true).executeTakeFirst()

export const findByEmail = (db: SchoolDb, email: string): Promise<StudentRow | undefined> =>
  selectMembers(db).where('email', '=', email).orderBy('is_student', 'desc').limit(1).executeTakeFirst()

export const findById = (db: SchoolDb, userId: string): Promise<StudentRow | undefined> =>
  selectMembers(db).where('user_id', '=', userId).executeTakeFirst()

/** Locks members, in order, until the transaction ends. */
export const lockByIds = (db: SchoolDb, userIds: string[]): Promise<StudentRow[]> =>
  selectMembers(db)
    .where((is) => is('user_id', '=', is.fn.any(is.val(userIds))))
    .orderBy('user_id')
    .forUpdate()
    .execute()

export interface PreviewRow {
  cohorts: number
  courses: number
  certificates: number
  karma: number
  threads: number
}

/** Counts what a merging would bring along. */
export async function countRows(db: SchoolDb, userId: string): Promise<PreviewRow> {
  const { rows } = await sql<PreviewRow>`
    select (select count(*)::int from living_enrollments where school_id = ${thisSchool} and user_id = ${userId}) as cohorts,
      (select count(*)::int from course_progress p where p.school_id = ${thisSchool} and p.user_id = ${userId} and ${hasBegun}) as courses,
      (select count(*)::int from certificates where school_id = ${thisSchool} and user_id = ${userId} and utc_replaced_on is null) as certificates,
      coalesce((select karma from karma_totals where school_id = ${thisSchool} and user_id = ${userId}), 0) as karma,
      (select count(*)::int from threads where school_id = ${thisSchool} and user_id = ${userId}) as threads`.execute(
    db,
  )
  return rows[0]!
}

export interface NewMerge {
  user_id: string
  into_user_id: string
  is_correction: boolean
  made_place: boolean
  karma: number
  notes_before: string
  merged_by: string
  utc_merged_on: Date
  utc_undo_until: Date
}
export const insertMerge = async (db: SchoolDb, merge: NewMerge): Promise<string> =>
  (await db.insertInto('merges').values(merge).returning('id').executeTakeFirstOrThrow()).id

const selectMerges = (db: SchoolDb) =>
  db
    .selectFrom('merges as g')
    .innerJoin('memberships as m', (join) =>
      join.onRef('m.school_id', '=', 'g.school_id').onRef('m.user_id', '=', 'g.user_id'),
    )
    .select([
      'g.id',
      'g.user_id as fromId',
      'g.into_user_id as toId',
      'g.is_correction as isCorrection',
      'g.made_place as madePlace',
      'g.karma',
      'g.notes_before as notesBefore',
      'g.utc_merged_on as mergedOn',
      'g.utc_undo_until as undoUntil',
      'g.utc_settled_on as settledOn',
      'm.link',
      'm.name',
      'm.email',
    ])
    .where('g.utc_undone_on', 'is', null)
export type MergeRow = Awaited<ReturnType<typeof listMergesInto>>[number]

/** Mergings into a student that stand, the latest first. */
export const listMergesInto = (db: SchoolDb, userId: string) =>
  selectMerges(db).where('g.into_user_id', '=', userId).orderBy('g.id', 'desc').execute()

export const findMerge = (db: SchoolDb, id: string): Promise<MergeRow | undefined> =>
  selectMerges(db).where('g.id', '=', id).executeTakeFirst()

/** Mergings of these students, as the first or the second, that can be undone. */
export const listOpen = (db: SchoolDb, userId: string) =>
  selectMerges(db)
    .where('g.utc_settled_on', 'is', null)
    .where((is) => is.or([is('g.user_id', '=', userId), is('g.into_user_id', '=', userId)]))
    .orderBy('g.id', 'desc')
    .execute()

/** Mergings whose days are over, the earliest first. */
export const listDue = async (db: SchoolDb, now: Date, limit: number): Promise<string[]> => {
  const rows = await db
    .selectFrom('merges')
    .where('utc_undone_on', 'is', null)
    .where('utc_settled_on', 'is', null)
    .where('utc_undo_until', '<=', now)
    .select('id')
    .orderBy('utc_undo_until')
    .limit(limit)
    .execute()
  return rows.map(({ id }) => id)
}

export async function findNextDue(db: SchoolDb): Promise<Date | undefined> {
  const row = await db
    .selectFrom('merges')
    .where('utc_undone_on', 'is', null)
    .where('utc_settled_on', 'is', null)
    .select('utc_undo_until')
    .orderBy('utc_undo_until')
    .limit(1)
    .executeTakeFirst()
  return row?.utc_undo_until
}

export const markUndone = (db: SchoolDb, id: string, { by, now }: { by: string | null; now: Date }) =>
  db.updateTable('merges').set({ utc_undone_on: now, undone_by: by }).where('id', '=', id).execute()

export const markSettled = (db: SchoolDb, id: string, now: Date) =>
  db.updateTable('merges').set({ utc_settled_on: now }).where('id', '=', id).execute()
