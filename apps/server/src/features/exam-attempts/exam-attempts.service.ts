import { randomBytes } from 'node:crypto'
import { minuteMs } from '@escola/contract/durations'
import { answerFromAttempt } from '@escola/contract/exam-attempt-wire'
import { type AttemptRules, type Circumstances, isOver } from '@escola/contract/exam-attempts'
import { type AttemptSave, examAttemptLimits } from '@escola/contract/exam-attempts.contract'
import type { ExamAnswer } from '@escola/contract/exam-content'
import { drawQuestions } from '@escola/contract/exam-draws'
import { drawnPartsOf, versionsOf } from '@escola/contract/exam-publication'
import { seededRandom } from '@escola/contract/exam-random'
import { isPassing } from '@escola/contract/exam-results'
import { type AnswerSave, type AttemptAnswers, applySave, type SaveVerdict } from '@escola/contract/exam-saves'
import { explainAttemptRefusal, saveTexts } from '@escola/contract/exam-texts'
import { type SchoolDb, writeNow } from '@escola/db'
import { AppError, invalidField, notFound } from '../../core/app-error.ts'
import type { Attended } from '../../core/scope.ts'
import type { Clock } from '../../core/tools.ts'
import type { CachedRateLimit } from '../../http/cached-rate-limit.ts'
import { makeOnce } from '../../make-once/make-once.ts'
import { startCourse } from '../learning/completion.service.ts'
import type { LearningTools } from '../learning/learning.service.ts'
import { circumstancesOf, findAccessEnd, nextLook } from './circumstances.ts'
import { scheduleLook } from './ended-attempts.service.ts'
import {
  answersOf,
  endsOnOf,
  isHandedIn,
  laterOf,
  type PublishedExam,
  type Question,
  shownPartOf,
  toPast,
  toRunning,
  toShown,
  toSitting,
  toWholeSitting,
  type WholeSitting,
} from './exam-attempt-values.ts'
import * as queries from './exam-attempts.queries.ts'
import { finishAttempt, finishIfOver, lockSitting, readQuestions, settleRunning } from './handing-in.service.ts'
import { findRules, judgeBeginning, openExam, studentOf } from './lesson-exam.service.ts'

/** Stream of an attempt's seed that draws its questions; those of its options are the questions' numbers, from 1. */
const drawingStream = 0

