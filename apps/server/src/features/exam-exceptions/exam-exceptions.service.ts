import type { ExamException } from '@escola/contract/exam-exceptions'
import { done } from '@escola/contract/wire'
import type { SchoolDb } from '@escola/db'
import { notFound } from '../../core/app-error.ts'
import type { Attended, TeamSchool } from '../../core/scope.ts'
import type { Clock } from '../../core/tools.ts'
import { lookAgain } from '../exam-attempts/ended-attempts.service.ts'
import * as queries from './exam-exceptions.queries.ts'

interface Asked {
  lessonId: string
  userId: string
}

/** Gives a student an exception in place of any earlier one. It counts at once, also for a running attempt. */
export const saveException = (
  school: Attended,
  { lessonId, userId, exception }: Asked & { exception: ExamException },
  tools: Clock,
) =>
  school.tx(async (db) => {
    const place = await lockPlace(db, school, { lessonId, userId })
    await queries.upsertException(db, place, exception, { by: school.actor.userId, now: tools.now() })
    // The administrator chose the whole exception: it isn't joined with older ones.
    await queries.deleteExceptions(db, place, { keepsOwn: true })
    await lookAgain(db, place, tools)
    return done
  })

export const removeException = (school: TeamSchool, asked: Asked, tools: Clock) =>
  school.tx(async (db) => {
    const place = await lockPlace(db, school, asked)
    if (!(await queries.deleteExceptions(db, place, { keepsOwn: false }))) throw notFound()
    await lookAgain(db, place, tools)
    return done
  })

async function lockPlace(db: SchoolDb, school: TeamSchool, { lessonId, userId }: Asked) {
  if (!(await queries.lockStudent(db, userId))) throw notFound()
  const exam = await queries.holdExam(db, lessonId)
  if (!exam || !school.may('courses', exam.course_id)) throw notFound()
  return { examId: exam.id, userId }
}
