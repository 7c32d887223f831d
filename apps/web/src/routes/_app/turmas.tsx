import { createFileRoute } from '@tanstack/react-router'
import { CohortListPage } from '../../features/cohorts/cohort-list-page.tsx'
import { cohortQueries } from '../../features/cohorts/cohorts.queries.ts'
import { requireAdmin } from '../../session/guards.ts'
import { schoolIdOf } from '../-school-id.ts'

export const Route = createFileRoute('/_app/turmas')({
  beforeLoad: requireAdmin,
  loader: ({ context }) => context.queryClient.ensureQueryData(cohortQueries.list(schoolIdOf(context))),
  component: CohortListPage,
})
