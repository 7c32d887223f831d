import { attemptEnd, isOver } from '@escola/contract/exam-attempts'
import type { HandedInWay } from '@escola/contract/exam-attempts.contract'
import { markAttempt } from '@escola/contract/exam-marks'
import { ExamSettings } from '@escola/contract/exam-plan'
import type { SchoolDb } from '@escola/db'
import type { MergedStudents } from '../../core/student-lifecycle.ts'
import type { Clock } from '../../core/tools.ts'
import { issueOnMark } from '../certificates/issuing/issuing.service.ts'
import { readContents } from '../exams/exam-contents.service.ts'
import { recordExam } from '../karma/karma.service.ts'
import { completeByPassing } from '../learning/completion.service.ts'
import { circumstancesOf } from './circumstances.ts'
import {
  answersOf,
  countAttempts,
  countedAnswer,
  isHandedIn,
  type Question,
  toSitting,
  toWholeSitting,
  type WholeSitting,
} from './exam-attempt-values.ts'
import * as queries from './exam-attempts.queries.ts'
import { listMarkedCourses, listMarkedExams, listMergedRunning, listPassedByUndone } from './moved-attempts.queries.ts'

/** Questions of an attempt, or those with the given numbers, in their order. */
export async function readQuestions(
  db: SchoolDb,
  { asked, seed }: Pick<WholeSitting, 'asked' | 'seed'>,
  numbers: number[] = asked.map((_, at) => at + 1),
): Promise<Question[]> {
  const wanted = numbers.map((number) => ({ number, ...asked[number - 1]! }))
  const contents = await readContents(db, wanted)
  return wanted.map(({ number, points }, at) => ({ place: { number, points, seed }, content: contents[at]! }))
}

/** Locks a student's place at the assessment of an attempt, and then the attempt. */
export async function lockSitting(
  db: SchoolDb,
  found: Pick<WholeSitting, 'id' | 'examId' | 'userId' | 'courseId'>,
): Promise<WholeSitting | undefined> {
  const [, , row] = await Promise.all([
    queries.holdStudent(db, found.userId, found.courseId),
    queries.lockMark(db, found),
    queries.lockAttempt(db, found.id),
  ])
  // A merging may have given it to another student meanwhile.
  return row?.user_id === found.userId ? toWholeSitting(row) : undefined
}

/**
 * Marks an attempt by the answers that count, and the student's mark by all attempts. The caller holds both. Handing in when the time is over, by
 * whichever call comes first, gives the same points.
 */
export async function finishAttempt(
  db: SchoolDb,
  sitting: WholeSitting,
  { on, how }: { on: Date; how: HandedInWay },
  { now }: Clock,
): Promise<void> {
  const [questions, answers] = await Promise.all([readQuestions(db, sitting), queries.listAnswers(db, sitting.id)])
  const { counted } = answersOf(sitting, answers)
  const keyed = questions.map(({ content, place }) => ({ ...content, points: place.points }))
  const { earned, mark } = markAttempt(keyed, (question) => countedAnswer(counted, question))
  const [, { hasPassed, hadPassed }] = await Promise.all([
    queries.markHandedIn(db, sitting.id, { on, how, earned, ...mark }),
    recordMark(db, sitting, now()),
  ])
  // A student who passed before may have taken the lesson back since.
  if (hasPassed && !hadPassed) await completePassed(db, sitting, { now })
}

/** Completes the lesson of a student who has passed, where its published assessment must be passed. The caller holds the student's place. */
export async function completePassed(
  db: SchoolDb,
  { userId, courseId, lessonId }: Pick<WholeSitting, 'userId' | 'courseId' | 'lessonId'>,
  { now }: Clock,
): Promise<void> {
  const exam = await queries.findPublishedExam(db, lessonId)
  const mustPass = exam !== undefined && ExamSettings.parse(exam.settings).must_pass
  if (mustPass) await completeByPassing(db, { userId, courseId, lessonId }, now())
}

/** A student's recalculated mark. */
interface RecordedMark {
  hasPassed: boolean
  hadPassed: boolean
  /** The latest attempt was one at an exam: an exercise shows its key, and earns no points. */
  isExam: boolean
  isChanged: boolean
}

/**
 * Recalculates a student's mark after an attempt was marked, and does what follows: points for the first pass, and certificates that waited for a
 * higher mark.
 * @returns `locksMore`: the student's certificates are locked, so no other student may be waited for in this transaction
 */
