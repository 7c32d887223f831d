import { examQuestions } from '@escola/contract/exam-questions.contract'
import type { DemoExamQuestion } from './demo-types.ts'
import type { Call } from './seed-client.ts'
import type { MadeCourse } from './seed-course.ts'

/** Writes the questions of the bank, one after the other, so that they stand in the order of the demonstration. */
export async function seedExamQuestions(
  owner: Call,
  { schoolId, questions, made }: { schoolId: string; questions: DemoExamQuestion[]; made: MadeCourse[] },
): Promise<void> {
  for (const { course, ...question } of questions) {
    const degree_id = made.find(({ demo }) => demo.title === course)?.id ?? null
    await owner(examQuestions.create, { params: { schoolId }, body: { ...question, is_shuffled: true, degree_id } })
  }
}
