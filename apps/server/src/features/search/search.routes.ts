import { search } from '@escola/contract/search.contract'
import type { Mount } from '../../http/mount.ts'
import { findEverything } from './search.service.ts'

export const searchRoutes = (mount: Mount) => {
  mount(search.everything, (school, { query }) => findEverything(school, query))
}
