import { minuteMs } from '@escola/contract/durations'
import type { School } from '../../core/scope.ts'
import { jobs } from '../../jobs/catalogue.ts'
import { planNext, scheduleJob } from '../../jobs/scheduled-jobs.ts'
import type { MailTrouble } from '../../mail/refusals.ts'
import { askToSend } from './mail-stops.service.ts'
import type { MessageKind } from './message-kinds.ts'
import { enqueueDeliveries } from './messages.service.ts'
import { type FailTools, failMails } from './undelivered.service.ts'
import * as queries from './waiting-mail.queries.ts'
import { addressTries, firstKinds, pauseAfter, worthUntil } from './worth.ts'

/** Mail that is stopped is looked at so often by itself; whatever opens it calls for it at once. */
const stoppedPauseMs = 15 * minuteMs
const mailsAtOnce = 1000
/** The clock needs up to a minute, and the worker some more: within it a mail whose worth has ended has its last try. */
const lastTryMs = 5 * minuteMs

export interface TriedMail {
  id: string
  kind: MessageKind
  tries: number
  addressRefusals: number
  createdOn: Date
  worthUntil: Date | null
}

export interface Trouble {
  runId: string
  trouble: MailTrouble
  /** Mail is stopped by now, or has been: what waits leaves when it is open again. */
  isStopped: boolean
  /** The mail was a probe, whose refusal says nothing of its address. */
  isProbe: boolean
}

/** Makes mails that could not leave wait for their next try; those whose news has lost its worth are given up. */
export async function putOff(
  school: School,
  mails: TriedMail[],
  { runId, trouble, isStopped, isProbe }: Trouble,
  tools: FailTools,
): Promise<void> {
  const now = tools.now()
  const isPerhaps = trouble.verdict === 'perhaps_address' && !isProbe && !isStopped
  const tried = mails.map((mail) => {
    const until = mail.worthUntil ?? worthUntil(mail.kind, { askedOn: mail.createdOn, now })
    const counted = {
      id: mail.id,
      tries: Math.min(mail.tries + 1, 1000),
      addressRefusals: mail.addressRefusals + (isPerhaps ? 1 : 0),
    }
    const pause = pauseAfter({ ...counted, addressRefusals: isPerhaps ? counted.addressRefusals : 0 })
    // The last try is made when the worth ends.
    const next = isStopped ? now : new Date(Math.min(now.getTime() + pause, until.getTime()))
    const isSoon = !isStopped && counted.tries === 1 && !isPerhaps
    return { ...counted, kind: mail.kind, worthUntil: until, next, tryOn: isSoon ? null : next }
  })
  const [refused, rest] = split(tried, ({ addressRefusals }) => addressRefusals >= addressTries)
  const [late, waiting] = split(rest, ({ worthUntil: until }) => until <= now)
  const failure = { runId, reason: trouble.message }
  await failMails(school, idsOf(refused), { outcome: 'address_refused', ...failure }, tools)
  await failMails(school, idsOf(late), { outcome: 'too_late', ...failure }, tools)
  if (waiting.length === 0) return
  await school.tx(async (db) => {
    const waits = await queries.putOffMails(db, waiting, failure)
    const [clocked, soon] = split(
      waiting.filter(({ id }) => waits.has(id)),
      ({ tryOn }) => tryOn !== null,
    )
    for (const [kind, each] of Map.groupBy(soon, (mail) => mail.kind))
      await enqueueDeliveries(db, kind, idsOf(each), each[0]!.next)
    const [first] = clocked.map(({ next }) => next.getTime()).sort((a, b) => a - b)
    if (first !== undefined) await scheduleJob(db, jobs.retryMail, new Date(first + (isStopped ? stoppedPauseMs : 0)))
  })
  if (isStopped) await lookAgain(school, tools)
}

/** Mail is stopped: what a job has waits until it is open again. */
export async function park(school: School, ids: string[], tools: LookTools): Promise<void> {
  if (ids.length === 0) return
  const now = tools.now()
  await school.tx(async (db) => {
    const mails = await queries.listUnsent(db, ids)
    if (mails.length === 0) return
    const worthOf = ({ id, kind, utc_created_on: askedOn }: (typeof mails)[number]) => ({
      id,
      worthUntil: worthUntil(kind, { askedOn, now }),
    })
    await queries.parkMails(db, mails.map(worthOf), now)
    await scheduleJob(db, jobs.retryMail, new Date(now.getTime() + stoppedPauseMs))
  })
  await lookAgain(school, tools)
}

type LookTools = Pick<FailTools, 'platform' | 'now'>

const isStopped = async (school: School, tools: LookTools): Promise<boolean> =>
  (await askToSend(school.id, { ...tools, mayProbe: false })) === 'stopped'

/** Asks once more after mails began to wait: mail that was opened meanwhile called for a run that did not see them, or was planned over. */
async function lookAgain(school: School, tools: LookTools): Promise<void> {
  if (!(await isStopped(school, tools))) await school.tx((db) => scheduleJob(db, jobs.retryMail, tools.now()))
}

/** Gives mails whose moment has come to their jobs, purchases first, and gives up those whose news has lost its worth. */
export async function retryMail(school: School, tools: FailTools): Promise<void> {
  const now = tools.now()
  const mustWait = await isStopped(school, tools)
  const lateSince = mustWait ? now : new Date(now.getTime() - lastTryMs)
  const late = await school.tx((db) => queries.listLate(db, lateSince, mailsAtOnce))
  await failMails(school, idsOf(late), { outcome: 'too_late', reason: undefined }, tools)
  await school.tx(async (db) => {
    if (!mustWait) {
      const due = await queries.listWaiting(db, now, { firstKinds, limit: mailsAtOnce })
      const freed = due.length ? new Set(idsOf(await queries.unpark(db, idsOf(due), now))) : new Set<string>()
      const given = due.filter(({ id }) => freed.has(id))
      for (const [kind, mails] of Map.groupBy(given, (mail) => mail.kind))
        await enqueueDeliveries(db, kind, idsOf(mails))
    }
    await planNext(db, jobs.retryMail, async () => {
      const next = await queries.findNextTry(db)
      return next && mustWait ? new Date(Math.max(next.getTime(), now.getTime() + stoppedPauseMs)) : next
    })
  })
  if (mustWait) await lookAgain(school, tools)
}

/** Finds the mail of a school with which a probe is made. */
export const findProbeMail = (school: School, now: Date): Promise<string | undefined> =>
  school.tx((db) => queries.findProbeMail(db, now))

/** Tells whether the school has mail that waits, or whose probe has not ended. */
export const hasWaiting = (school: School): Promise<boolean> =>
  school.tx(async (db) => (await queries.findNextTry(db)) !== undefined)

const idsOf = (mails: { id: string }[]) => mails.map(({ id }) => id)

function split<T>(list: T[], isFirst: (one: T) => boolean): [T[], T[]] {
  return [list.filter(isFirst), list.filter((one) => !isFirst(one))]
}
