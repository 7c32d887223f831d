import { isDeepStrictEqual } from 'node:util'
import type { ExamPlan } from '@escola/contract/exam-plan'
import { examPlanTexts } from '@escola/contract/exam-plan-texts'
import type { SchoolDb } from '@escola/db'
import { invalidField } from '../../core/app-error.ts'
import type { TeamScope } from '../../core/scope.ts'
import { listNamed } from './exam-pools.queries.ts'
import { mayUse } from './exam-uses.service.ts'

/**
 * Refuses what a plan newly takes from courses that the caller doesn't teach: questions by their ids, and draws that would find them. What others have
 * put into the plan stays.
 */
export async function requireOwnQuestions(
  db: SchoolDb,
  school: TeamScope,
  { plan, before }: { plan: ExamPlan; before: ExamPlan | undefined },
): Promise<void> {
  if (school.may('courses')) return
  const had = before?.parts ?? []
  const isNew = (wanted: (part: ExamPlan['parts'][number]) => boolean) => !had.some(wanted)
  const ids: string[] = []
  for (const part of plan.parts) {
    if (part.kind === 'draw') {
      const { filter } = part
      const isOwn = filter.degree === 'school' || (filter.degree !== '' && school.may('courses', filter.degree))
      if (!isOwn && isNew((each) => each.kind === 'draw' && isDeepStrictEqual(each.filter, filter)))
        throw invalidField('plan', examPlanTexts.ownDraws)
    } else if (isNew((each) => each.kind === 'fixed' && each.question === part.question)) ids.push(part.question)
  }
  const named = ids.length > 0 ? await listNamed(db, ids) : []
  if (named.filter(({ course_id }) => mayUse(school, course_id)).length < new Set(ids).size)
    throw invalidField('plan', examPlanTexts.ownQuestions)
}
