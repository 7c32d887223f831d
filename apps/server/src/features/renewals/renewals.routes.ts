import { cohorts } from '@escola/contract/cohorts.contract'
import { renewals } from '@escola/contract/renewals.contract'
import type { Tools } from '../../core/tools.ts'
import type { Mount } from '../../http/mount.ts'
import { getRemoval } from './cohort-removal.service.ts'
import { forecastRenewals } from './renewals.service.ts'

export const renewalRoutes = (mount: Mount, tools: Tools) => {
  mount(renewals.forecast, (school, { params }) => forecastRenewals(school, params, tools))
  mount(cohorts.getRemoval, (school, { params }) => getRemoval(school, params, tools))
}
