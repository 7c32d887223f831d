import { type ExamSettings, newExamSettings } from '@escola/contract/exam-plan'
import type { School } from '../../../core/scope.ts'

interface PlacedLesson {
  courseId: string
  lessonId: string
}

/** Publishes an assessment of a lesson; its points are hundredths. */
export const publishExam = (
  { tx }: Pick<School, 'tx'>,
  { courseId, lessonId }: PlacedLesson,
  { points = 1000, ...settings }: Partial<ExamSettings> & { points?: number } = {},
) =>
  tx(async (db) => {
    const now = new Date()
    const { id } = await db
      .insertInto('exams')
      .values({
        course_id: courseId,
        lesson_id: lessonId,
        plan: '{}',
        publication: 1,
        utc_created_on: now,
        utc_changed_on: now,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await db
      .insertInto('exam_publications')
      .values({
        exam_id: id,
        number: 1,
        settings: JSON.stringify({ ...newExamSettings, ...settings }),
        // A question of its own, and as many points again by a draw of two.
        parts: JSON.stringify([
          { kind: 'fixed', question: '1', version: 1, points: points - 2 * Math.floor(points / 4) },
          { kind: 'draw', pool: [], count: 2, points: Math.floor(points / 4) },
        ]),
        utc_published_on: now,
      })
      .execute()
    return id
  })

/** Gives a student a mark by one attempt that was handed in. */
export const giveMark = (
  { tx }: Pick<School, 'tx'>,
  { examId, userId }: { examId: string; userId: string },
  { points, total = 1000, hasPassed = false }: { points: number; total?: number; hasPassed?: boolean },
) =>
  tx(async (db) => {
    const now = new Date()
    const mark = { points, total, attempts: 1, utc_passed_on: hasPassed ? now : null }
    await db
      .insertInto('exam_marks')
      .values({ exam_id: examId, user_id: userId, ...mark })
      .onConflict((conflict) => conflict.columns(['school_id', 'exam_id', 'user_id']).doUpdateSet(mark))
      .execute()
    await db
      .insertInto('exam_attempts')
      .values({
        exam_id: examId,
        user_id: userId,
        publication: 1,
        seed: '0',
        asked: '[]',
        points,
        total,
        handed_in_how: 'student',
        utc_begun_on: now,
        utc_look_on: now,
        utc_handed_in_on: now,
      })
      .execute()
  })
