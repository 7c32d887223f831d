import { attemptEnd, type Circumstances, isOver } from '@escola/contract/exam-attempts'
import type { HandedInWay } from '@escola/contract/exam-attempts.contract'
import type { ExamAnswer } from '@escola/contract/exam-content'
import { markAttempt, needsCorrector } from '@escola/contract/exam-marks'
import type { AttemptAnswers } from '@escola/contract/exam-saves'
import type { SchoolDb } from '@escola/db'
import { readingIn } from '../../core/scope.ts'
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
  type Sitting,
  toSitting,
  toWholeSitting,
  type WholeSitting,
} from './exam-attempt-values.ts'
import * as queries from './exam-attempts.queries.ts'
import { listMarkedCourses, listMarkedExams, listMergedRunning, listPassedByUndone } from './moved-attempts.queries.ts'
import { type GivenRow, insertOpen, listGiven } from './open-answers.queries.ts'
import { findPublished } from './published-exam.service.ts'

/** Questions of an attempt, or those with the given numbers, in their order. */
export async function readQuestions(
  db: SchoolDb,
  { asked, seed, settings }: Pick<WholeSitting, 'asked' | 'seed' | 'settings'>,
  numbers: number[] = asked.map((_, at) => at + 1),
): Promise<Question[]> {
  const wanted = numbers.map((number) => ({ number, ...asked[number - 1]! }))
  const contents = await readContents(db, wanted)
  return wanted.map(({ number, points: planned }, at) => {
    const content = contents[at]!
    // An exercise waits for no person: its open answers are there to compare.
    const points = settings.kind === 'exercise' && content.key.kind === 'open' ? 0 : planned
    return { place: { number, points, seed }, content }
  })
}

/** Locks a student's place at the assessment of an attempt, and then the attempt. */
export async function lockSitting(db: SchoolDb, found: queries.PlaceOfAttempt): Promise<WholeSitting | undefined> {
  const [, , row] = await Promise.all([
    queries.holdStudent(db, found.userId, found.courseId),
    queries.lockMark(db, found),
    queries.lockAttempt(db, found.id),
  ])
  // A merging may have given it to another student meanwhile.
  return row?.user_id === found.userId ? toWholeSitting(row) : undefined
}

/** All questions of an attempt, with its answers. */
export interface Paper {
  questions: Question[]
  answers: AttemptAnswers<ExamAnswer>
  /** Points and comments of its open answers; none before it was handed in. */
  given: GivenRow[]
}

async function readPaper(db: SchoolDb, sitting: WholeSitting): Promise<Paper> {
  const [questions, rows, given] = await Promise.all([
    readQuestions(db, sitting),
    queries.listAnswers(db, sitting.id),
    listGiven(db, sitting.id),
  ])
  return { questions, answers: answersOf(sitting, rows), given }
}

/** An attempt that was handed in just now. */
export interface Finished {
  sitting: WholeSitting & { handedInOn: Date }
  hasPassed: boolean
  /** The student's attempts at the assessment, in the order of their beginnings. */
  attemptIds: string[]
  /** Open answers that a person has to correct before the attempt has points. */
  waiting: number
}

/**
 * Marks an attempt by the answers that count, and the student's mark by all attempts. The caller holds both. Handing in when the time is over, by
 * whichever call comes first, gives the same points. While an open answer waits to be corrected, the attempt has none.
 * @param known the attempt as the caller has it under its lock, with the saves that leave with the commit
 */
export async function finishAttempt(
  db: SchoolDb,
  sitting: WholeSitting,
  { on, how }: { on: Date; how: HandedInWay },
  { now }: Clock,
  known?: Paper,
): Promise<Finished> {
  const { questions, answers, given } = known ?? (await readPaper(db, sitting))
  const keyed = questions.map(({ content, place }) => ({ ...content, points: place.points }))
  const answerTo = (question: number) => countedAnswer(answers.counted, question)
  const givenTo = (question: number) => given.find(({ place }) => place === question)?.earned ?? undefined
  const { earned, mark, waiting } = markAttempt(keyed, answerTo, givenTo)
  const open = sitting.asked
    .map(({ question }, at) => ({ question, place: at + 1 }))
    .filter(({ place }) => needsCorrector(keyed[place - 1]!, answerTo(place)))
  const points = waiting > 0 ? null : mark.points
  const [, , { hasPassed, hadPassed, attemptIds }] = await Promise.all([
    open.length > 0 ? insertOpen(db, sitting, open, on) : undefined,
    queries.markHandedIn(db, sitting.id, { on, how, earned, points, total: mark.total }),
    recordMark(db, sitting, now()),
  ])
  // A student who passed before may have taken the lesson back since.
  if (hasPassed && !hadPassed) await completePassed(db, sitting, { now })
  const marked = { ...sitting, handedInOn: on, how, mark: waiting > 0 ? null : mark }
  return { sitting: marked, hasPassed, attemptIds, waiting }
}

