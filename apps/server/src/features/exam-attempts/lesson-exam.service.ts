import { minuteMs } from '@escola/contract/durations'
import { beginRefusal, type Circumstances } from '@escola/contract/exam-attempts'
import { examAttemptLimits, type LessonExam } from '@escola/contract/exam-attempts.contract'
import { countAsked, totalOf } from '@escola/contract/exam-draws'
import { attemptRulesOf, drawnPartsOf } from '@escola/contract/exam-publication'
import { explainAttemptRefusal } from '@escola/contract/exam-texts'
import type { SchoolDb } from '@escola/db'
import { notFound } from '../../core/app-error.ts'
import type { Attended } from '../../core/scope.ts'
import { studentOf } from '../../core/studying.ts'
import { type LearningTools, requireOpen } from '../learning/learning.service.ts'
import { circumstancesOf, findAccessEnd } from './circumstances.ts'
import {
  endsOnOf,
  isHandedIn,
  type PublishedExam,
  type Sitting,
  toException,
  toPast,
  toSitting,
} from './exam-attempt-values.ts'
import * as queries from './exam-attempts.queries.ts'
import { listExceptions } from './exceptions.queries.ts'
import { settleRunning } from './handing-in.service.ts'
import { findPublished } from './published-exam.service.ts'

/** The assessment of a lesson that the student may open now. */
export async function openExam(school: Attended, lessonId: string, tools: LearningTools): Promise<PublishedExam> {
  const exam = await findPublished(school, lessonId)
  if (!exam) throw notFound()
  await requireOpen(school, { courseId: exam.courseId, lessonId }, tools)
  return exam
}

/** Rules of a student's next attempt, with their exception. */
export async function findRules(db: SchoolDb, { id: examId, settings }: PublishedExam, userId: string) {
  const exception = toException(await listExceptions(db, { examId, userId }), userId, settings)
  return attemptRulesOf(settings, exception)
}

/** Why the student may not begin an attempt now; undefined where they may. What has ended was handed in before. */
async function refusalOf(
  db: SchoolDb,
  { exam, userId, sittings }: { exam: PublishedExam; userId: string; sittings: Sitting[] },
  now: Date,
) {
  const accessEndsOn = await findAccessEnd(db, { ...exam, userId }, now, async () => now)
  return judgeBeginning(sittings, { rules: await findRules(db, exam, userId), accessEndsOn, now })
}

export function judgeBeginning(sittings: Sitting[], circumstances: Circumstances) {
  if (!sittings.every(isHandedIn)) return { reason: 'running' as const }
  return beginRefusal(
    sittings.filter(({ isCounted }) => isCounted),
    circumstances,
  )
}

/** A lesson's assessment for its student. An attempt that has ended is handed in first, so the answer doesn't depend on the planner. */
export async function getLessonExam(
  school: Attended,
  { contentId }: { contentId: string },
  tools: LearningTools,
): Promise<{ exam: LessonExam }> {
  const exam = await openExam(school, contentId, tools)
  const userId = studentOf(school, exam.courseId)
  const place = { examId: exam.id, userId }
  return school.tx(async (db) => {
    await settleRunning(db, place, tools)
    const now = tools.now()
    const sittings = (await queries.listAttempts(db, place)).map(toSitting)
    const refusal = await refusalOf(db, { exam, userId, sittings }, now)
    const mark = await queries.findMark(db, place)
    const running = sittings.find((sitting) => !isHandedIn(sitting))
    const seen = { hasPassed: Boolean(mark?.utc_passed_on), now }
    const past = sittings
      .flatMap((sitting, at) => (isHandedIn(sitting) ? [toPast(sitting, at + 1, seen)] : []))
      .toReversed()
      .slice(0, examAttemptLimits.listed)
    const parts = drawnPartsOf(exam.parts)
    const { attempts, limitMs, closesOn } = await findRules(db, exam, userId)
    const isExam = exam.settings.kind === 'exam'
    const annulled = await queries.listAnnulled(db, exam.id, exam.publication)
    const out = new Set([...annulled].flatMap(([question, counts]) => (counts === 'out' ? [question] : [])))
    return {
      exam: {
        settings: {
          ...exam.settings,
          limit_minutes: limitMs === null ? null : limitMs / minuteMs,
          utc_closes_on: closesOn?.toISOString() ?? null,
        },
        questions: countAsked(parts),
        points: isExam ? totalOf(parts, out) : null,
        has_open: isExam && (await queries.asksOpen(db, exam.id, exam.publication)),
        refusal: refusal ? explainAttemptRefusal(refusal, now) : null,
        utc_next_on: refusal && 'next' in refusal ? refusal.next.toISOString() : null,
        attempts_left:
          attempts === null ? null : Math.max(0, attempts - sittings.filter(({ isCounted }) => isCounted).length),
        running: running
          ? {
              id: running.id,
              utc_begun_on: running.begunOn.toISOString(),
              utc_ends_on: endsOnOf(running, await circumstancesOf(db, { ...running, ...placeOf(exam) }, now)),
            }
          : null,
        past,
        mark: past.some((each) => each.mark) ? markOf(mark) : null,
        has_passed: seen.hasPassed && past.length > 0,
      },
    }
  })
}

const placeOf = ({ courseId, isPrivate }: PublishedExam) => ({ courseId, isPrivate })

const markOf = (mark: Awaited<ReturnType<typeof queries.findMark>>) =>
  mark && mark.points !== null && mark.total !== null ? { points: mark.points, total: mark.total } : null
