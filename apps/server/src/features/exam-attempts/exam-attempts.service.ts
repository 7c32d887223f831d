import { minuteMs } from '@escola/contract/durations'
import { answerFromAttempt } from '@escola/contract/exam-attempt-wire'
import { type Circumstances, isOver } from '@escola/contract/exam-attempts'
import { type AttemptResult, type AttemptSave, examAttemptLimits } from '@escola/contract/exam-attempts.contract'
import type { ExamAnswer } from '@escola/contract/exam-content'
import { isPassing } from '@escola/contract/exam-results'
import { type AnswerSave, type AttemptAnswers, applySave, type SaveVerdict } from '@escola/contract/exam-saves'
import { saveTexts } from '@escola/contract/exam-texts'
import { type SchoolDb, writeNow } from '@escola/db'
import { AppError, invalidField, notFound } from '../../core/app-error.ts'
import type { Attended } from '../../core/scope.ts'
import { studentOf } from '../../core/studying.ts'
import type { Clock } from '../../core/tools.ts'
import { CachedRateLimit } from '../../http/cached-rate-limit.ts'
import { memoryCounters } from '../../http/memory-counters.ts'
import type { LearningTools } from '../learning/learning.service.ts'
import { circumstancesOf, findAccessEnd } from './circumstances.ts'
import {
  answersOf,
  endsOnOf,
  isHandedIn,
  laterOf,
  type Question,
  shownPartOf,
  toPast,
  toRunning,
  toShown,
  toWholeSitting,
  type WholeSitting,
} from './exam-attempt-values.ts'
import * as queries from './exam-attempts.queries.ts'
import {
  endIfOver,
  type Finished,
  finishAttempt,
  lockSitting,
  type Paper,
  readQuestions,
  settleRunning,
} from './handing-in.service.ts'
import { listGiven } from './open-answers.queries.ts'

export async function openAttempt(school: Attended, { attemptId }: { attemptId: string }, tools: AttemptTools) {
  const userId = await countCall(school, tools)
  return school.tx((db) => openIn(db, { id: attemptId, userId }, tools))
}

/** Gives the attempt a new epoch: saves of devices that opened it before are refused from now on. */
export async function openIn(db: SchoolDb, own: { id: string; userId: string }, tools: Clock) {
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

/**
 * Limit of what one student sends. Each process counts for itself: a class's answers are too many for each to be written down a second time, by which
 * all would be counted together.
 */
export const openAttemptLimit = (now: () => Date) => new CachedRateLimit(memoryCounters(now), now)

/**
 * Counts what one student sends: a class sits behind one address.
 * @param courseId undefined where the call names what is the caller's own already
 */
export async function countCall(school: Attended, { limit, config }: AttemptTools, courseId?: string): Promise<string> {
  const userId = studentOf(school, courseId)
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

/** @param isWhole whether to read all questions of the attempt, not just those that are answered */
async function keepSaves(
  db: SchoolDb,
  sitting: WholeSitting,
  { epoch, saves, isWhole = false }: Omit<Saves, 'attemptId'> & { isWhole?: boolean },
  now: Date,
) {
  if (epoch > sitting.epoch) throw invalidField('epoch', saveTexts.unknown)
  if (epoch < sitting.epoch) throw new AppError('attempt_taken_over')
  const sent = saves.map((save) => ({ ...save, epoch }))
  if (sent.some(({ question }) => question > sitting.asked.length)) throw invalidField('saves', saveTexts.unknown)
  const [circumstances, questions, kept] = await Promise.all([
    circumstancesOf(db, sitting, now),
    readQuestions(db, sitting, isWhole ? undefined : [...new Set(sent.map(({ question }) => question))]),
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
    const found = await queries.findPlace(db, id)
    if (!found || found.userId !== userId) throw notFound()
    const sitting = await lockSitting(db, found)
    if (!sitting) throw notFound()
    const now = tools.now()
    // The whole attempt is read once: the same rows are marked and shown.
    const { answers, questions, circumstances } = await keepSaves(db, sitting, { ...sent, isWhole: true }, now)
    if (isHandedIn(sitting)) {
      await writeNow(db)
      return readResult(db, sitting, now)
    }
    const end = endIfOver(sitting, circumstances) ?? { on: now, how: 'student' as const }
    const paper = { questions, answers, given: [] }
    const finished = await finishAttempt(db, sitting, end, { now: () => now }, paper)
    return { result: toResult(finished, paper, { now, hasAccess: hasAccessIn(circumstances) }) }
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
  const [row, mark, attempts, answers, given] = await Promise.all([
    queries.findAttempt(db, id),
    queries.findMark(db, place),
    queries.listAttempts(db, place),
    queries.listAnswers(db, id),
    listGiven(db, id),
  ])
  if (!row || row.user_id !== place.userId) throw notFound()
  const sitting = toWholeSitting(row)
  if (!isHandedIn(sitting)) throw new AppError('attempt_running')
  const finished = {
    sitting,
    hasPassed: Boolean(mark?.utc_passed_on),
    attemptIds: attempts.map((each) => each.id),
  }
  const accessEndsOn = await findAccessEnd(db, sitting, now, async () => now)
  const seeing = { now, hasAccess: hasAccessIn({ accessEndsOn, now }) }
  const isShown = seeing.hasAccess && isOfQuestions(shownPartOf(sitting, { ...finished, now }))
  const questions = isShown ? await readQuestions(db, sitting) : []
  return { result: toResult(finished, { answers: answersOf(sitting, answers), questions, given }, seeing) }
}

const isOfQuestions = (shows: ReturnType<typeof shownPartOf>) => shows === 'answers' || shows === 'key'

const hasAccessIn = ({ accessEndsOn, now }: Pick<Circumstances, 'accessEndsOn' | 'now'>) =>
  accessEndsOn === null || accessEndsOn > now

function toResult(
  { sitting, hasPassed, attemptIds }: Omit<Finished, 'waiting'>,
  { answers: { counted, late }, questions, given }: Paper,
  { now, hasAccess }: { now: Date; hasAccess: boolean },
): AttemptResult {
  const allowed = shownPartOf(sitting, { hasPassed, now })
  const needsAccess = isOfQuestions(allowed) && !hasAccess
  // The mark is the student's own. Questions and keys belong to the lesson, like its text and its files.
  const shows = needsAccess ? 'score' : allowed
  const later = laterOf(sitting, { hasPassed, now })
  const { kind, pass_percent } = sitting.settings
  return {
    attempt: { ...toPast(sitting, attemptIds.indexOf(sitting.id) + 1, { hasPassed, now }), shows },
    kind,
    is_passing: shows === 'nothing' || !sitting.mark ? null : isPassing(sitting.mark, pass_percent),
    has_passed: hasPassed,
    pass_percent,
    questions: isOfQuestions(shows)
      ? questions.map((question) => toShown(question, counted, shows === 'key', given))
      : [],
    later: hasAccess || later?.shows === 'score' ? later : null,
    ...(needsAccess && { needs_access: true as const }),
    late: late.size,
  }
}
