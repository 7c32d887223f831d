import type { NoticeKind } from '@escola/contract/notices.contract'
import { type SchoolDb, thisSchool } from '@escola/db'
import { sql } from 'kysely'

/** @returns whether any of it is news */
export async function insertNotices(db: SchoolDb, kind: NoticeKind, subjectIds: string[], now: Date): Promise<boolean> {
  const { rows } = await sql`
    insert into admin_notices (school_id, kind, subject_id, utc_created_on)
    select ${thisSchool}::bigint, ${kind}, s.id, ${now}::timestamptz from unnest(${subjectIds}::bigint[]) as s (id)
    on conflict do nothing returning id`.execute(db)
  return rows.length > 0
}

export async function deleteNotices(db: SchoolDb, kinds: NoticeKind[], subjectIds: string[]): Promise<void> {
  await db
    .deleteFrom('admin_notices')
    .where('kind', 'in', kinds)
    .where((is) => is('subject_id', '=', is.fn.any(is.val(subjectIds))))
    .execute()
}

/** Classes of which there was news of a kind since a moment. */
export const listCohortsSince = async (db: SchoolDb, kind: NoticeKind, since: Date): Promise<(string | null)[]> =>
  (
    await db
      .selectFrom('open_notices')
      .select('cohort_id')
      .where('kind', '=', kind)
      .where('utc_created_on', '>', since)
      .execute()
  ).map(({ cohort_id }) => cohort_id)

/** Locks the news that no digest has sent, oldest first, until the transaction ends. */
export const lockUnsent = async (db: SchoolDb, limit: number): Promise<string[]> =>
  (
    await db
      .selectFrom('admin_notices')
      .select('id')
      .where('utc_told_on', 'is', null)
      .orderBy('id')
      .limit(limit)
      .forUpdate()
      .execute()
  ).map(({ id }) => id)

/** Lists the notices among these whose subject is still open. */
export const listOpen = async (db: SchoolDb, ids: string[]) =>
  (await db
    .selectFrom('open_notices')
    .select(['id', 'kind', 'course_id'])
    .where((is) => is('id', '=', is.fn.any(is.val(ids))))
    .orderBy('id')
    .execute()) as { id: string; kind: NoticeKind; course_id: string | null }[]

export const markSent = (db: SchoolDb, ids: string[], now: Date) =>
  db
    .updateTable('admin_notices')
    .set({ utc_told_on: now })
    .where((is) => is('id', '=', is.fn.any(is.val(ids))))
    .execute()

export const setGroup = (db: SchoolDb, ids: string[], groupId: string) =>
  db
    .updateTable('admin_notices')
    .set({ group_id: groupId })
    .where((is) => is('id', '=', is.fn.any(is.val(ids))))
    .execute()

export async function findLastDigest(db: SchoolDb): Promise<Date | undefined> {
  const row = await db
    .selectFrom('admin_notices')
    .select('utc_told_on')
    .where('group_id', 'is not', null)
    .orderBy('utc_told_on', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.utc_told_on ?? undefined
}

export const findOldestUnsent = async (db: SchoolDb): Promise<Date | undefined> =>
  (
    await db
      .selectFrom('admin_notices')
      .select('utc_created_on')
      .where('utc_told_on', 'is', null)
      .orderBy('id')
      .limit(1)
      .executeTakeFirst()
  )?.utc_created_on

/** Deletes the oldest. First completions stay, for their rows say that there was one. @returns how many were deleted */
export async function deleteBefore(db: SchoolDb, moment: Date, atOnce: number): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('admin_notices')
    .where('id', 'in', (is) =>
      is
        .selectFrom('admin_notices')
        .select('id')
        .where('utc_created_on', '<', moment)
        .where('kind', '<>', 'course_first_completed')
        .orderBy('utc_created_on')
        .limit(atOnce),
    )
    .executeTakeFirst()
  return Number(numDeletedRows)
}

export const listRefused = async (db: SchoolDb, userIds: string[]) =>
  (await db
    .selectFrom('notice_refusals')
    .select(['user_id', 'kind'])
    .where((is) => is('user_id', '=', is.fn.any(is.val(userIds))))
    .execute()) as { user_id: string; kind: NoticeKind }[]

export const insertRefusal = (db: SchoolDb, userId: string, kind: NoticeKind) =>
  db
    .insertInto('notice_refusals')
    .values({ user_id: userId, kind })
    .onConflict((conflict) => conflict.doNothing())
    .execute()

export const deleteRefusal = (db: SchoolDb, userId: string, kind: NoticeKind) =>
  db.deleteFrom('notice_refusals').where('user_id', '=', userId).where('kind', '=', kind).execute()
