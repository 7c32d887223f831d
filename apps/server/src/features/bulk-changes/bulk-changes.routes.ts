import { bulkChanges } from '@escola/contract/bulk-changes.contract'
import type { Tools } from '../../core/tools.ts'
import type { Mount } from '../../http/mount.ts'
import { findLatestChange, quoteAddition, startChange } from './bulk-changes.service.ts'

export const bulkChangeRoutes = (mount: Mount, tools: Tools) => {
  mount(bulkChanges.start, (school, { body }) => startChange(school, body, tools))
  mount(bulkChanges.quote, (school, { body }) => quoteAddition(school, body, tools))
  mount(bulkChanges.latest, findLatestChange)
}
