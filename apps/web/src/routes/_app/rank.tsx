import { createFileRoute } from '@tanstack/react-router'
import { karmaQueries } from '../../features/karma/karma.queries.ts'
import { RankPage } from '../../features/karma/rank-page.tsx'
import { requireFlag } from '../../session/page-guards.ts'
import { pageSearch } from '../-page-search.ts'
import { schoolIdOf } from '../-school-id.ts'

export const Route = createFileRoute('/_app/rank')({
  ...pageSearch,
  // Within the page, the list loads its next page itself and keeps its rows meanwhile.
  loader: async ({ context, deps, cause, location }) => {
    await requireFlag(location, 'has_rank')
    if (cause !== 'stay') await context.queryClient.ensureQueryData(karmaQueries.rank(schoolIdOf(context), deps.page))
  },
  component: Listed,
})

function Listed() {
  const { page } = Route.useSearch()
  const navigate = Route.useNavigate()
  return <RankPage page={page} onPage={(next) => void navigate({ search: { page: next } })} />
}