/** Completes the lesson of a student who has passed, where its published assessment must be passed. The caller holds the student's place. */
export async function completePassed(
  db: SchoolDb,
  { userId, courseId, lessonId }: Pick<WholeSitting, 'userId' | 'courseId' | 'lessonId'>,
  { now }: Clock,
): Promise<void> {
  const exam = await findPublished(readingIn(db), lessonId)
  const mustPass = exam?.settings.must_pass
  if (mustPass) await completeByPassing(db, { userId, courseId, lessonId }, now())
}

/** A student's recalculated mark. */
interface RecordedMark {
  hasPassed: boolean
  hadPassed: boolean
  /** The latest attempt was one at an exam: an exercise shows its key, and earns no points. */
  isExam: boolean
  isChanged: boolean
  /** All attempts of the student, in the order of their beginnings. */
  attemptIds: string[]
}

/**
 * Recalculates a student's mark after an attempt was marked, and does what follows: points for the first pass, and certificates that waited for a
 * higher mark. The caller holds the student's place.
 * @returns `locksMore`: the student's certificates are locked, so no other student may be waited for in this transaction
 */
export async function recordMark(
  db: SchoolDb,
  { examId, userId, courseId }: queries.ExamPlace & { courseId: string },
  now: Date,
): Promise<RecordedMark & { locksMore: boolean }> {
  const place = { examId, userId }
  const { values, ...recorded } = await countMark(db, place, queries.findMark(db, place))
  const isFirst = recorded.hasPassed && !recorded.hadPassed && recorded.isExam
  const [, , locksMore] = await Promise.all([
    queries.updateMark(db, place, values),
    isFirst ? recordExam(db, place, now) : undefined,
    // Points are locked before certificates.
    isFirst ? undefined : issueOnMark(db, { courseId, userId }, now),
  ])
  return { ...recorded, locksMore: locksMore ?? (await issueOnMark(db, { courseId, userId }, now)) }
}

/** Calculates a student's mark from their handed-in attempts. */
async function countMark(
  db: SchoolDb,
  place: queries.ExamPlace,
  found: ReturnType<typeof queries.findMark>,
  kept: (Date | null)[] = [],
): Promise<RecordedMark & { values: Parameters<typeof queries.updateMark>[2] }> {
  const [before, rows] = await Promise.all([found, queries.listAttempts(db, place)])
  const handedIn = rows.map(toSitting).filter(isHandedIn)
  const counted = countAttempts(handedIn)
  const { points, total, utc_passed_on: passedBefore } = before ?? { points: null, total: null, utc_passed_on: null }
  const moments = [passedBefore, ...kept, counted.passedOn]
  const passed = moments.filter((moment) => moment !== null).toSorted((a, b) => Number(a) - Number(b))[0] ?? null
  return {
    values: { mark: counted.mark, attempts: handedIn.length, passedOn: passed },
    hasPassed: passed !== null,
    hadPassed: passedBefore !== null,
    isExam: handedIn.at(-1)?.settings.kind === 'exam',
    isChanged: points !== (counted.mark?.points ?? null) || total !== (counted.mark?.total ?? null),
    attemptIds: rows.map(({ id }) => id),
  }
}

/** Recalculates a student's mark, without points, certificates or completion. */
async function recountMark(db: SchoolDb, place: queries.ExamPlace, kept: (Date | null)[] = []): Promise<void> {
  const { values } = await countMark(db, place, queries.lockMark(db, place), kept)
  await queries.updateMark(db, place, values)
}

/**
 * Hands an attempt in whose time and grace are over; the caller holds it.
 * @returns whether it was over
 */
export async function finishIfOver(db: SchoolDb, sitting: WholeSitting, tools: Clock): Promise<boolean> {
  if (sitting.handedInOn) return true
  // Most that the planner looks at are over, so what marks them is read in the same packet.
  const [circumstances, paper] = await Promise.all([circumstancesOf(db, sitting, tools.now()), readPaper(db, sitting)])
  const end = endIfOver(sitting, circumstances)
  if (end) await finishAttempt(db, sitting, end, tools, paper)
  return end !== undefined
}

/** When and how an attempt ended, once its time and grace are over; undefined while answers still count. */
export function endIfOver(sitting: Sitting, circumstances: Circumstances): { on: Date; how: HandedInWay } | undefined {
  if (!isOver(sitting, circumstances)) return undefined
  const { on, why } = attemptEnd(sitting, circumstances)!
  return { on, how: why }
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
    const found = await queries.findPlace(db, id)
    const sitting = found && (await lockSitting(db, found))
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
    await recountMark(db, to, [passed, corrected.get(toId) ?? null])
    if (isUndone) await recountMark(db, from, [corrected.get(fromId) ?? null])
    // A row without attempts would say that its student had begun, and open the lesson to them.
    if (isUndone) await queries.deleteUnbegun(db, examId, [fromId, toId])
  }
}

/** Issues the first student's certificates that waited for a mark, now that the other's attempts have raised it. */
export async function issueMerged(db: SchoolDb, { toId }: MergedStudents, { now }: Clock): Promise<void> {
  for (const courseId of await listMarkedCourses(db, toId)) await issueOnMark(db, { courseId, userId: toId }, now())
}
