import { examPlanTexts } from '@escola/contract/exam-plan-texts'
import { lessonTitle } from '@escola/contract/titles'
import type { SchoolDb } from '@escola/db'
import { AppError } from '../../core/app-error.ts'
import { listUses } from './exam-pools.queries.ts'

const namedMax = 3

/**
 * Refuses the deletion of a question that an assessment names or may still ask.
 * @throws exam_question_used with the lessons' titles
 */
export async function refuseUsedQuestion(db: SchoolDb, questionId: string): Promise<void> {
  const { titles, total } = await listUses(db, questionId, namedMax)
  if (total === 0) return
  const named = titles.map((title) => lessonTitle({ title }))
  throw new AppError('exam_question_used', { fields: { exam: examPlanTexts.used(named, total - titles.length) } })
}
