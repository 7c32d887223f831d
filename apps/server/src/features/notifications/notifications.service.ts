import { dayMs } from '@escola/contract/durations'
import { limits } from '@escola/contract/limits'
import { formatMoney } from '@escola/contract/money'
import { personShown } from '@escola/contract/notices.contract'
import type { Notification, NotificationKind, notifications } from '@escola/contract/notifications.contract'
import { noRights, type Rights } from '@escola/contract/permissions'
import type { BodyOf } from '@escola/contract/route'
import { done } from '@escola/contract/wire'
import type { SchoolDb } from '@escola/db'
import type { Attended, School } from '../../core/scope.ts'
import type { Clock } from '../../core/tools.ts'
import { jobs } from '../../jobs/catalogue.ts'
import { enqueue } from '../../jobs/enqueue.ts'
import { workInBatches } from '../../jobs/in-batches.ts'
import { findTeam } from '../people/team.service.ts'
import * as queries from './notifications.queries.ts'

const batchSize = 1000
const keptMs = limits.notificationDays * dayMs

/** Notifies people of what happened to them, beside the change itself, once each. A school that shows no notifications keeps none. */
export const notify = (
  db: SchoolDb,
  { kind, subjectId }: queries.News,
  userIds: string[],
  tools: Clock,
): Promise<void> =>
  notifyEach(
    db,
    kind,
    userIds.map((userId) => ({ userId, subjectId })),
    tools,
  )

/** Notifies people of what happened to them again; the earlier news of it gives way. */
export async function notifyAnew(db: SchoolDb, news: queries.News, userIds: string[], tools: Clock): Promise<void> {
  if (userIds.length > 0) await queries.deleteNews(db, news, userIds)
  await notify(db, news, userIds, tools)
}

/** Notifies people of one kind of news, each of their own subjects. */
export async function notifyEach(
  db: SchoolDb,
  kind: NotificationKind,
  recipients: queries.Recipient[],
  { now }: Clock,
): Promise<void> {
  if (recipients.length === 0 || !(await queries.findFlag(db))) return
  await queries.insertNotifications(db, kind, recipients, now())
}

/** Notifies members of the team, whether the school shows notifications to its students or not. */
export const notifyAdministrators = async (
  db: SchoolDb,
  { kind, subjectId }: queries.News,
  userIds: string[],
  { now }: Clock,
): Promise<void> => {
  const recipients = userIds.map((userId) => ({ userId, subjectId }))
  if (recipients.length > 0) await queries.insertNotifications(db, kind, recipients, now())
}

/** Takes back a notification of what did not happen after all. */
export const takeBack = (db: SchoolDb, news: queries.News, userId: string) => queries.deleteNews(db, news, [userId])

/** Deletes news of the school's work that the person's rights are no longer for, beside the change of their roles: the number of unread news counts it otherwise. */
export const forgetForAdministrator = async (db: SchoolDb, userId: string): Promise<void> =>
  void (await queries.deleteHidden(db, userId, (await findTeam(db, { userIds: [userId] })).get(userId) ?? noRights))

/** Stands beside the publishing of a course: the first one is announced to every student who may study it. */
export async function announceCourse(db: SchoolDb, courseId: string): Promise<void> {
  if (await queries.insertAnnouncement(db, courseId)) await enqueue(db, jobs.announceCourse, { courseId })
}

/** A batch is one transaction that also moves the cursor: another run, or one after a crash, goes on from there. */
export const notifyOfCourse = (school: School, courseId: string, tools: Clock, signal: AbortSignal): Promise<void> =>
  workInBatches(school, signal, (db) => notifyNext(db, courseId, tools))

async function notifyNext(db: SchoolDb, courseId: string, tools: Clock): Promise<boolean> {
  const announcement = await queries.lockAnnouncement(db, courseId)
  if (!announcement) return false
  if (!(await queries.isPublished(db, courseId))) {
    // The course was taken back before any student was notified of it: the next publishing is the first.
    if (announcement.last_user_id === '0') await queries.deleteAnnouncement(db, courseId)
    return false
  }
  const userIds = await queries.listReaders(db, courseId, announcement.last_user_id, batchSize)
  if (userIds.length === 0) return false
  await notify(db, { kind: 'course_published', subjectId: courseId }, userIds, tools)
  await queries.advanceAnnouncement(db, courseId, userIds.at(-1)!)
  return userIds.length === batchSize
}

export const listMine = ({ tx, rights, actor: { userId } }: Attended, { page }: { page: number }) =>
  tx(async (db) => {
    const rowsPerPage = limits.eventsPerPage
    const [total, rows] = await Promise.all([
      queries.countOf(db, userId, rights),
      queries.listOf(db, userId, rights, { limit: rowsPerPage, offset: (page - 1) * rowsPerPage }),
    ])
    return { notifications: { total, page, rowsPerPage, list: rows.map((row) => toWireNotification(row, rights)) } }
  })

export const readMine = (
  { tx, actor }: Attended,
  { utc_until, only }: BodyOf<typeof notifications.read>,
  { now }: Clock,
) =>
  tx(async (db) => {
    await queries.markRead(db, actor.userId, { until: new Date(utc_until), only }, now())
    return done
  })

/** @param atOnce rows that one transaction deletes, so that others never wait long for it */
export async function forgetOld(school: School, { now }: Clock, signal: AbortSignal, atOnce = 10_000): Promise<void> {
  const before = new Date(now().getTime() - keptMs)
  await workInBatches(school, signal, (db) => queries.deleteBefore(db, before, atOnce))
}

const toWireNotification = (row: queries.NotificationRow, rights: Rights): Notification => ({
  kind: row.kind,
  subject_id: row.subject_id,
  title: row.notice_cents
    ? formatMoney(row.notice_cents)
    : (row.cohort_title ?? row.lesson_title ?? row.course_title ?? row.notice_title ?? ''),
  person: personShown(rights, row.person ?? ''),
  count: row.count ?? 1,
  school_gateway_id: row.notice_cohort_id,
  degree_link: row.course_link ?? row.notice_course_link,
  content_link: row.lesson_link,
  is_read: row.utc_read_on !== null,
  utc_created_on: row.utc_created_on.toISOString(),
})
