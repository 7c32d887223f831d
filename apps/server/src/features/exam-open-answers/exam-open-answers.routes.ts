import { examOpenAnswers } from '@escola/contract/exam-open-answers.contract'
import type { Tools } from '../../core/tools.ts'
import type { Mount } from '../../http/mount.ts'
import { correctOpenAnswer, getOpenAnswer, listWaitingAnswers } from './exam-open-answers.service.ts'

const placeOf = ({ attemptId, number }: { attemptId: string; number: number }) => ({ attempt_id: attemptId, number })

export const examOpenAnswerRoutes = (mount: Mount, tools: Tools) => {
  mount(examOpenAnswers.list, (school, { query }) => listWaitingAnswers(school, query))
  mount(examOpenAnswers.get, (school, { params, query: filter }) =>
    getOpenAnswer(school, { place: placeOf(params), filter }),
  )
  mount(examOpenAnswers.correct, (school, { params, query: filter, body }) =>
    correctOpenAnswer(school, { ...body, place: placeOf(params), filter }, tools),
  )
}
