import { search } from '@escola/contract/search.contract'
import type { Mount } from '../../http/mount.ts'
import type { OpeningTools } from '../learning/open-lessons.service.ts'
import { findEverything } from './search.service.ts'

export const searchRoutes = (mount: Mount, tools: OpeningTools) => {
  mount(search.everything, (school, { query }) => findEverything(school, query, tools))
}
