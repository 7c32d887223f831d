import { search } from '@escola/contract/search.contract'
import type { Clock } from '../../core/tools.ts'
import type { Mount } from '../../http/mount.ts'
import type { StudyTools } from '../learning/study.ts'
import { findEverything } from './search.service.ts'

export const searchRoutes = (mount: Mount, tools: Clock & StudyTools) => {
  mount(search.everything, (school, { query }) => findEverything(school, query, tools))
}
