import { courses } from '@escola/contract/courses.contract'
import { examQuestions } from '@escola/contract/exam-questions.contract'
import { exams } from '@escola/contract/exams.contract'
import type { DemoExam, DemoExamQuestion } from './demo-types.ts'
import type { Call } from './seed-client.ts'
import type { MadeCourse } from './seed-course.ts'

/**
 * Writes the questions of the bank, one after the other, so that they stand in the order of the demonstration.
 * @returns their ids
 */
export async function seedExamQuestions(
  owner: Call,
  { schoolId, questions, made }: { schoolId: string; questions: DemoExamQuestion[]; made: MadeCourse[] },
): Promise<string[]> {
  const ids: string[] = []
  for (const { course, ...question } of questions) {
    const degree_id = made.find(({ demo }) => demo.title === course)?.id ?? null
    const body = { ...question, is_shuffled: true, degree_id }
    ids.push((await owner(examQuestions.create, { params: { schoolId }, body })).exam_question.id)
  }
  return ids
}

/** Gives a lesson its assessment, and publishes it with the course. */
export async function seedExam(
  owner: Call,
  { schoolId, exam, course, questions }: { schoolId: string; exam: DemoExam; course: MadeCourse; questions: string[] },
): Promise<void> {
  const { settings, fixed, draw } = exam
  const parts = fixed.map((at) => ({ kind: 'fixed' as const, id: `p${at}`, question: questions[at]!, points: 100 }))
  const filter = { kind: '' as const, difficulty: '' as const, degree: '' as const, tag: draw.tag }
  const drawn = { kind: 'draw' as const, id: 'sorteio', filter, count: draw.count, points: 100 }
  const lessonId = examLesson(course, exam).id
  const plan = { settings, parts: [...parts, drawn] }
  await owner(exams.save, { params: { schoolId, lessonId }, body: { version: null, plan } })
  await owner(courses.publish, { params: { schoolId, link: course.link }, body: { id: course.id } })
}

export const examLesson = ({ lessons }: MadeCourse, { lesson }: DemoExam) =>
  lessons.find(({ title }) => title === lesson)!
