import { courses } from '@escola/contract/courses.contract'
import { type ExamSettings, newExamSettings } from '@escola/contract/exam-plan'
import { examQuestions } from '@escola/contract/exam-questions.contract'
import { exams } from '@escola/contract/exams.contract'
import { lessons } from '@escola/contract/lessons.contract'
import type { BodyOf } from '@escola/contract/route'
import { callsOf } from './api.ts'
import type { makeSchool } from './school.ts'

type School = Awaited<ReturnType<typeof makeSchool>>
type Written = BodyOf<typeof examQuestions.create>

/** Writes a question into the bank; without another key, its statement is true. @returns its id */
export async function makeQuestion(
  { schoolId, ownerToken }: School,
  statement: string,
  written: Partial<Written> = {},
): Promise<string> {
  const { exam_question } = await callsOf(ownerToken)(examQuestions.create, {
    params: { schoolId },
    body: {
      statement: `<p>${statement}</p>`,
      explanation: '',
      is_shuffled: false,
      key: { kind: 'truth', right: true },
      difficulty: 'medium',
      tags: [],
      degree_id: null,
      ...written,
    },
  })
  return exam_question.id
}

/** Finds the id of a lesson by its address. */
export async function findLessonId({ schoolId, ownerToken, degree }: School, lesson: string): Promise<string> {
  const params = { schoolId, courseLink: degree.link, lessonLink: lesson.split('/').at(-1)! }
  return (await callsOf(ownerToken)(lessons.get, { params })).content.id
}

/** Publishes an assessment of these questions in the school's first lesson. @returns the lesson's id */
export async function publishExam(
  school: School,
  questionIds: string[],
  { points = 100, ...settings }: Partial<ExamSettings> & { points?: number } = {},
): Promise<string> {
  const { schoolId, ownerToken, degree } = school
  const call = callsOf(ownerToken)
  const lessonId = await findLessonId(school, school.lesson)
  const parts = questionIds.map((question) => ({ kind: 'fixed' as const, id: `p${question}`, question, points }))
  await call(exams.save, {
    params: { schoolId, lessonId },
    body: { version: null, plan: { settings: { ...newExamSettings, ...settings }, parts } },
  })
  await call(courses.publish, { params: { schoolId, link: degree.link }, body: { id: degree.id } })
  return lessonId
}
