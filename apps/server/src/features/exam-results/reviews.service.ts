import type { AttemptReview } from '@escola/contract/exam-results.contract'
import type { SchoolDb } from '@escola/db'
import { notFound } from '../../core/app-error.ts'
import type { Attended, TeamSchool } from '../../core/scope.ts'
import type { Clock } from '../../core/tools.ts'
import { countLateAnswer, listAttemptsOf, reviewAttempt } from '../exam-attempts/attempt-reviews.service.ts'
import * as queries from './exam-results.queries.ts'
import { openExam, toPlace } from './exam-results.service.ts'

/** A student's attempt for their teacher. */
export const getReview = (school: TeamSchool, { attemptId }: { attemptId: string }) =>
  school.tx(async (db) => ({ review: await readReview(db, school, attemptId) }))

/** Lets a late answer count, and returns the attempt as it is then. */
export const countLate = (
  school: Attended,
  { attemptId, question }: { attemptId: string; question: number },
  tools: Clock,
) =>
  school.tx(async (db) => {
    await openExamOf(db, school, attemptId)
    await countLateAnswer(db, { attemptId, question }, school.actor.userId, tools)
    return { review: await readReview(db, school, attemptId) }
  })

/** Opens the assessment of an attempt, where the caller teaches its course. */
async function openExamOf(db: SchoolDb, school: TeamSchool, attemptId: string) {
  const attempt = await queries.findExamOf(db, attemptId)
  if (!attempt) throw notFound()
  return openExam(db, school, { examId: attempt.exam_id })
}

async function readReview(db: SchoolDb, school: TeamSchool, id: string): Promise<AttemptReview> {
  const { row } = await openExamOf(db, school, id)
  const { examId, userId, questions } = await reviewAttempt(db, id)
  const student = await queries.findMember(db, userId)
  if (!student) throw notFound()
  const counters = questions.flatMap(({ countedBy }) => countedBy ?? [])
  const names = new Map((await queries.listNames(db, counters)).map(({ user_id, name }) => [user_id, name]))
  return {
    ...toPlace(row),
    id,
    student,
    has_passed: await queries.hasPassed(db, examId, userId),
    attempts: (await listAttemptsOf(db, { examId, userId })).map(({ begunOn, handedInOn, how, ...attempt }) => ({
      ...attempt,
      utc_begun_on: begunOn.toISOString(),
      utc_handed_in_on: handedInOn?.toISOString() ?? null,
      handed_in_how: how,
    })),
    questions: questions.map(({ countedBy, ...question }) => ({
      ...question,
      counted_by: (countedBy !== null && names.get(countedBy)) || '',
    })),
  }
}
