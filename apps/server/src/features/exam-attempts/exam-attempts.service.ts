import { randomBytes } from 'node:crypto'
import { minuteMs } from '@escola/contract/durations'
import { answerFromAttempt } from '@escola/contract/exam-attempt-wire'
import { type Circumstances, isOver } from '@escola/contract/exam-attempts'
import { type AttemptSave, examAttemptLimits } from '@escola/contract/exam-attempts.contract'
import type { ExamAnswer } from '@escola/contract/exam-content'
import { drawQuestions } from '@escola/contract/exam-draws'
import { drawnPartsOf, versionsOf } from '@escola/contract/exam-publication'
import { seededRandom } from '@escola/contract/exam-random'
import { isPassing } from '@escola/contract/exam-results'
import { type AnswerSave, type AttemptAnswers, applySave, type SaveVerdict } from '@escola/contract/exam-saves'
import { explainAttemptRefusal, saveTexts } from '@escola/contract/exam-texts'
import type { SchoolDb } from '@escola/db'
import { AppError, invalidField, notFound } from '../../core/app-error.ts'
import type { Attended } from '../../core/scope.ts'
import type { Clock } from '../../core/tools.ts'
import type { CachedRateLimit } from '../../http/cached-rate-limit.ts'
import { makeOnce } from '../../make-once/make-once.ts'
import { startCourse } from '../learning/completion.service.ts'
import type { LearningTools } from '../learning/learning.service.ts'
import { circumstancesOf, nextLook } from './circumstances.ts'
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
import { openExam, refusalOf, studentOf } from './lesson-exam.service.ts'

/** Stream of an attempt's seed that draws its questions; those of its options are the questions' numbers, from 1. */
const drawingStream = 0

/** Begins an attempt and opens it. A call that is repeated under its key opens the attempt that the first one began. */
export async function beginAttempt(school: Attended, { contentId }: { contentId: string }, tools: AttemptTools) {
  const exam = await openExam(school, contentId, tools)
  const userId = await countCall(school, tools)
  return school.tx(async (db) => {
    await queries.holdStudent(db, userId, exam.courseId)
    const make = () => insertAttempt(db, exam, userId, tools)
    const { id } = await makeOnce(db, school, { kind: `exam-attempt ${exam.id}`, make }, tools)
    return openIn(db, { id, userId }, tools)
  })
}

async function insertAttempt(db: SchoolDb, exam: PublishedExam, userId: string, tools: Clock): Promise<{ id: string }> {
  const place = { examId: exam.id, userId }
  await queries.lockMark(db, place)
  await settleRunning(db, place, tools)
  const now = tools.now()
  const sittings = (await queries.listAttempts(db, place)).map(toSitting)
  const refusal = await refusalOf(db, { exam, userId, sittings }, now)
  if (refusal) throw new AppError('attempt_refused', { fields: { attempt: explainAttemptRefusal(refusal, now) } })
  const seed = randomBytes(32).toString('hex')
  const versions = versionsOf(exam.parts)
  const asked = drawQuestions(drawnPartsOf(exam.parts), {
    seen: new Set(await queries.listSeen(db, place)),
    shuffled: exam.settings.is_shuffled,
    random: seededRandom(seed, drawingStream),
  }).map(({ question, points }) => ({ question, points, version: versions.get(question)! }))
  const begun = { publication: exam.publication, seed, asked, utc_begun_on: now, utc_look_on: now }
  const { id } = await queries.insertAttempt(db, place, begun)
  const sitting = toWholeSitting((await queries.findAttempt(db, id))!)
  const lookOn = nextLook(sitting, await circumstancesOf(db, sitting, now))
  await queries.updateLook(db, id, lookOn)
  await startCourse(db, { userId, courseId: exam.courseId }, now)
  await scheduleLook(db, lookOn, tools)
  return { id }
}

export async function openAttempt(school: Attended, { attemptId }: { attemptId: string }, tools: AttemptTools) {
  const userId = await countCall(school, tools)
  return school.tx((db) => openIn(db, { id: attemptId, userId }, tools))
}

