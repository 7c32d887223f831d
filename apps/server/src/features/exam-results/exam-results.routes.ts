import { examResults } from '@escola/contract/exam-results.contract'
import type { SecurityLog } from '../../core/security-events.ts'
import type { Tools } from '../../core/tools.ts'
import type { Mount } from '../../http/mount.ts'
import { getOverview, listExamsOfCohort, listExamsOfStudent, listResultStudents } from './exam-results.service.ts'
import { listQuestionResults } from './question-results.service.ts'
import { RememberedSums } from './question-sums.service.ts'
import { downloadMarks, downloadQuestions } from './result-files.service.ts'
import { countLate, getReview } from './reviews.service.ts'

export const examResultRoutes = (mount: Mount, tools: Tools & { securityLog: SecurityLog }) => {
  const remembered = new RememberedSums()
  mount(examResults.overview, (school, { params }) => getOverview(school, params))
  mount(examResults.students, (school, { params, query }) => listResultStudents(school, { ...params, ...query }))
  mount(examResults.questions, (school, { params, query }) =>
    listQuestionResults(school, { ...params, ...query }, remembered),
  )
  mount(examResults.marksFile, (school, { params }) => downloadMarks(school, params, tools))
  mount(examResults.questionsFile, (school, { params }) => downloadQuestions(school, params, { ...tools, remembered }))
  mount(examResults.attempt, (school, { params }) => getReview(school, params))
  mount(examResults.countLate, (school, { params, body }) => countLate(school, { ...params, ...body }, tools))
  mount(examResults.ofStudent, (school, { params }) => listExamsOfStudent(school, params))
  mount(examResults.ofCohort, (school, { params }) => listExamsOfCohort(school, params))
}
