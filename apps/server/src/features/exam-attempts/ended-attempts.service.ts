import type { SchoolDb } from '@escola/db'
import type { School } from '../../core/scope.ts'
import type { Clock } from '../../core/tools.ts'
import { jobs } from '../../jobs/catalogue.ts'
import { findDue, planNext, scheduleJob } from '../../jobs/scheduled-jobs.ts'
import { circumstancesOf, nextLook } from './circumstances.ts'
import { toWholeSitting } from './exam-attempt-values.ts'
import * as queries from './exam-attempts.queries.ts'
import { finishIfOver, lockSitting } from './handing-in.service.ts'
import { findNextLook, listDue } from './planned-looks.queries.ts'

/**
 * Makes the planner look at an attempt at a moment. A class that begins in the same second would wait for one row of the clock, so it is written only where
 * the moment is earlier than the planned one.
 */
export async function scheduleLook(db: SchoolDb, lookOn: Date, { now }: Clock): Promise<void> {
  const planned = await findDue(db, jobs.endExamAttempts)
  // While a run is under way its moment is in the past; it plans the next one when it ends.
  if (!planned || planned > lookOn || planned <= now()) await scheduleJob(db, jobs.endExamAttempts, lookOn)
}

/** Attempts whose ids are read at once. */
const listedAtOnce = 200
/** Attempts that are handed in at the same time: while one waits for the disk, another is marked. */
const looksAtOnce = 4

/** Hands in what has ended. It may run twice, and late: each attempt is looked at again in a transaction of its own. */
export async function endAttempts(school: School, tools: Clock, signal: AbortSignal): Promise<void> {
  for (let found = listedAtOnce; found === listedAtOnce; signal.throwIfAborted()) {
    const due = await school.tx((db) => listDue(db, tools.now(), listedAtOnce))
    const left = due.values()
    const lookAtLeft = async () => {
      for (const id of left) {
        signal.throwIfAborted()
        await school.tx((db) => lookAt(db, id, tools))
      }
    }
    await endTogether(Array.from({ length: looksAtOnce }, lookAtLeft))
    found = due.length
  }
  await school.tx((db) => planNext(db, jobs.endExamAttempts, () => findNextLook(db)))
}

/** Waits for all, even after one has failed: a job that is tried again must not meet its own transactions. */
async function endTogether(works: Promise<void>[]): Promise<void> {
  for (const ended of await Promise.allSettled(works)) if (ended.status === 'rejected') throw ended.reason
}

async function lookAt(db: SchoolDb, id: string, tools: Clock): Promise<void> {
  const found = await queries.findPlace(db, id)
  const sitting = found && (await lockSitting(db, found))
  if (!sitting || (await finishIfOver(db, sitting, tools))) return
  await queries.updateLook(db, id, nextLook(sitting, await circumstancesOf(db, sitting, tools.now())))
}

/** Replans the look at a student's running attempt after an exception has moved its end. The caller has locked the student. */
export async function lookAgain(db: SchoolDb, place: queries.ExamPlace, tools: Clock): Promise<void> {
  const id = await queries.findRunning(db, place)
  const row = id === undefined ? undefined : await queries.lockAttempt(db, id)
  if (!row) return
  const sitting = toWholeSitting(row)
  const lookOn = nextLook(sitting, await circumstancesOf(db, sitting, tools.now()))
  await queries.updateLook(db, sitting.id, lookOn)
  await scheduleLook(db, lookOn, tools)
}