/** Begins an attempt and opens it. A call that is repeated under its key opens the attempt that the first one began. */
export async function beginAttempt(school: Attended, { contentId }: { contentId: string }, tools: AttemptTools) {
  const exam = await openExam(school, contentId, tools)
  const userId = await countCall(school, tools)
  return school.tx(async (db) => {
    await queries.holdStudent(db, userId, exam.courseId)
    let begun = undefined as Begun | undefined
    const make = async () => {
      begun = await insertAttempt(db, exam, userId, tools)
      return { id: begun.sitting.id }
    }
    const { id } = await makeOnce(db, school, { kind: `exam-attempt ${exam.id}`, make }, tools)
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

/** A class begins in the same second, so statements that need no earlier result leave in one packet. The first takes the lock; the others see what it waited for. */
async function insertAttempt(db: SchoolDb, exam: PublishedExam, userId: string, tools: Clock): Promise<Begun> {
  const place = { examId: exam.id, userId }
  const read = () =>
    Promise.all([
      queries.listAttempts(db, place),
      findAccessEnd(db, { ...exam, userId }, tools.now(), async () => tools.now()),
      queries.listSeen(db, place),
      queries.listAnnulled(db, exam.id, exam.publication),
      findRules(db, exam, userId),
    ])
  const [, first] = await Promise.all([queries.lockMark(db, place), read()])
  const isSettled = first[0].every(({ utc_handed_in_on }) => utc_handed_in_on !== null)
  if (!isSettled) await settleRunning(db, place, tools)
  const [rows, accessEndsOn, seen, annulled, rules] = isSettled ? first : await read()
  const now = tools.now()
  const circumstances = { rules, accessEndsOn, now }
  const refusal = judgeBeginning(rows.map(toSitting), circumstances)
  if (refusal) throw new AppError('attempt_refused', { fields: { attempt: explainAttemptRefusal(refusal, now) } })
  const sitting = drawSitting(exam, { userId, seen: new Set(seen), annulled: new Set(annulled), rules }, now)
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

export async function openAttempt(school: Attended, { attemptId }: { attemptId: string }, tools: AttemptTools) {
  const userId = await countCall(school, tools)
  return school.tx((db) => openIn(db, { id: attemptId, userId }, tools))
}

/** Gives the attempt a new epoch: saves of devices that opened it before are refused from now on. */
async function openIn(db: SchoolDb, own: { id: string; userId: string }, tools: Clock) {
  const sitting = await lockOwn(db, own)
  const [circumstances, questions, answers] = await Promise.all([
    circumstancesOf(db, sitting, tools.now()),
    readQuestions(db, sitting),
    queries.listAnswers(db, own.id),
  ])
  if (isOver(sitting, circumstances)) throw new AppError('attempt_over')
  const epoch = sitting.epoch + 1
  await queries.updateEpoch(db, own.id, epoch)
  const { counted } = answersOf(sitting, answers)
  return { attempt: toRunning({ ...sitting, epoch }, { questions, counted }, circumstances) }
}

/** Finds the student's own attempt and locks it. */
async function lockOwn(db: SchoolDb, { id, userId }: { id: string; userId: string }): Promise<WholeSitting> {
  const [, row] = await Promise.all([queries.holdMember(db, userId), queries.lockAttempt(db, id)])
  if (!row || row.user_id !== userId) throw notFound()
  return toWholeSitting(row)
}

interface Saves {
  attemptId: string
  epoch: number
  saves: AttemptSave[]
}
export interface AttemptTools extends LearningTools {
  limit: Pick<CachedRateLimit, 'take'>
}

/** Counts what one student sends: a class sits behind one address. */
async function countCall(school: Attended, { limit, config }: AttemptTools): Promise<string> {
  const userId = studentOf(school)
  const max = Math.ceil(examAttemptLimits.callsPerMinute * config.rateFactor)
  const { waitMs } = await limit.take({ key: `exam attempts ${school.id} ${userId}`, max }, minuteMs)
  if (waitMs) throw new AppError('too_many_requests', { retryAfter: Math.ceil(waitMs / 1000) })
  return userId
}

/** Saves answers. What comes after the end and its grace is kept apart, and counts for nothing. */
export async function saveAnswers(school: Attended, { attemptId: id, ...sent }: Saves, tools: AttemptTools) {
  const userId = await countCall(school, tools)
  return school.tx(async (db) => {
    const sitting = await lockOwn(db, { id, userId })
    const { saved, answers, questions, circumstances } = await keepSaves(db, sitting, sent, tools.now())
    const counted = new Set(saved.filter(({ verdict }) => verdict === 'counted').map(({ question }) => question))
    const isExercise = sitting.settings.kind === 'exercise'
    const answered = questions.filter(
      ({ place: { number } }) => counted.has(number) && answers.counted.get(number)?.answer,
    )
    return {
      verdicts: saved,
      shown: isExercise ? answered.map((question) => toShown(question, answers.counted, true)) : [],
      utc_now: circumstances.now.toISOString(),
      utc_ends_on: endsOnOf(sitting, circumstances),
    }
  })
}

type Kept = Exclude<SaveVerdict, 'older_epoch' | 'unknown'>

async function keepSaves(db: SchoolDb, sitting: WholeSitting, { epoch, saves }: Omit<Saves, 'attemptId'>, now: Date) {
  if (epoch > sitting.epoch) throw invalidField('epoch', saveTexts.unknown)
  if (epoch < sitting.epoch) throw new AppError('attempt_taken_over')
  const sent = saves.map((save) => ({ ...save, epoch }))
  if (sent.some(({ question }) => question > sitting.asked.length)) throw invalidField('saves', saveTexts.unknown)
  const [circumstances, questions, kept] = await Promise.all([
    circumstancesOf(db, sitting, now),
    readQuestions(db, sitting, [...new Set(sent.map(({ question }) => question))]),
    queries.listAnswers(db, sitting.id),
  ])
  const questionOf = new Map(questions.map((question) => [question.place.number, question]))
  let answers: AttemptAnswers<ExamAnswer> = answersOf(sitting, kept)
  const rules = { isOver: isOver(sitting, circumstances), isExercise: sitting.settings.kind === 'exercise' }
  const judged = sent.map((save) => {
    const applied = applySave(answers, toBank(save, questionOf.get(save.question)!), rules)
    answers = applied.answers
    return { question: save.question, number: save.number, verdict: applied.verdict as Kept }
  })
  const changed = (['counted', 'late'] as const).flatMap((verdict) => {
    const numbers = new Set(judged.filter((each) => each.verdict === verdict).map(({ question }) => question))
    return [...numbers].map((question) => {
      const { number, answer } = answers[verdict].get(question)!
      return { place: question, is_late: verdict === 'late', epoch, number, answer }
    })
  })
  if (changed.length > 0) queries.queueAnswers(db, sitting, changed, now)
  return { saved: judged, answers, questions, circumstances }
}

/** Names the options of an answer as the bank does. */
function toBank(save: AttemptSave & { epoch: number }, { content, place }: Question): AnswerSave<ExamAnswer> {
  const answer = save.answer && answerFromAttempt(content, place, save.answer)
  if (answer === undefined) throw invalidField('saves', saveTexts.unknown)
  return { ...save, answer }
}

/** Hands an attempt in with what the device has. One that is over stays as it is, and a second hand-in answers like the first. */
export async function handIn(school: Attended, { attemptId: id, ...sent }: Saves, tools: AttemptTools) {
  const userId = await countCall(school, tools)
  return school.tx(async (db) => {
    const found = await queries.findAttempt(db, id)
    if (!found || found.user_id !== userId) throw notFound()
    const sitting = await lockSitting(db, toWholeSitting(found))
    if (!sitting) throw notFound()
    const now = tools.now()
    await keepSaves(db, sitting, sent, now)
    await writeNow(db)
    if (!(await finishIfOver(db, sitting, { now: () => now })))
      await finishAttempt(db, sitting, { on: now, how: 'student' }, tools)
    return readResult(db, sitting, now)
  })
}

/** Results of an attempt that is over, which is handed in first where the planner has not come to it. */
export function getResult(school: Attended, { attemptId: id }: { attemptId: string }, tools: Clock) {
  return school.tx(async (db) => {
    const found = await queries.findAttempt(db, id)
    if (!found) throw notFound()
    const userId = studentOf(school)
    if (found.user_id !== userId) throw notFound()
    const place = { examId: found.exam_id, userId }
    await settleRunning(db, place, tools)
    return readResult(db, { id, ...place }, tools.now())
  })
}

async function readResult(db: SchoolDb, { id, ...place }: queries.ExamPlace & { id: string }, now: Date) {
  const [row, mark, attempts, answers] = await Promise.all([
    queries.findAttempt(db, id),
    queries.findMark(db, place),
    queries.listAttempts(db, place),
    queries.listAnswers(db, id),
  ])
  if (!row || row.user_id !== place.userId) throw notFound()
  const sitting = toWholeSitting(row)
  if (!isHandedIn(sitting)) throw new AppError('attempt_running')
  const hasPassed = Boolean(mark?.utc_passed_on)
  const number = attempts.findIndex((each) => each.id === id) + 1
  const accessEndsOn = await findAccessEnd(db, sitting, now, async () => now)
  const hasAccess = accessEndsOn === null || accessEndsOn > now
  const allowed = shownPartOf(sitting, { hasPassed, now })
  const isOfQuestions = allowed === 'answers' || allowed === 'key'
  // The mark is the student's own. Questions and keys belong to the lesson, like its text and its files.
  const shows = isOfQuestions && !hasAccess ? 'score' : allowed
  const later = laterOf(sitting, { hasPassed, now })
  const showsQuestions = isOfQuestions && hasAccess
  const { counted, late } = answersOf(sitting, answers)
  const questions = showsQuestions ? await readQuestions(db, sitting) : []
  const { kind, pass_percent } = sitting.settings
  return {
    result: {
      attempt: { ...toPast(sitting, number, { hasPassed, now }), shows },
      kind,
      is_passing: shows === 'nothing' || !sitting.mark ? null : isPassing(sitting.mark, pass_percent),
      has_passed: hasPassed,
      pass_percent,
      questions: questions.map((question) => toShown(question, counted, shows === 'key')),
      later: hasAccess || later?.shows === 'score' ? later : null,
      ...(isOfQuestions && !hasAccess && { needs_access: true as const }),
      late: late.size,
    },
  }
}
