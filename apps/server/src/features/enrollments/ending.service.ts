import { hourMs } from '@escola/contract/durations'
import { mailedEnds } from '@escola/contract/grant-ends'
import { termLimits } from '@escola/contract/terms'
import { dayOf } from '@escola/contract/time'
import { type PlatformDb, type SchoolDb, thisSchool } from '@escola/db'
import type { School } from '../../core/scope.ts'
import type { Clock } from '../../core/tools.ts'
import { jobs } from '../../jobs/catalogue.ts'
import { workInBatches } from '../../jobs/in-batches.ts'
import { planNext, scheduleJobOf } from '../../jobs/scheduled-jobs.ts'
import { queueEachMessage } from '../messages/messages.service.ts'
import * as queries from './ending.queries.ts'
import type { Place } from './places.queries.ts'

/** A term ends at midnight; its mail leaves in the morning, some days before. */
const noticeMs = termLimits.noticeDays * 24 * hourMs - 8 * hourMs
const noticesAtOnce = 500

/** Schedules the mails before these ends, which no renewal moves. */
export async function scheduleEndNotices(
  db: SchoolDb | PlatformDb,
  ends: (Date | null)[],
  schoolId: string | typeof thisSchool = thisSchool,
): Promise<void> {
  const moments = ends.flatMap((end) => (end ? end.getTime() - noticeMs : []))
  if (moments.length > 0) await scheduleJobOf(db, schoolId, jobs.notifyOfEnds, new Date(Math.min(...moments)))
}

/**
 * Mails students whose term, or cancelled subscription, is over some days from now, once for each class and end. It may run twice: the key of a mail is
 * the class, the student and the end. An end that was moved later is left out by the mail itself, as it reads it again.
 */
export async function notifyOfEnds(school: School, { now }: Clock, signal: AbortSignal): Promise<void> {
  const from = now()
  const until = new Date(from.getTime() + noticeMs)
  let after: queries.Ending | undefined
  await workInBatches(school, signal, async (db) => {
    const endings = await queries.listEndings(db, { from, until, after, limit: noticesAtOnce })
    const mails = endings.map(({ cohortId, userId, endsOn }) => ({
      userId,
      dedupeKey: `access_ends:${cohortId}:${userId}:${endsOn.getTime()}`,
      params: { cohortId, endsOn: endsOn.toISOString() },
    }))
    await queueEachMessage(db, 'access_ends', mails, { now })
    after = endings.at(-1)
    const isMore = endings.length === noticesAtOnce
    if (!isMore)
      await planNext(db, jobs.notifyOfEnds, async () => {
        const next = await queries.findNextEnding(db, until)
        return next && new Date(next.getTime() - noticeMs)
      })
    return isMore
  })
}

/** Mails students who have left these places by a refund, with a subscription or with a term: once for each class and day. */
export async function mailEndedAccess(db: SchoolDb, left: Place[], { now }: Clock): Promise<void> {
  const since = left.length > 0 ? await queries.findMailsFrom(db) : undefined
  if (!since) return
  const ended = await queries.listEndedSince(db, left, mailedEnds, since)
  const mails = ended.map(({ cohortId, userId }) => ({
    userId,
    dedupeKey: `access_ended:${cohortId}:${userId}:${dayOf(now())}`,
    params: { cohortId },
  }))
  await queueEachMessage(db, 'access_ended', mails, { now })
}
