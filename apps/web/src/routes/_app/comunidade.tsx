import { createFileRoute, type SearchSchemaInput } from '@tanstack/react-router'
import { useMemo } from 'react'
import { CommunityPage } from '../../features/threads/community-page.tsx'
import { type CommunitySearch, readFilters, writeFilters } from '../../features/threads/community-search.ts'
import { type ThreadQuery, threadQueries } from '../../features/threads/threads.queries.ts'
import { requireAdmin } from '../../session/guards.ts'
import { pageOf } from '../-list-search.ts'
import { schoolIdOf } from '../-school-id.ts'

const queryOf = ({ page, ...filters }: CommunitySearch): ThreadQuery => ({
  page: pageOf(page),
  ...readFilters(filters),
})

export const Route = createFileRoute('/_app/comunidade')({
  validateSearch: ({ page, state, course, search }: CommunitySearch & SearchSchemaInput): CommunitySearch => ({
    page,
    state,
    course,
    search,
  }),
  beforeLoad: requireAdmin,
  loaderDeps: ({ search }) => search,
  // Within the page, the list loads its next page itself and keeps its rows meanwhile.
  loader: ({ context, deps, cause }) =>
    cause === 'stay'
      ? undefined
      : context.queryClient.ensureQueryData(threadQueries.list(schoolIdOf(context), queryOf(deps))),
  component: Community,
})

function Community() {
  const asked = Route.useSearch()
  const query = useMemo(() => queryOf(asked), [asked])
  const navigate = Route.useNavigate()
  const go = (change: Partial<ThreadQuery>, replace = true) =>
    void navigate({ search: writeFilters({ ...query, page: 1, ...change }), replace })
  return (
    <CommunityPage
      query={query}
      onPage={(page) => go({ page }, false)}
      onCourse={(course) => go({ course })}
      onSearch={(search) => go({ search })}
    />
  )
}
