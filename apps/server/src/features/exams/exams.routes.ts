import { exams } from '@escola/contract/exams.contract'
import type { Tools } from '../../core/tools.ts'
import type { Mount } from '../../http/mount.ts'
import { correctTrial, tryExam } from './exam-trials.service.ts'
import { getExam, listExams, removeExam, saveExam } from './exams.service.ts'

export const examRoutes = (mount: Mount, tools: Tools) => {
  mount(exams.list, (school) => listExams(school))
  mount(exams.get, (school, { params }) => getExam(school, params))
  mount(exams.save, (school, { params, body }) => saveExam(school, { lessonId: params.lessonId, ...body }, tools))
  mount(exams.remove, (school, { params }) => removeExam(school, params))
  mount(exams.tryOut, (school, { params }) => tryExam(school, params))
  mount(exams.correct, (school, { params, body }) => correctTrial(school, { lessonId: params.lessonId, ...body }))
}
