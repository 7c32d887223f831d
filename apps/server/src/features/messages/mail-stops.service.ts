import { dayMs, minuteMs } from '@escola/contract/durations'
import type { PlatformDb } from '@escola/db'
import type { PlatformTools } from '../../core/tools.ts'
import { jobs } from '../../jobs/catalogue.ts'
import { enqueuePlatformJob } from '../../jobs/enqueue.ts'
import { runSoon } from '../../jobs/scheduled-jobs.ts'
import type { Mailer } from '../../mail/mailer.ts'
import type { MailTrouble } from '../../mail/refusals.ts'
import * as queries from './mail-stops.queries.ts'
import { addressTries } from './worth.ts'

/** Refusals without one acceptance between, from at least so many schools, stop all mail; of at least so many mails, that of their one school. */
const mostRefusals = 5
const fewestSchools = 3
const fewestMails = 3
const keepRefusalsDays = 3
/** All mail is probed each minute, and so is that of one school while the server is away; its minutes grow with each probe that is refused. */
const longestPauseMinutes = 30

export type StopTools = Pick<PlatformTools, 'platform' | 'now'> & { mailer: Pick<Mailer, 'tell'> }

/** Mail that is sent in the name of a school, or of the platform with the id of none. */
export interface Sent {
  schoolId: string
  /** Names the mail among those of the school. */
  mail: string
}

export interface Refused extends Sent {
  /** Number of times that its mailbox was refused without a class before. */
  addressRefusals: number
}

/**
 * Asks whether a mail may leave now.
 * @returns open; stopped; or the scope whose probe the caller has become: it tries one mail
 */
export async function askToSend(
  schoolId: string,
  { platform, now, mayProbe = true }: Omit<StopTools, 'mailer'> & { mayProbe?: boolean },
): Promise<'open' | 'stopped' | { probes: string }> {
  const stop = await queries.findStop(platform, schoolId)
  if (!stop) return 'open'
  if (!mayProbe || stop.utc_probe_on > now()) return 'stopped'
  const scope = stop.school_id
  return (await platform.withPlatform((db) => takeProbe(db, scope, now()))) ? { probes: scope } : 'stopped'
}

/** Takes the right to try one mail, and plans the next probe. */
export async function takeProbe(db: PlatformDb, scope: string, now: Date): Promise<boolean> {
  const nextOn = await queries.takeProbe(db, scope, { now, nextOn: (probes) => nextProbe(scope, probes, now) })
  if (nextOn) await planProbe(db, scope, nextOn)
  return nextOn !== undefined
}

function nextProbe(scope: string, probes: number, now: Date): Date {
  const minutes = scope === queries.allSchools ? 1 : Math.min(1 + probes, longestPauseMinutes)
  return new Date(now.getTime() + minutes * minuteMs)
}

/** A second later than the moment itself, which two clocks may read differently. */
const planProbe = (db: PlatformDb, scope: string, on: Date) =>
  enqueuePlatformJob(db, jobs.probeMail, { schoolId: scope }, new Date(on.getTime() + 1000))

/**
 * Counts a refusal that says nothing of the address.
 * @returns whether mail of the school is stopped by now
 */
export async function recordRefusal(
  { schoolId, mail, addressRefusals }: Refused,
  trouble: MailTrouble,
  { platform, mailer, now }: StopTools,
): Promise<boolean> {
  const stop = await queries.findStop(platform, schoolId)
  // A few mailboxes that are gone say nothing of their school; of schools that meet them at the same time they do.
  const countsForSchool = trouble.verdict !== 'perhaps_address' || addressRefusals + 1 >= addressTries
  const answer = { words: trouble.words, isAway: trouble.verdict === 'away' }
  if (stop) {
    await platform.withPlatform((db) => queries.saveAnswer(db, stop.school_id, answer))
    return true
  }
  const found = await platform.withPlatform(async (db) => {
    await queries.insertRefusal(db, { schoolId, mail, countsForSchool, on: now() })
    const count = await queries.countRefusals(db, schoolId, oldestRefusal(now()))
    const stopped = scopeOf(schoolId, count)
    if (stopped === undefined) return undefined
    // Refusals are locked before stops, here as in recordTaken.
    if (stopped === queries.allSchools) await queries.deleteRefusals(db)
    const probeOn = nextProbe(stopped, 0, now())
    const isNew = await queries.insertStop(db, { schoolId: stopped, ...answer, now: now(), probeOn })
    if (isNew) await planProbe(db, stopped, probeOn)
    if (stopped === queries.allSchools) await queries.deleteStopsOfSchools(db)
    return { scope: stopped, isNew }
  })
  if (found?.isNew) mailer.tell({ result: 'stopped', schoolId: found.scope, words: answer.words })
  return found !== undefined
}

