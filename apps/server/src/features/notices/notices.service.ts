import { dayMs, minuteMs } from '@escola/contract/durations'
import { limits } from '@escola/contract/limits'
import { type NoticeKind, noticeKinds, noticeLimits, type Switches } from '@escola/contract/notices.contract'
import { done } from '@escola/contract/wire'
import type { SchoolDb } from '@escola/db'
import { notFound } from '../../core/app-error.ts'
import type { Attended, School } from '../../core/scope.ts'
import type { Clock, Tools } from '../../core/tools.ts'
import { jobs } from '../../jobs/catalogue.ts'
import { workInBatches } from '../../jobs/in-batches.ts'
import { planNext, scheduleJob } from '../../jobs/scheduled-jobs.ts'
import { personOfNoticeToken } from '../../mail/notice-token.ts'
import { queueMessage } from '../messages/messages.service.ts'
import { notifyAdministrators } from '../notifications/notifications.service.ts'
import * as queries from './notices.queries.ts'

const atOnce = 500

/** Records news beside the change itself, once per subject; the administrators get it in the next digest. */
export async function recordNews(db: SchoolDb, kind: NoticeKind, subjectIds: string[], { now }: Clock): Promise<void> {
  if (subjectIds.length === 0 || !(await queries.insertNotices(db, kind, subjectIds, now()))) return
  await scheduleJob(db, jobs.sendDueDigest, afterMinutes(now(), noticeLimits.waitMinutes))
}

/** Forgets news, so that there may be the same news of its subjects again. */
export const forgetNews = async (db: SchoolDb, kinds: NoticeKind[], subjectIds: string[]): Promise<void> =>
  queries.deleteNotices(db, kinds, subjectIds)

/** Records news of classes, once a day of each class. */
export async function recordCohortNews(
  db: SchoolDb,
  kind: NoticeKind,
  news: { subjectId: string; cohortId: string }[],
  { now }: Clock,
): Promise<void> {
  const known = new Set(await queries.listCohortsSince(db, kind, new Date(now().getTime() - dayMs)))
  const fresh = news.filter(({ cohortId }) => !known.has(cohortId))
  await recordNews(
    db,
    kind,
    fresh.map(({ subjectId }) => subjectId),
    { now },
  )
}

/**
 * Records that the balance fell below zero, once for each movement by which it did. Where the installation takes no payments nothing is refused for it, and
 * there is no news.
 */
export async function recordFall(
  school: School,
  movementNumber: string,
  { billing, now }: Clock & Pick<Tools, 'billing'>,
): Promise<void> {
  if (billing.isOn) await school.tx((db) => recordNews(db, 'balance_below_zero', [movementNumber], { now }))
}

/**
 * Notifies the administrators of this moment of what is still open: a notification for each kind, and one mail. A second run finds nothing unsent; a run soon
 * after a digest waits for its time.
 */
export const sendDueDigest = (school: School, tools: Clock): Promise<void> =>
  school.tx(async (db) => {
    const now = tools.now()
    const last = await queries.findLastDigest(db)
    const earliest = last ? afterMinutes(last, noticeLimits.pauseMinutes) : now
    if (earliest <= now) await writeDigest(db, tools)
    await planNext(db, jobs.sendDueDigest, async () => {
      const oldest = await queries.findOldestUnsent(db)
      return oldest && new Date(Math.max(earliest.getTime(), oldest.getTime() + noticeLimits.waitMinutes * minuteMs))
    })
  })

async function writeDigest(db: SchoolDb, tools: Clock): Promise<void> {
  const unsent = await queries.lockUnsent(db, atOnce)
  if (unsent.length === 0) return
  await queries.markSent(db, unsent, tools.now())
  const open = Map.groupBy(await queries.listOpen(db, unsent), ({ kind }) => kind)
  const userIds = await queries.listAdministrators(db)
  const refused = await queries.listRefused(db, userIds)
  const groupsOf = new Map<string, string[]>(userIds.map((userId) => [userId, []]))
  for (const [kind, rows] of open) {
    const groupId = rows.at(-1)!.id
    await queries.setGroup(
      db,
      rows.map(({ id }) => id),
      groupId,
    )
    const recipients = userIds.filter(
      (userId) => !refused.some((each) => each.user_id === userId && each.kind === kind),
    )
    for (const userId of recipients) groupsOf.get(userId)!.push(groupId)
    await notifyAdministrators(db, { kind, subjectId: groupId }, recipients, tools)
  }
  for (const [userId, groupIds] of groupsOf)
    if (groupIds.length > 0)
      await queueMessage(
        db,
        { userId, kind: 'admin_digest', dedupeKey: `digest:${userId}:${unsent.at(-1)!}`, params: { groupIds } },
        tools,
      )
}

const afterMinutes = (moment: Date, minutes: number) => new Date(moment.getTime() + minutes * minuteMs)

/**
 * Deletes news that is as old as the oldest notifications. The first completion of a course is kept with its course, which is completed for the first
 * time no more.
 * @param atOnce rows that one transaction deletes, so that others never wait long for it
 */
export async function forgetOld(school: School, { now }: Clock, signal: AbortSignal, atOnce = 10_000): Promise<void> {
  const before = new Date(now().getTime() - limits.notificationDays * dayMs)
  await workInBatches(school, signal, async (db) => (await queries.deleteBefore(db, before, atOnce)) === atOnce)
}

export const getSwitches = ({ tx, actor: { userId } }: Attended) => tx((db) => switchesOf(db, userId))

export const saveSwitch = (
  { tx, actor: { userId } }: Attended,
  { kind, is_on }: { kind: NoticeKind; is_on: boolean },
) =>
  tx(async (db) => {
    // A platform administrator who visits the school gets no notices, and has nothing to switch.
    if (await queries.isAdministrator(db, userId))
      await (is_on ? queries.deleteRefusal : queries.insertRefusal)(db, userId, kind)
    return done
  })

type LinkTools = Pick<Tools, 'config'>

export const getSwitchesByLink = (school: School, token: string, { config }: LinkTools) =>
  school.tx(async (db) => switchesOf(db, await requireNewsReceiver(db, school, token, config.secret)))

/** Switches notices off by the link of a mail. The link never expires, so it permits nothing else. */
export const switchOff = (
  school: School,
  { token, kind }: { token: string; kind: NoticeKind },
  { config }: LinkTools,
) =>
  school.tx(async (db) => {
    await queries.insertRefusal(db, await requireNewsReceiver(db, school, token, config.secret), kind)
    return done
  })

async function requireNewsReceiver(db: SchoolDb, { id }: School, token: string, secret: string): Promise<string> {
  const userId = personOfNoticeToken(secret, id, token)
  if (userId === undefined || !(await queries.isAdministrator(db, userId))) throw notFound()
  return userId
}

async function switchesOf(db: SchoolDb, userId: string): Promise<Switches> {
  const refused = new Set((await queries.listRefused(db, [userId])).map(({ kind }) => kind))
  return { switches: noticeKinds.map((kind) => ({ kind, is_on: !refused.has(kind) })) }
}
