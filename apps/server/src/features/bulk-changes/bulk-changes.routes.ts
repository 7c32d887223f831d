import { bulkChanges } from '@escola/contract/bulk-changes.contract'
import { cohorts } from '@escola/contract/cohorts.contract'
import { renewals } from '@escola/contract/renewals.contract'
import type { Tools } from '../../core/tools.ts'
import type { Mount } from '../../http/mount.ts'
import { findLatestChange, quoteAddition, quoteErasure, startChange } from './bulk-changes.service.ts'
import { addSubscribers, removeCohort } from './subscribers.service.ts'

export const bulkChangeRoutes = (mount: Mount, tools: Tools) => {
  mount(bulkChanges.start, (school, { body }) => startChange(school, body, tools))
  mount(bulkChanges.quote, (school, { body }) => quoteAddition(school, body, tools))
  mount(bulkChanges.erasure, (school, { body }) => quoteErasure(school, body, tools))
  mount(bulkChanges.latest, findLatestChange)
  mount(renewals.add, (school, { params }) => addSubscribers(school, params, tools))
  mount(cohorts.remove, (school, { params, body }) => removeCohort(school, { ...params, ...body }, tools))
}
