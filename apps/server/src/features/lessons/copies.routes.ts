import { copies } from '@escola/contract/copies.contract'
import type { Tools } from '../../core/tools.ts'
import type { Mount } from '../../http/mount.ts'
import { copyCourse, copyLesson, copyModule } from './copies.service.ts'

export const copyRoutes = (mount: Mount, tools: Tools) => {
  mount(copies.course, (school, { body }) => copyCourse(school, body.id, tools))
  mount(copies.module, (school, { body }) => copyModule(school, body, tools))
  mount(copies.lesson, (school, { body }) => copyLesson(school, body, tools))
}
