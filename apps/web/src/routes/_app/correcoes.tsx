import type { OpenAnswerFilter } from '@escola/contract/exam-open-answers.contract'
import { createFileRoute, type SearchSchemaInput, stripSearchParams } from '@tanstack/react-router'
import { useMemo } from 'react'
import { type OpenAnswerQuery, openAnswerQueries } from '../../features/exam-open-answers/exam-open-answers.queries.ts'
import { OpenAnswerListPage } from '../../features/exam-open-answers/open-answer-list-page.tsx'
import {
  type OpenAnswerSearch,
  readOpenAnswerFilter,
  writeOpenAnswerFilter,
} from '../../features/exam-open-answers/open-answer-search.ts'
import { requireAdmin } from '../../session/guards.ts'
import { pageOf } from '../-list-search.ts'
import { schoolIdOf } from '../-school-id.ts'

type Search = OpenAnswerSearch & { page: number }
const queryOf = (search: Search): OpenAnswerQuery => ({ ...readOpenAnswerFilter(search), page: search.page })

export const Route = createFileRoute('/_app/correcoes')({
  validateSearch: ({ page, ...filter }: OpenAnswerSearch & { page?: unknown } & SearchSchemaInput): Search => ({
    ...filter,
    page: pageOf(page),
  }),
  search: { middlewares: [stripSearchParams<Search>({ page: 1 })] },
  beforeLoad: requireAdmin,
  loaderDeps: ({ search }) => search,
  // Within the page, the list loads its next page itself and keeps its rows meanwhile.
  loader: ({ context, deps, cause }) =>
    cause === 'stay'
      ? undefined
      : context.queryClient.ensureQueryData(openAnswerQueries.list(schoolIdOf(context), queryOf(deps))),
  component: OpenAnswersRoute,
})

function OpenAnswersRoute() {
  const search = Route.useSearch()
  const navigate = Route.useNavigate()
  const query = useMemo(() => queryOf(search), [search])
  const go = (filter: OpenAnswerFilter, page = 1) =>
    void navigate({ search: { ...writeOpenAnswerFilter(filter), page } })
  return <OpenAnswerListPage query={query} onPage={(page) => go(query, page)} onFilter={(filter) => go(filter)} />
}
