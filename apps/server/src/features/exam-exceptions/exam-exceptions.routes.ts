import { examExceptions } from '@escola/contract/exam-exceptions.contract'
import type { Tools } from '../../core/tools.ts'
import type { Mount } from '../../http/mount.ts'
import { removeException, saveException } from './exam-exceptions.service.ts'

export const examExceptionRoutes = (mount: Mount, tools: Tools) => {
  mount(examExceptions.save, (school, { params, body }) => saveException(school, { ...params, exception: body }, tools))
  mount(examExceptions.remove, (school, { params }) => removeException(school, params, tools))
}
