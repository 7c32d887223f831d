import { examPlanTexts } from '@escola/contract/exam-plan-texts'
import { lessonTitle } from '@escola/contract/titles'
import type { SchoolDb } from '@escola/db'
import { AppError, notFound } from '../../core/app-error.ts'
import { coursesWith, type TeamScope } from '../../core/scope.ts'
import { listUses } from './exam-pools.queries.ts'
import { findLesson } from './exams.queries.ts'

const namedMax = 3

/** Tells whether the caller may read a question and ask it: those of their courses, and those of the whole school. */
export const mayUse = (school: TeamScope, courseId: string | null) =>
  courseId === null || school.may('courses', courseId)

/**
 * Refuses the deletion of a question that an assessment names or may still ask.
 * @throws exam_question_used with the titles of lessons that the caller may read
 */
export async function refuseUsedQuestion(db: SchoolDb, school: TeamScope, questionId: string): Promise<void> {
  const only = coursesWith(school, 'courses')
  const { titles, total } = await listUses(db, questionId, { atMost: namedMax, only })
  if (total === 0) return
  const named = titles.map((title) => lessonTitle({ title }))
  throw new AppError('exam_question_used', { fields: { exam: examPlanTexts.used(named, total - titles.length) } })
}

/** Finds a lesson of a course that the caller writes; others are as if they weren't there. */
export async function findTaughtLesson(db: SchoolDb, school: TeamScope, lessonId: string) {
  const lesson = await findLesson(db, lessonId)
  if (!lesson || !school.may('courses', lesson.course_id)) throw notFound()
  return lesson
}
