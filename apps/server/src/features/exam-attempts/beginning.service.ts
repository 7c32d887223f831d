import { randomBytes } from 'node:crypto'
import type { AttemptRules, Circumstances } from '@escola/contract/exam-attempts'
import { drawQuestions } from '@escola/contract/exam-draws'
import { drawnPartsOf, versionsOf } from '@escola/contract/exam-publication'
import { seededRandom } from '@escola/contract/exam-random'
import { explainAttemptRefusal } from '@escola/contract/exam-texts'
import type { SchoolDb } from '@escola/db'
import { AppError } from '../../core/app-error.ts'
import type { Attended } from '../../core/scope.ts'
import type { Clock } from '../../core/tools.ts'
import { makeOnce } from '../../make-once/make-once.ts'
import { startCourse } from '../learning/completion.service.ts'
import { findAccessEnd, nextLook } from './circumstances.ts'
import { scheduleLook } from './ended-attempts.service.ts'
import { type PublishedExam, type Question, toRunning, toSitting, type WholeSitting } from './exam-attempt-values.ts'
import * as queries from './exam-attempts.queries.ts'
import { type AttemptTools, countCall, openIn } from './exam-attempts.service.ts'
import { readQuestions, settleRunning } from './handing-in.service.ts'
import { findRules, judgeBeginning, openExam } from './lesson-exam.service.ts'

/** Stream of an attempt's seed that draws its questions; those of its options are the questions' numbers, from 1. */
const drawingStream = 0

/** Begins an attempt and opens it. A call that is repeated under its key opens the attempt that the first one began. */
export async function beginAttempt(school: Attended, { contentId }: { contentId: string }, tools: AttemptTools) {
  const exam = await openExam(school, contentId, tools)
  const userId = await countCall(school, tools, exam.courseId)
  return school.tx(async (db) => {
    let begun = undefined as Begun | undefined
    const make = async () => {
      begun = await insertAttempt(db, { exam, userId, found: await look() }, tools)
      return { id: begun.sitting.id }
    }
    let looked: Promise<Found> | undefined
    const look = () => (looked ??= lockPlace(db, exam, userId, tools))
    // All leave in one packet and run in this order: the student is held, their key, and then their place, and what is read sees what was waited for.
    const held = queries.holdStudent(db, userId, exam.courseId)
    const made = makeOnce(db, school, { kind: `exam-attempt ${exam.id}`, make }, tools)
    const [, { id }] = await Promise.all([held, made, look()])
    if (!begun) return openIn(db, { id, userId }, tools)
    return {
      attempt: toRunning(begun.sitting, { questions: begun.questions, counted: new Map() }, begun.circumstances),
    }
  })
}

interface Begun {
  sitting: WholeSitting
  questions: Question[]
  circumstances: Circumstances
}

const readPlace = (db: SchoolDb, exam: PublishedExam, userId: string, { now }: Clock) =>
  Promise.all([
    queries.listAttempts(db, { examId: exam.id, userId }),
    findAccessEnd(db, { ...exam, userId }, now(), async () => now()),
    queries.listSeen(db, { examId: exam.id, userId }),
    queries.listAnnulled(db, exam.id, exam.publication),
    findRules(db, exam, userId),
  ])
type Found = Awaited<ReturnType<typeof readPlace>>

/** Locks a student's place at an assessment, and reads what decides whether they may begin, and with which questions. */
async function lockPlace(db: SchoolDb, exam: PublishedExam, userId: string, tools: Clock): Promise<Found> {
  const [, found] = await Promise.all([
    queries.lockMark(db, { examId: exam.id, userId }),
    readPlace(db, exam, userId, tools),
  ])
  return found
}

/** A class begins in the same second, so statements that need no earlier result leave in one packet. */
async function insertAttempt(
  db: SchoolDb,
  { exam, userId, found }: { exam: PublishedExam; userId: string; found: Found },
  tools: Clock,
): Promise<Begun> {
  const place = { examId: exam.id, userId }
  const isSettled = found[0].every(({ utc_handed_in_on }) => utc_handed_in_on !== null)
  if (!isSettled) await settleRunning(db, place, tools)
  const [rows, accessEndsOn, seen, annulled, rules] = isSettled ? found : await readPlace(db, exam, userId, tools)
  const now = tools.now()
  const circumstances = { rules, accessEndsOn, now }
  const refusal = judgeBeginning(rows.map(toSitting), circumstances)
  if (refusal) throw new AppError('attempt_refused', { fields: { attempt: explainAttemptRefusal(refusal, now) } })
  const sitting = drawSitting(exam, { userId, seen: new Set(seen), annulled: new Set(annulled.keys()), rules }, now)
  const lookOn = nextLook(sitting, circumstances)
  const { publication, seed, asked, epoch } = sitting
  const [{ id }, questions] = await Promise.all([
    queries.insertAttempt(db, place, { publication, seed, asked, epoch, utc_begun_on: now, utc_look_on: lookOn }),
    readQuestions(db, sitting),
    startCourse(db, { userId, courseId: exam.courseId }, now),
    scheduleLook(db, lookOn, tools),
  ])
  return { sitting: { ...sitting, id }, questions, circumstances }
}

/** Draws the questions of a new attempt, which this device has open. */
function drawSitting(
  { id: examId, publication, settings, parts, courseId, lessonId, isPrivate }: PublishedExam,
  { userId, seen, annulled, rules }: { userId: string; seen: Set<string>; annulled: Set<string>; rules: AttemptRules },
  now: Date,
): Omit<WholeSitting, 'id'> {
  const seed = randomBytes(32).toString('hex')
  const versions = versionsOf(parts)
  const asked = drawQuestions(drawnPartsOf(parts), {
    seen,
    annulled,
    shuffled: settings.is_shuffled,
    random: seededRandom(seed, drawingStream),
  }).map(({ question, points }) => ({ question, points, version: versions.get(question)! }))
  return {
    ...{ examId, userId, publication, settings, courseId, lessonId, isPrivate, seed, asked },
    ...{ epoch: 1, rules, begunOn: now, handedInOn: null, how: null, isCounted: true, mark: null },
  }
}
