import { createFileRoute } from '@tanstack/react-router'
import { karmaQueries } from '../../features/karma/karma.queries.ts'
import { PointsPage } from '../../features/karma/points-page.tsx'
import { SchoolPointsPage } from '../../features/ledger/school-points-page.tsx'
import { requireMember } from '../../session/guards.ts'
import { sharedPages, usePageRole } from '../../session/rights.ts'
import { pageSearch } from '../-page-search.ts'
import { schoolIdOf } from '../-school-id.ts'
import { pageRoleOf } from '../-view-role.ts'

export const Route = createFileRoute('/_app/pontos')({
  ...pageSearch,
  beforeLoad: requireMember,
  // Within the page, the list loads its next page itself and keeps its rows meanwhile.
  loader: async ({ context, deps, cause }) =>
    cause === 'stay' || (await pageRoleOf(context, sharedPages['/_app/pontos'])) === 'admin'
      ? undefined
      : context.queryClient.ensureQueryData(karmaQueries.mine(schoolIdOf(context), deps.page)),
  component: Points,
})

/** Students have points of their own; an administrator's are the school's. */
function Points() {
  const { page } = Route.useSearch()
  const navigate = Route.useNavigate()
  if (usePageRole(sharedPages['/_app/pontos']) === 'admin') return <SchoolPointsPage />
  return <PointsPage page={page} onPage={(next) => void navigate({ search: { page: next } })} />
}
