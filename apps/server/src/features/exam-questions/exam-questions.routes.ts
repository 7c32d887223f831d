import { examQuestions } from '@escola/contract/exam-questions.contract'
import type { Tools } from '../../core/tools.ts'
import type { Mount } from '../../http/mount.ts'
import { listExamQuestions, listTags } from './exam-question-list.service.ts'
import {
  archiveExamQuestion,
  copyExamQuestion,
  createExamQuestion,
  getExamQuestion,
  removeExamQuestion,
  saveExamQuestion,
} from './exam-questions.service.ts'

export const examQuestionRoutes = (mount: Mount, tools: Tools) => {
  mount(examQuestions.list, (school, { query }) => listExamQuestions(school, query))
  mount(examQuestions.tags, (school) => listTags(school))
  mount(examQuestions.get, (school, { params }) => getExamQuestion(school, params))
  mount(examQuestions.create, (school, { body }) => createExamQuestion(school, body, tools))
  mount(examQuestions.save, (school, { params, body }) => saveExamQuestion(school, { id: params.id, ...body }, tools))
  mount(examQuestions.copy, (school, { params }) => copyExamQuestion(school, params, tools))
  mount(examQuestions.archive, (school, { params, body }) => archiveExamQuestion(school, { id: params.id, ...body }))
  mount(examQuestions.remove, (school, { params }) => removeExamQuestion(school, params))
}
