import { answerToAttempt } from '@escola/contract/exam-attempt-wire'
import type { HandedInWay } from '@escola/contract/exam-attempts.contract'
import { examShowsOf } from '@escola/contract/exam-publication'
import type { ExamMark } from '@escola/contract/exam-results'
import type { ReviewedQuestion } from '@escola/contract/exam-results.contract'
import { keyShownFrom } from '@escola/contract/exam-shows'
import type { SchoolDb } from '@escola/db'
import { AppError, notFound } from '../../core/app-error.ts'
import type { Clock } from '../../core/tools.ts'
import { answersOf, isHandedIn, toShown, toSitting, toWholeSitting } from './exam-attempt-values.ts'
import * as queries from './exam-attempts.queries.ts'
import { finishAttempt, lockSitting, readQuestions } from './handing-in.service.ts'
import { deleteLate, upsertCounted } from './late-answers.queries.ts'
import { deleteGiven, listGiven, updateGiven } from './open-answers.queries.ts'

/** A student's attempt, as a teacher's list shows it. */
export interface ListedAttempt {
  id: string
  number: number
  begunOn: Date
  handedInOn: Date | null
  how: HandedInWay | null
  mark: ExamMark | null
}

/** A student's attempts at an assessment, in their order. */
export const listAttemptsOf = async (db: SchoolDb, place: queries.ExamPlace): Promise<ListedAttempt[]> =>
  (await queries.listAttempts(db, place)).map(toSitting).map((sitting, at) => ({
    id: sitting.id,
    number: at + 1,
    begunOn: sitting.begunOn,
    handedInOn: sitting.handedInOn,
    how: sitting.how,
    mark: sitting.mark,
  }))

interface AttemptReview {
  examId: string
  userId: string
  /** Empty while the attempt runs. */
  questions: (Omit<ReviewedQuestion, 'counted_by'> & { countedBy: string | null })[]
}

/** Shows a teacher a finished attempt with its keys, and the answers that came after its end. */
export async function reviewAttempt(db: SchoolDb, id: string): Promise<AttemptReview> {
  const row = await queries.findAttempt(db, id)
  if (!row) throw notFound()
  const sitting = toWholeSitting(row)
  const place = { examId: sitting.examId, userId: sitting.userId }
  if (!isHandedIn(sitting)) return { ...place, questions: [] }
  const [rows, given] = await Promise.all([queries.listAnswers(db, id), listGiven(db, id)])
  const { counted, late } = answersOf(sitting, rows)
  const passedOn = (await queries.findMark(db, place))?.utc_passed_on ?? null
  const keyFrom = keyShownFrom(examShowsOf(sitting.settings), {
    overOn: sitting.handedInOn,
    passedOn,
    closesOn: sitting.rules.closesOn,
  })
  const questions = (await readQuestions(db, sitting)).map((question) => {
    const { number } = question.place
    const rowOf = (isLate: boolean) => rows.find((each) => each.place === number && each.is_late === isLate)
    const answer = late.get(number)?.answer
    const { utc_counted_on: countedOn, counted_by: countedBy } = rowOf(false) ?? {}
    return {
      shown: toShown(question, counted, true, given),
      late: late.has(number)
        ? {
            answer: (answer && answerToAttempt(question.content, question.place, answer)) ?? null,
            earned: toShown(question, late, false).earned,
            utc_saved_on: rowOf(true)!.utc_saved_on.toISOString(),
            after_key: keyFrom !== undefined && rowOf(true)!.utc_saved_on >= keyFrom,
          }
        : null,
      utc_counted_on: countedOn?.toISOString() ?? null,
      countedBy: countedBy ?? null,
    }
  })
  return { ...place, questions }
}

/** Lets a late answer of an attempt count, and marks the attempt again. */
export async function countLateAnswer(
  db: SchoolDb,
  { attemptId, question }: { attemptId: string; question: number },
  by: string,
  tools: Clock,
): Promise<void> {
  const sitting = await lockHandedIn(db, attemptId)
  const late = (await queries.listAnswers(db, attemptId)).find((each) => each.place === question && each.is_late)
  if (!late) throw notFound()
  const { place, epoch, number, answer, utc_saved_on } = late
  const counted = { attempt_id: attemptId, user_id: sitting.userId, place, epoch, number, answer, utc_saved_on }
  await upsertCounted(db, counted, by, tools.now())
  await deleteLate(db, attemptId, question)
  await deleteGiven(db, attemptId, question)
  await finishAttempt(db, sitting, endOf(sitting), tools)
}

interface Correcting {
  /** Says what the answer earns; undefined: nothing changes. It is called under the lock of the attempt. */
  give: () => Promise<{ earned: number; comment: string } | undefined>
  /** Called with the student where no answer of the attempt waits. */
  onCorrected: (userId: string) => Promise<void>
}

/** Records a person's points for an open answer, and marks its attempt again. The order of corrections makes no difference. */
export async function correctAnswer(
  db: SchoolDb,
  { attemptId, question, by }: { attemptId: string; question: number; by: string },
  { give, onCorrected }: Correcting,
  tools: Clock,
): Promise<void> {
  const sitting = await lockHandedIn(db, attemptId)
  const given = await give()
  if (given) await updateGiven(db, { attemptId, place: question }, given, { by, now: tools.now() })
  const { waiting } = await finishAttempt(db, sitting, endOf(sitting), tools)
  if (waiting === 0) await onCorrected(sitting.userId)
}

/** Locks an attempt that was handed in, and the student's place at its assessment. */
async function lockHandedIn(db: SchoolDb, attemptId: string) {
  const found = await queries.findPlace(db, attemptId)
  const sitting = found && (await lockSitting(db, found))
  if (!sitting) throw notFound()
  if (!isHandedIn(sitting)) throw new AppError('attempt_running')
  return sitting
}

const endOf = ({ handedInOn, how }: Awaited<ReturnType<typeof lockHandedIn>>) => ({
  on: handedInOn,
  how: how ?? ('student' as const),
})
