import { limits } from '@escola/contract/limits'
import { createFileRoute, type SearchSchemaInput } from '@tanstack/react-router'
import { useMemo } from 'react'
import { type IssuedQuery, issuedQueries, issuedStateOf } from '../../features/certificate-reissues/issued.queries.ts'
import { IssuedListPage } from '../../features/certificate-reissues/issued-list-page.tsx'
import { requireAdmin } from '../../session/guards.ts'
import { pageOf } from '../-list-search.ts'
import { schoolIdOf } from '../-school-id.ts'

interface IssuedSearch {
  page?: unknown
  state?: unknown
  search?: unknown
}

const queryOf = (templateId: string, { page, state, search }: IssuedSearch) => ({
  templateId,
  page: pageOf(page),
  state: issuedStateOf(state),
  search: String(search ?? '').slice(0, limits.searchMax) || undefined,
})

export const Route = createFileRoute('/_app/certificado/$certificateId_/emitidos')({
  validateSearch: ({ page, state, search }: IssuedSearch & SearchSchemaInput): IssuedSearch => ({
    page,
    state,
    search,
  }),
  beforeLoad: requireAdmin,
  loaderDeps: ({ search }) => search,
  // Within the page, the list loads its next page itself and keeps its rows meanwhile.
  loader: ({ context, params, deps, cause }) =>
    cause === 'stay'
      ? undefined
      : context.queryClient.ensureQueryData(
          issuedQueries.list(schoolIdOf(context), queryOf(params.certificateId, deps)),
        ),
  component: IssuedRoute,
})

function IssuedRoute() {
  const { certificateId } = Route.useParams()
  const { page, state, search } = Route.useSearch()
  const navigate = Route.useNavigate()
  const query = useMemo(() => queryOf(certificateId, { page, state, search }), [certificateId, page, state, search])
  const go = (change: Partial<Omit<IssuedQuery, 'templateId'>>, replace: boolean) => {
    const next = { ...query, page: 1, ...change }
    void navigate({
      search: { state: next.state, search: next.search || undefined, page: next.page > 1 ? next.page : undefined },
      replace,
    })
  }
  return (
    <IssuedListPage
      query={query}
      onPage={(page) => go({ page }, false)}
      onSearch={(search) => go({ search }, true)}
      onState={(state) => go({ state }, false)}
    />
  )
}
