import { karma } from '@escola/contract/karma.contract'
import type { Mount } from '../../http/mount.ts'
import { listMine, openRank } from './karma.service.ts'

export const karmaRoutes = (mount: Mount) => {
  mount(karma.entries, (school, { query }) => listMine(school, query))
  mount(karma.rank, (school, { query }) => openRank(school, query))
}