const oldestRefusal = (now: Date) => new Date(now.getTime() - keepRefusalsDays * dayMs)

/** Deletes refusals that have lost their meaning: of a school that has sent nothing since, or that is gone. */
export const pruneRefusals = ({ platform, now }: Pick<PlatformTools, 'platform' | 'now'>) =>
  platform.withPlatform(async (db) => void (await queries.deleteRefusalsBefore(db, oldestRefusal(now()))))

function scopeOf(schoolId: string, count: queries.RefusalCount): string | undefined {
  if (count.of_all >= mostRefusals && count.schools >= fewestSchools) return queries.allSchools
  const isOfSchool = count.of_school >= mostRefusals && count.mails >= fewestMails
  // The platform's own mail is stopped with that of all.
  return isOfSchool && schoolId !== queries.allSchools ? schoolId : undefined
}

/**
 * A mail was taken: refusals are counted from here. A failure is logged and never thrown, because the caller would send the mail a second time;
 * the next mail that is taken, or the next probe, records the same.
 * @param probed school whose mail was probed by it, 0 for that of all: it is open from now on
 */
export async function recordTaken(
  { schoolId }: Pick<Sent, 'schoolId'>,
  probed: string | undefined,
  tools: StopTools,
): Promise<void> {
  try {
    await endRefusals(schoolId, probed, tools)
  } catch (error) {
    tools.mailer.tell({ result: 'unrecorded', words: error instanceof Error ? error.message : String(error) })
  }
}

async function endRefusals(schoolId: string, probed: string | undefined, { platform, mailer, now }: StopTools) {
  if (probed === undefined && !(await queries.hasRefusals(platform, schoolId))) return
  const isOpened = await platform.withPlatform(async (db) => {
    await queries.forgetRefusals(db, schoolId)
    return probed !== undefined && (await endStop(db, probed, now()))
  })
  if (isOpened) mailer.tell({ result: 'opened', schoolId: probed! })
}

/** @returns whether mail was stopped until now */
async function endStop(db: PlatformDb, scope: string, now: Date): Promise<boolean> {
  const isOpened = await queries.deleteStop(db, scope)
  if (isOpened) await runSoon(db, jobs.retryMail, now, scope === queries.allSchools ? undefined : scope)
  return isOpened
}

/** Opens the mail of a school for which nothing waits, so that no probe would ever open it: the next mail is tried as any other. */
export async function openIdle(schoolId: string, { platform, mailer, now }: StopTools): Promise<void> {
  if (await platform.withPlatform((db) => endStop(db, schoolId, now()))) mailer.tell({ result: 'opened', schoolId })
}

/** Finds since when the mail of a school is stopped, with all others or alone. */
export const findStopped = async (
  schoolId: string,
  { platform }: Pick<PlatformTools, 'platform'>,
): Promise<Date | undefined> => (await queries.findStop(platform, schoolId))?.utc_since

/** Finds what stops the mail of all schools, in the server's words. */
export const findStopOfAll = async ({ platform }: Pick<PlatformTools, 'platform'>) => {
  const stop = await queries.findStop(platform, queries.allSchools)
  return stop && { words: stop.words, utc_since: stop.utc_since.toISOString() }
}