export async function recordMark(
  db: SchoolDb,
  { examId, userId, courseId }: queries.ExamPlace & { courseId: string },
  now: Date,
): Promise<RecordedMark & { locksMore: boolean }> {
  const recorded = await countMark(db, { examId, userId })
  if (recorded.hasPassed && !recorded.hadPassed && recorded.isExam) await recordExam(db, { examId, userId }, now)
  return { ...recorded, locksMore: await issueOnMark(db, { courseId, userId }, now) }
}

/** Recalculates a student's mark from their handed-in attempts. */
async function countMark(db: SchoolDb, place: queries.ExamPlace, kept: (Date | null)[] = []): Promise<RecordedMark> {
  const [before, rows] = await Promise.all([queries.lockMark(db, place), queries.listAttempts(db, place)])
  const handedIn = rows.map(toSitting).filter(isHandedIn)
  const counted = countAttempts(handedIn)
  const moments = [before.utc_passed_on, ...kept, counted.passedOn]
  const passed = moments.filter((moment) => moment !== null).toSorted((a, b) => Number(a) - Number(b))[0] ?? null
  await queries.updateMark(db, place, { mark: counted.mark, attempts: handedIn.length, passedOn: passed })
  const isChanged = before.points !== (counted.mark?.points ?? null) || before.total !== (counted.mark?.total ?? null)
  const isExam = handedIn.at(-1)?.settings.kind === 'exam'
  return { hasPassed: passed !== null, hadPassed: before.utc_passed_on !== null, isExam, isChanged }
}

/**
 * Hands an attempt in whose time and grace are over; the caller holds it.
 * @returns whether it was over
 */
export async function finishIfOver(db: SchoolDb, sitting: WholeSitting, tools: Clock): Promise<boolean> {
  if (sitting.handedInOn) return true
  const circumstances = await circumstancesOf(db, sitting, tools.now())
  if (!isOver(sitting, circumstances)) return false
  const end = attemptEnd(sitting, circumstances)!
  await finishAttempt(db, sitting, { on: end.on, how: end.why }, tools)
  return true
}

/** Hands in the running attempt of a student, where it is over. */
export async function settleRunning(db: SchoolDb, place: queries.ExamPlace, tools: Clock): Promise<void> {
  const id = await queries.findRunning(db, place)
  const row = id === undefined ? undefined : await queries.findAttempt(db, id)
  const found = row && toWholeSitting(row)
  // One that runs is left to its saves, which a lock would hold up.
  if (!found || !isOver(found, await circumstancesOf(db, found, tools.now()))) return
  const sitting = await lockSitting(db, found)
  if (sitting) await finishIfOver(db, sitting, tools)
}

/**
 * Hands in the running attempts of a student who is merged into another, and those of the other at the same assessments: one of them could not go on
 * beside the other. The caller holds both students.
 */
export async function handInMerged(db: SchoolDb, { fromId, toId }: MergedStudents, tools: Clock): Promise<void> {
  for (const id of await listMergedRunning(db, { fromId, toId })) {
    const row = await queries.findAttempt(db, id)
    const sitting = row && (await lockSitting(db, toWholeSitting(row)))
    if (!sitting || (await finishIfOver(db, sitting, tools))) continue
    await finishAttempt(db, sitting, { on: tools.now(), how: 'merged' }, tools)
  }
}

/**
 * Counts the marks of two students again after a merging has moved their attempts. The first student has passed if either had. After an undo, each has
 * what their own attempts say.
 */
export async function recountMerged(
  db: SchoolDb,
  { fromId, toId }: MergedStudents,
  { isUndone }: { isUndone: boolean },
): Promise<void> {
  for (const examId of await listMarkedExams(db, [fromId, toId])) {
    const [from, to] = [
      { examId, userId: fromId },
      { examId, userId: toId },
    ]
    const passed = isUndone ? null : ((await queries.findMark(db, from))?.utc_passed_on ?? null)
    await queries.deleteMark(db, from)
    if (isUndone) await queries.deleteMark(db, to)
    // A pass that a corrected key gave stays after its undo, though the attempts say nothing of it.
    const corrected = isUndone ? await listPassedByUndone(db, examId, [fromId, toId]) : new Map<string, Date>()
    await countMark(db, to, [passed, corrected.get(toId) ?? null])
    if (isUndone) await countMark(db, from, [corrected.get(fromId) ?? null])
    // A row without attempts would say that its student had begun, and open the lesson to them.
    if (isUndone) await queries.deleteUnbegun(db, examId, [fromId, toId])
  }
}

/** Issues the first student's certificates that waited for a mark, now that the other's attempts have raised it. */
export async function issueMerged(db: SchoolDb, { toId }: MergedStudents, { now }: Clock): Promise<void> {
  for (const courseId of await listMarkedCourses(db, toId)) await issueOnMark(db, { courseId, userId: toId }, now())
}
