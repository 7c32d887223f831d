import { createFileRoute, type SearchSchemaInput } from '@tanstack/react-router'
import { useMemo } from 'react'
import { platformQueries } from '../../features/platform/platform.queries.ts'
import { SchoolListPage } from '../../features/platform/school-list-page.tsx'
import { readQuery, type SchoolListSearch, searchOf } from '../../features/platform/school-list-query.ts'
import { requirePerson } from '../../session/guards.ts'

export const Route = createFileRoute('/_info/escolas')({
  validateSearch: (search: SchoolListSearch & SearchSchemaInput): SchoolListSearch => search,
  beforeLoad: requirePerson,
  loaderDeps: ({ search }) => search,
  // Within the page, the list loads its next page itself and keeps its rows meanwhile.
  loader: ({ context, deps, cause }) =>
    cause === 'stay' ? undefined : context.queryClient.ensureQueryData(platformQueries.schoolList(readQuery(deps))),
  component: SchoolsRoute,
})

function SchoolsRoute() {
  const search = Route.useSearch()
  // The object stays one until the address changes: the page tells by it whether it waits.
  const query = useMemo(() => readQuery(search), [search])
  const navigate = Route.useNavigate()
  return (
    <SchoolListPage
      query={query}
      onPage={(page) => void navigate({ search: searchOf({ ...query, page }) })}
      onChange={(change) => void navigate({ search: searchOf({ ...query, ...change, page: 1 }), replace: true })}
    />
  )
}
