import { heardKinds, noticeKinds, noticeRights } from '@escola/contract/notices.contract'
import type { NotificationKind } from '@escola/contract/notifications.contract'
import { hasRight, type Rights } from '@escola/contract/permissions'
import { type SchoolDb, thisSchool } from '@escola/db'
import { sql } from 'kysely'

export const findFlag = async (db: SchoolDb): Promise<boolean> =>
  (await db.selectFrom('schools').select('has_notifications').executeTakeFirstOrThrow()).has_notifications

export interface News {
  kind: NotificationKind
  /** Id of the subject; a person is notified of it once. */
  subjectId: string
}

/** A person, and what one notification of theirs is about. */
export interface Recipient {
  userId: string
  subjectId: string
}

export const insertNotifications = (db: SchoolDb, kind: NotificationKind, recipients: Recipient[], now: Date) =>
  sql`
    insert into notifications (school_id, user_id, kind, subject_id, utc_created_on)
    select ${thisSchool}::bigint, r.user_id, ${kind}, r.subject_id, ${now}::timestamptz
    from unnest(${recipients.map(({ userId }) => userId)}::bigint[], ${recipients.map(({ subjectId }) => subjectId)}::bigint[]) as r (user_id, subject_id)
    on conflict do nothing`.execute(db)

/** @returns whether the course is announced for the first time */
export const insertAnnouncement = async (db: SchoolDb, courseId: string): Promise<boolean> =>
  (await db
    .insertInto('course_announcements')
    .values({ course_id: courseId })
    .onConflict((conflict) => conflict.doNothing())
    .returning('course_id')
    .executeTakeFirst()) !== undefined

/** Locks it until the transaction ends, so that of two runs one goes on where the other one ended. */
export const lockAnnouncement = (db: SchoolDb, courseId: string) =>
  db
    .selectFrom('course_announcements')
    .select('last_user_id')
    .where('course_id', '=', courseId)
    .forUpdate()
    .executeTakeFirst()

export const deleteAnnouncement = (db: SchoolDb, courseId: string) =>
  db.deleteFrom('course_announcements').where('course_id', '=', courseId).execute()

export const advanceAnnouncement = (db: SchoolDb, courseId: string, lastUserId: string) =>
  db.updateTable('course_announcements').set({ last_user_id: lastUserId }).where('course_id', '=', courseId).execute()

export const isPublished = async (db: SchoolDb, courseId: string): Promise<boolean> =>
  (await db
    .selectFrom('courses')
    .select('id')
    .where('id', '=', courseId)
    .where('utc_published_on', 'is not', null)
    .executeTakeFirst()) !== undefined

/** The next people who may study the course, by id. */
export async function listReaders(db: SchoolDb, courseId: string, after: string, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('course_openings')
    .select('user_id')
    .distinct()
    .where('course_id', '=', courseId)
    .where('user_id', '>', after)
    .orderBy('user_id')
    .limit(limit)
    .execute()
  return rows.map((row) => row.user_id!)
}

export interface NotificationRow {
  kind: NotificationKind
  subject_id: string
  utc_created_on: Date
  utc_read_on: Date | null
  course_title: string | null
  course_link: string | null
  cohort_title: string | null
  lesson_title: string | null
  lesson_link: string | null
  notice_title: string | null
  notice_course_link: string | null
  notice_cohort_id: string | null
  /** Balance of the school where the notice is of one below zero. */
  notice_cents: number | null
  person: string | null
  count: number | null
}

/**
 * Condition of a reader's rows `n` that they may not read: of the school's work each reads what their rights are for, in a course of theirs where the
 * rights are good there alone. It reads a view, which a cluster of databases writes out wrongly where rows are deleted by it.
 */
const hiddenFrom = (rights: Rights) => {
  const heard = new Set(heardKinds(rights))
  const hidden = noticeKinds.filter((kind) => !heard.has(kind))
  const inCourses = noticeKinds.filter((kind) => heard.has(kind) && !hasRight(rights, noticeRights[kind].permission))
  return sql<boolean>`(n.kind = any (${hidden}::text[]) or n.kind = any (${inCourses}::text[]) and (
    select bool_and(o.course_id = any (${[...rights.courseIds]}::bigint[])) from open_notices o
    where o.school_id = ${thisSchool} and o.group_id = n.subject_id and o.kind = n.kind) is not true)`
}
const readableBy = (rights: Rights) => sql<boolean>`(${hiddenFrom(rights)} is not true)`