/** Gives the attempt a new epoch: saves of devices that opened it before are refused from now on. */
async function openIn(db: SchoolDb, own: { id: string; userId: string }, tools: Clock) {
  const sitting = await lockOwn(db, own)
  const circumstances = await circumstancesOf(db, sitting, tools.now())
  if (isOver(sitting, circumstances)) throw new AppError('attempt_over')
  const epoch = sitting.epoch + 1
  await queries.updateEpoch(db, own.id, epoch)
  const questions = await readQuestions(db, sitting)
  const { counted } = answersOf(sitting, await queries.listAnswers(db, own.id))
  return { attempt: toRunning({ ...sitting, epoch }, { questions, counted }, circumstances) }
}

/** Finds the student's own attempt and locks it. */
async function lockOwn(db: SchoolDb, { id, userId }: { id: string; userId: string }): Promise<WholeSitting> {
  await queries.holdMember(db, userId)
  const row = await queries.lockAttempt(db, id)
  if (!row || row.user_id !== userId) throw notFound()
  return toWholeSitting(row)
}

interface Saves {
  attemptId: string
  epoch: number
  saves: AttemptSave[]
}
export interface AttemptTools extends LearningTools {
  limit: CachedRateLimit
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
    const circumstances = await circumstancesOf(db, sitting, tools.now())
    const { saved, answers, questions } = await keepSaves(db, sitting, sent, circumstances)
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

async function keepSaves(
  db: SchoolDb,
  sitting: WholeSitting,
  { epoch, saves }: Omit<Saves, 'attemptId'>,
  circumstances: Circumstances,
) {
  if (epoch > sitting.epoch) throw invalidField('epoch', saveTexts.unknown)
  if (epoch < sitting.epoch) throw new AppError('attempt_taken_over')
  const sent = saves.map((save) => ({ ...save, epoch }))
  if (sent.some(({ question }) => question > sitting.asked.length)) throw invalidField('saves', saveTexts.unknown)
  const questions = await readQuestions(db, sitting, [...new Set(sent.map(({ question }) => question))])
  const questionOf = new Map(questions.map((question) => [question.place.number, question]))
  let answers: AttemptAnswers<ExamAnswer> = answersOf(sitting, await queries.listAnswers(db, sitting.id))
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
  if (changed.length > 0) await queries.upsertAnswers(db, sitting, changed, circumstances.now)
  return { saved: judged, answers, questions }
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
    await keepSaves(db, sitting, sent, await circumstancesOf(db, sitting, now))
    if (!(await finishIfOver(db, sitting, { now: () => now })))
      await finishAttempt(db, sitting, { on: now, how: 'student' }, tools)
    return readResult(db, { id, userId }, now)
  })
}

/** Results of an attempt that is over, which is handed in first where the planner has not come to it. */
export function getResult(school: Attended, { attemptId: id }: { attemptId: string }, tools: Clock) {
  return school.tx(async (db) => {
    const found = await queries.findAttempt(db, id)
    if (!found) throw notFound()
    const userId = studentOf(school)
    if (found.user_id !== userId) throw notFound()
    await settleRunning(db, { examId: found.exam_id, userId }, tools)
    return readResult(db, { id, userId }, tools.now())
  })
}

async function readResult(db: SchoolDb, { id, userId }: { id: string; userId: string }, now: Date) {
  const row = await queries.findAttempt(db, id)
  if (!row || row.user_id !== userId) throw notFound()
  const sitting = toWholeSitting(row)
  if (!isHandedIn(sitting)) throw new AppError('attempt_running')
  const place = { examId: sitting.examId, userId }
  const hasPassed = Boolean((await queries.findMark(db, place))?.utc_passed_on)
  const number = (await queries.listAttempts(db, place)).findIndex((each) => each.id === id) + 1
  const shows = shownPartOf(sitting, { hasPassed, now })
  const showsQuestions = shows === 'answers' || shows === 'key'
  const { counted, late } = answersOf(sitting, await queries.listAnswers(db, id))
  const questions = showsQuestions ? await readQuestions(db, sitting) : []
  const { kind, pass_percent } = sitting.settings
  return {
    result: {
      attempt: toPast(sitting, number, { hasPassed, now }),
      kind,
      is_passing: shows === 'nothing' || !sitting.mark ? null : isPassing(sitting.mark, pass_percent),
      has_passed: hasPassed,
      pass_percent,
      questions: questions.map((question) => toShown(question, counted, shows === 'key')),
      later: laterOf(sitting, { hasPassed, now }),
      late: late.size,
    },
  }
}
