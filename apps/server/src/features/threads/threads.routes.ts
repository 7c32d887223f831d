import { threads } from '@escola/contract/threads.contract'
import type { Mount } from '../../http/mount.ts'
import type { LearningTools } from '../learning/learning.service.ts'
import { ask, getList, getThreads, getWaiting, remove, reply, undo } from './threads.service.ts'

export const threadRoutes = (mount: Mount, tools: LearningTools) => {
  mount(threads.ofLesson, (school, { params, query }) => getThreads(school, { ...params, ...query }, tools))
  mount(threads.ask, (school, { params, query, body }) => ask(school, { ...params, ...query }, body.message, tools))
  mount(threads.reply, (school, { params, query, body }) => reply(school, { ...params, ...query }, body.message, tools))
  mount(threads.remove, (school, { params, query }) => remove(school, { ...params, ...query }, tools))
  mount(threads.undo, (school, { params }) => undo(school, params, tools))
  mount(threads.list, (school, { query }) => getList(school, query))
  mount(threads.waiting, (school, { query }) => getWaiting(school, query))
}
