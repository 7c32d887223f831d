import { dayMs, minuteMs } from '@escola/contract/durations'
import { limits } from '@escola/contract/limits'
import {
  heardKinds,
  mayHear,
  type NoticeKind,
  noticeLimits,
  noticeRights,
  type Switches,
} from '@escola/contract/notices.contract'
import type { Rights } from '@escola/contract/permissions'
import { done } from '@escola/contract/wire'
import type { SchoolDb } from '@escola/db'
import { AppError, notFound } from '../../core/app-error.ts'
import type { Attended, School } from '../../core/scope.ts'
import type { Clock, Tools } from '../../core/tools.ts'
import { jobs } from '../../jobs/catalogue.ts'
import { workInBatches } from '../../jobs/in-batches.ts'
import { planNext, scheduleJob } from '../../jobs/scheduled-jobs.ts'
import { personOfNoticeToken } from '../../mail/notice-token.ts'
import { queueMessage } from '../messages/messages.service.ts'
import { notifyAdministrators } from '../notifications/notifications.service.ts'
import { findTeam } from '../people/team.service.ts'
import * as queries from './notices.queries.ts'

const atOnce = 500

/** Records news beside the change itself, once per subject; those of the team who may hear of it get it in the next digest. */
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
 * Notifies the team of this moment of what is still open: a notification for each kind and course, and one mail. A second run finds nothing unsent; a run soon
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
  const open = Map.groupBy(
    await queries.listOpen(db, unsent),
    ({ kind, course_id }) => `${kind} ${noticeRights[kind].byCourse ? course_id : ''}`,
  )
  const team = await findTeam(db)
  const userIds = [...team.keys()]
  const refused = await queries.listRefused(db, userIds)
  const groupsOf = new Map<string, string[]>(userIds.map((userId) => [userId, []]))
  for (const rows of open.values()) {
    const { id: groupId, kind, course_id } = rows.at(-1)!
    await queries.setGroup(
      db,
      rows.map(({ id }) => id),
      groupId,
    )
    const recipients = userIds.filter(
      (userId) =>
        mayHear(team.get(userId)!, kind, course_id) &&
        !refused.some((each) => each.user_id === userId && each.kind === kind),
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

export const getSwitches = ({ tx, rights, actor: { userId } }: Attended) => tx((db) => switchesOf(db, userId, rights))

export const saveSwitch = (
  { tx, rights, isPlatformView, actor: { userId } }: Attended,
  { kind, is_on }: { kind: NoticeKind; is_on: boolean },
) =>
  tx(async (db) => {
    if (!heardKinds(rights).includes(kind)) throw new AppError('permission_needed')
    // A platform administrator who visits the school gets no notices, and has nothing to switch.
    if (!isPlatformView) await (is_on ? queries.deleteRefusal : queries.insertRefusal)(db, userId, kind)
    return done
  })

type LinkTools = Pick<Tools, 'config'>

export const getSwitchesByLink = (school: School, token: string, { config }: LinkTools) =>
  school.tx(async (db) => {
    const { userId, rights } = await requireNewsReceiver(db, school, token, config.secret)
    return switchesOf(db, userId, rights)
  })

/** Switches notices off by the link of a mail. The link never expires, so it permits nothing else. */
export const switchOff = (
  school: School,
  { token, kind }: { token: string; kind: NoticeKind },
  { config }: LinkTools,
) =>
  school.tx(async (db) => {
    const { userId } = await requireNewsReceiver(db, school, token, config.secret)
    await queries.insertRefusal(db, userId, kind)
    return done
  })

async function requireNewsReceiver(db: SchoolDb, { id }: School, token: string, secret: string) {
  const userId = personOfNoticeToken(secret, id, token)
  const rights = userId === undefined ? undefined : (await findTeam(db, { userIds: [userId] })).get(userId)
  if (userId === undefined || !rights) throw notFound()
  return { userId, rights }
}

/** Switches of the kinds that the person's rights let them hear. */
async function switchesOf(db: SchoolDb, userId: string, rights: Rights): Promise<Switches> {
  const refused = new Set((await queries.listRefused(db, [userId])).map(({ kind }) => kind))
  return { switches: heardKinds(rights).map((kind) => ({ kind, is_on: !refused.has(kind) })) }
}
