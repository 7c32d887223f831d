import { createFileRoute, type SearchSchemaInput } from '@tanstack/react-router'
import { useMemo } from 'react'
import { type TeamLogQuery, teamLogQueries } from '../../features/team-log/team-log.queries.ts'
import { TeamLogPage } from '../../features/team-log/team-log-page.tsx'
import { readTeamLogFilter } from '../../features/team-log/team-log-search.ts'
import { requireAdmin } from '../../session/guards.ts'
import { pageOf } from '../-list-search.ts'
import { schoolIdOf } from '../-school-id.ts'

interface Search {
  page?: unknown
  pessoa?: unknown
  area?: unknown
}
const queryOf = ({ page, pessoa, area }: Search): TeamLogQuery => ({
  ...readTeamLogFilter({ user_id: pessoa, area }),
  page: pageOf(page),
})

export const Route = createFileRoute('/_app/config_/acessos_/equipe')({
  validateSearch: (search: Search & SearchSchemaInput): Search => search,
  beforeLoad: requireAdmin,
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps, cause }) =>
    cause === 'stay'
      ? undefined
      : context.queryClient.ensureQueryData(teamLogQueries.list(schoolIdOf(context), queryOf(deps))),
  component: TeamLogRoute,
})

function TeamLogRoute() {
  const search = Route.useSearch()
  const navigate = Route.useNavigate()
  const query = useMemo(() => queryOf(search), [search])
  const go = ({ area, user_id }: Pick<TeamLogQuery, 'area' | 'user_id'>, page = 1) =>
    void navigate({
      search: { ...(area && { area }), ...(user_id && { pessoa: user_id }), ...(page > 1 && { page }) },
    })
  return <TeamLogPage query={query} onPage={(page) => go(query, page)} onFilter={(filter) => go(filter)} />
}
