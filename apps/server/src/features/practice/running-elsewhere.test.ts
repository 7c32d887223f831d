import { examAttempts } from '@escola/contract/exam-attempts.contract'
import { newExamSettings } from '@escola/contract/exam-plan'
import { expect, it } from 'vitest'
import { point } from '../exam-attempts/exam-attempts.testing.ts'
import { makePracticeSchool, rightAnswer } from './practice.testing.ts'

it('keeps back the key of a question that a running attempt asks, though no publication of now has it', async () => {
  const { call, school, course, student, questionIds, state, round, answer } = await makePracticeSchool()
  const [one] = await round()
  const other = course.lessons[1]!
  const publish = (examId: string, number: number, questions: string[]) =>
    school.tx(async (db) => {
      const parts = questions.map((question) => ({ kind: 'fixed', question, version: 1, points: point }))
      const row = { exam_id: examId, number, utc_published_on: new Date(), parts: JSON.stringify(parts) }
      await db
        .insertInto('exam_publications')
        .values({ ...row, settings: JSON.stringify(newExamSettings) })
        .execute()
      await db
        .insertInto('exam_publication_questions')
        .values(questions.map((question_id) => ({ exam_id: examId, number, question_id, version: 1 })))
        .execute()
      await db.updateTable('exams').set({ publication: number }).where('id', '=', examId).execute()
    })
  const now = new Date()
  const { id } = await school.tx((db) =>
    db
      .insertInto('exams')
      .values({ course_id: course.id, lesson_id: other.id, plan: '{}', utc_created_on: now, utc_changed_on: now })
      .returning('id')
      .executeTakeFirstOrThrow(),
  )
  await publish(id, 1, questionIds.slice(0, 2))
  const { attempt } = (await call(examAttempts.begin, { as: student, params: { contentId: other.id } })).body
  await publish(id, 2, questionIds.slice(1, 2))
  expect((await answer(one!, rightAnswer(one!))).error.code).toBe('practice_moved')
  expect(await state()).toMatchObject({ due: 2 })
  await call(examAttempts.handIn, { as: student, params: { attemptId: attempt.id }, body: { epoch: 1, saves: [] } })
  expect((await answer(one!, rightAnswer(one!))).status).toBe(200)
})