export async function listOf(
  db: SchoolDb,
  userId: string,
  rights: Rights,
  { limit, offset }: { limit: number; offset: number },
): Promise<NotificationRow[]> {
  const { rows } = await sql<NotificationRow>`
    select n.kind, n.subject_id, n.utc_created_on, n.utc_read_on, c.title as course_title,
      case when c.utc_published_on is not null then c.link end as course_link, h.title as cohort_title,
      l.title as lesson_title, l.link as lesson_link, a.notice_title, a.notice_course_link, a.notice_cohort_id, a.notice_cents, coalesce(a.person, w.name) as person, a.count
    from (select kind, subject_id, utc_created_on, utc_read_on from notifications n
      where n.school_id = ${thisSchool} and n.user_id = ${userId} and ${readableBy(rights)}
      order by utc_created_on desc, subject_id desc limit ${limit} offset ${offset}) n
    left join certificates t on t.school_id = ${thisSchool} and n.kind = 'certificate_issued' and t.id = n.subject_id
    left join thread_replies r on r.school_id = ${thisSchool} and n.kind = 'question_answered' and r.id = n.subject_id
    left join memberships w on w.school_id = ${thisSchool} and w.user_id = r.user_id
    left join threads q on q.school_id = ${thisSchool} and q.id = r.thread_id
    left join exam_attempts z on z.school_id = ${thisSchool} and n.kind = 'exam_corrected' and z.id = n.subject_id
    left join exams x on x.school_id = ${thisSchool} and x.id = z.exam_id
    left join lessons l on l.school_id = ${thisSchool} and l.id = coalesce(q.lesson_id, x.lesson_id)
    left join modules o on o.school_id = ${thisSchool} and n.kind = 'modules_opened' and o.id = n.subject_id
    left join courses c on c.school_id = ${thisSchool}
      and c.id = case n.kind when 'course_published' then n.subject_id else coalesce(t.course_id, q.course_id, o.course_id, x.course_id) end
    left join (select group_id, kind, count(*)::int as count, min(title) as notice_title, min(course_link) as notice_course_link,
        min(cohort_id)::text as notice_cohort_id, min(cents)::float8 as notice_cents, min(person) as person
      from open_notices where school_id = ${thisSchool} and group_id is not null group by group_id, kind) a
      on a.group_id = n.subject_id and a.kind = n.kind
    left join cohorts h on h.school_id = ${thisSchool} and n.kind = 'access_given' and h.id = n.subject_id
    order by n.utc_created_on desc, n.subject_id desc`.execute(db)
  return rows
}

export async function countOf(db: SchoolDb, userId: string, rights: Rights): Promise<number> {
  const { total } = await db
    .selectFrom('notifications as n')
    .where('n.user_id', '=', userId)
    .where(readableBy(rights))
    .select(({ fn }) => fn.countAll<string>().as('total'))
    .executeTakeFirstOrThrow()
  return Number(total)
}

interface Seen {
  until: Date
  only: { kind: NotificationKind; subject_id: string } | undefined
}

export const markRead = (db: SchoolDb, userId: string, { until, only }: Seen, now: Date) =>
  db
    .updateTable('notifications')
    .set({ utc_read_on: now })
    .where('user_id', '=', userId)
    .where('utc_read_on', 'is', null)
    .where('utc_created_on', '<=', until)
    .$if(only !== undefined, (query) => query.where('kind', '=', only!.kind).where('subject_id', '=', only!.subject_id))
    .execute()

export const deleteNews = (db: SchoolDb, { kind, subjectId }: News, userIds: string[]) =>
  db
    .deleteFrom('notifications')
    .where((is) => is('user_id', '=', is.fn.any(is.val(userIds))))
    .where('kind', '=', kind)
    .where('subject_id', '=', subjectId)
    .execute()

/** Deletes what the person may not read. */
export async function deleteHidden(db: SchoolDb, userId: string, rights: Rights): Promise<void> {
  const hidden = await db
    .selectFrom('notifications as n')
    .where('n.user_id', '=', userId)
    .where(hiddenFrom(rights))
    .select(['n.kind', 'n.subject_id'])
    .execute()
  if (hidden.length === 0) return
  await sql`
    delete from notifications n using unnest(${hidden.map(({ kind }) => kind)}::text[],
      ${hidden.map(({ subject_id }) => subject_id)}::bigint[]) as h (kind, subject_id)
    where n.school_id = ${thisSchool} and n.user_id = ${userId} and n.kind = h.kind and n.subject_id = h.subject_id`.execute(
    db,
  )
}

/** Deletes the oldest, so many and those of the same moment. @returns whether older ones than that moment are left */
export async function deleteBefore(db: SchoolDb, moment: Date, atOnce: number): Promise<boolean> {
  const last = await db
    .selectFrom('notifications')
    .select('utc_created_on')
    .where('utc_created_on', '<', moment)
    .orderBy('utc_created_on')
    .offset(atOnce - 1)
    .limit(1)
    .executeTakeFirst()
  await db
    .deleteFrom('notifications')
    .where('utc_created_on', last ? '<=' : '<', last?.utc_created_on ?? moment)
    .execute()
  return last !== undefined
}
