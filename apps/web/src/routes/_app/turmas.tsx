import { createFileRoute } from '@tanstack/react-router'
import { CohortListPage } from '../../features/cohorts/cohort-list-page.tsx'
import { cohortQueries } from '../../features/cohorts/cohorts.queries.ts'
import { saleQueries } from '../../features/sales/sales.queries.ts'
import { UnmatchedSales } from '../../features/sales/unmatched-notice.tsx'
import { contextQuery } from '../../session/context.ts'
import { requireAdmin } from '../../session/guards.ts'
import { Need } from '../../session/need.tsx'
import { readOwnRights } from '../../session/rights.ts'
import { schoolIdOf } from '../-school-id.ts'

export const Route = createFileRoute('/_app/turmas')({
  beforeLoad: requireAdmin,
  loader: async ({ context }) => {
    const schoolId = schoolIdOf(context)
    const { may } = readOwnRights(await context.queryClient.ensureQueryData(contextQuery))
    return Promise.all([
      context.queryClient.ensureQueryData(cohortQueries.list(schoolId)),
      // Loaded before the page is shown, so that its notice doesn't push it down later; it may fail alone.
      may('sales') && context.queryClient.prefetchQuery(saleQueries.list(schoolId, { page: 1, state: 'unmatched' })),
    ])
  },
  component: () => (
    <CohortListPage
      unmatchedSales={
        <Need right="sales">
          <UnmatchedSales />
        </Need>
      }
    />
  ),
})
