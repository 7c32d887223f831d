import { dayMs, hourMs } from '@escola/contract/durations'
import { lastHour, nextHour } from '@escola/contract/time'
import type { SchoolDb } from '@escola/db'
import type { School } from '../../core/scope.ts'
import type { Clock } from '../../core/tools.ts'
import { jobs } from '../../jobs/catalogue.ts'
import { workInBatches } from '../../jobs/in-batches.ts'
import { planNext } from '../../jobs/scheduled-jobs.ts'
import type { TimeRange } from '../learning/dripping.service.ts'
import type { OpeningTools } from '../learning/open-lessons.service.ts'
import { queueEachMessage } from '../messages/messages.service.ts'
import { notifyEach } from '../notifications/notifications.service.ts'
import { dropHeld, type Page } from './held-modules.service.ts'
import { listOpened, type OpeningPlan, planOf } from './opened-modules.service.ts'
import * as queries from './openings.queries.ts'

const hour = jobs.announceOpenedModules.dailyHour!
const studentsAtOnce = 500

/**
 * Notifies students of the modules that opened to them in the day up to eight o'clock. A page of students is one transaction that also moves the cursor:
 * another run, or one after a crash, goes on from there, and a mail's key is the student and the day.
 */
export async function announceOpenedModules(
  school: School,
  tools: OpeningTools,
  signal: AbortSignal,
  atOnce = studentsAtOnce,
): Promise<void> {
  const range = await school.tx((db) => openRange(db, tools))
  const plan = range && (await school.tx((db) => makePlan(db, range)))
  if (plan) await workInBatches(school, signal, (db) => notifyNext({ db, school, plan }, tools, atOnce))
  await school.tx((db) => planNext(db, jobs.announceOpenedModules, () => Promise.resolve(nextHour(hour, tools.now()))))
}

/**
 * Finds the range of time that this run announces; undefined when all of it was announced. It begins where the one before ended, also where that one was
 * never finished, and no more than a day ago, to which an hour is added for a run that comes late.
 */
async function openRange(db: SchoolDb, { now }: Clock): Promise<TimeRange | undefined> {
  const until = lastHour(hour, now())
  const earliest = Math.max(until.getTime() - dayMs, now().getTime() - dayMs - hourMs)
  const last = await queries.lockAnnouncementRun(db)
  if (last && last.utc_until >= until)
    return last.utc_ended_on
      ? undefined
      : { from: new Date(Math.max(last.utc_from.getTime(), earliest)), until: last.utc_until }
  const from = new Date(Math.max(earliest, last?.utc_until.getTime() ?? 0))
  await queries.startAnnouncementRun(db, { utc_from: from, utc_until: until })
  return { from, until }
}

async function makePlan(db: SchoolDb, range: TimeRange): Promise<OpeningPlan> {
  const isClosed = range.from >= range.until || (await queries.isBlocked(db))
  const courses = isClosed ? [] : await queries.listOpeningCourses(db, range)
  const courseIds = courses.map(({ id }) => id)
  const cohorts = courses.length ? await queries.listOpeningCohorts(db, courseIds) : []
  const dates = courses.length ? await queries.listCohortDates(db, courseIds) : []
  return planOf(range, { courses, cohorts, dates })
}

/** @returns whether there may be more students */
async function notifyNext({ db, school, plan }: Page, tools: OpeningTools, limit: number): Promise<boolean> {
  const run = await queries.lockAnnouncementRun(db)
  if (!run || run.utc_ended_on || run.utc_until.getTime() !== plan.range.until.getTime()) return false
  const { last_cohort_id: lastCohortId, last_user_id: lastUserId } = run
  const cohort = plan.cohorts.find(({ id }) => BigInt(id) >= BigInt(lastCohortId))
  if (!cohort) {
    await queries.endAnnouncementRun(db, tools.now())
    return false
  }
  const students = await queries.listStudents(db, {
    cohortId: cohort.id,
    enrolled: cohort.enrolled,
    courseIds: plan.courseIds,
    after: cohort.id === lastCohortId ? lastUserId : '0',
    limit,
  })
  await notifyStudents({ db, school, plan }, students, tools)
  const isWhole = students.length < limit
  await queries.advanceAnnouncementRun(db, {
    last_cohort_id: isWhole ? String(BigInt(cohort.id) + 1n) : cohort.id,
    last_user_id: isWhole ? '0' : students.at(-1)!.user_id,
  })
  return true
}

async function notifyStudents(
  { db, school, plan }: Page,
  students: queries.StudentRow[],
  tools: OpeningTools,
): Promise<void> {
  const day = plan.range.until.toISOString().slice(0, 10)
  const opened = students.map((student) => ({ userId: student.user_id, courses: listOpened(plan, student) }))
  const readers = await dropHeld({ db, school, plan }, opened, tools)
  const mails = readers.map(({ userId, courses }) => ({
    userId,
    dedupeKey: `modules_opened:${userId}:${day}`,
    params: { moduleIds: courses.flatMap(({ moduleIds }) => moduleIds) },
  }))
  await queueEachMessage(db, 'modules_opened', mails, tools)
  // One notification for each course, about its first module.
  const news = readers.flatMap(({ userId, courses }) =>
    courses.map(({ moduleIds }) => ({ userId, subjectId: moduleIds[0]! })),
  )
  await notifyEach(db, 'modules_opened', news, tools)
}
