import { timeline } from '@escola/contract/timeline.contract'
import type { Tools } from '../../core/tools.ts'
import type { Mount } from '../../http/mount.ts'
import { explainStudent, listTimeline } from './timeline.service.ts'

export const timelineRoutes = (mount: Mount, tools: Tools) => {
  mount(timeline.explain, (school, { params }) => explainStudent(school, params, tools))
  mount(timeline.list, (school, { params, query }) => listTimeline(school, { ...params, ...query }))
}
