import { examResultLimits, resultStates } from '@escola/contract/exam-results.contract'
import { createFileRoute, type SearchSchemaInput, stripSearchParams } from '@tanstack/react-router'
import { useMemo } from 'react'
import { examResultQueries, type ResultQuery } from '../../features/exam-results/exam-results.queries.ts'
import { ExamResultsPage } from '../../features/exam-results/exam-results-page.tsx'
import { type ResultTab, resultTabOf } from '../../features/exam-results/result-tabs.ts'
import { requireAdmin } from '../../session/guards.ts'
import { pageOf } from '../-list-search.ts'
import { schoolIdOf } from '../-school-id.ts'

export const Route = createFileRoute('/_app/questoes_/resultados/$lessonId')({
  validateSearch: ({
    page,
    search,
    state,
    tab,
  }: Partial<ResultQuery> & { tab?: string } & SearchSchemaInput): ResultQuery & { tab: ResultTab } => ({
    page: pageOf(page),
    search: String(search ?? '').slice(0, examResultLimits.searchMax),
    state: resultStates.find((each) => each === state) ?? '',
    tab: resultTabOf(tab),
  }),
  search: { middlewares: [stripSearchParams({ page: 1, search: '', state: '', tab: resultTabOf(undefined) })] },
  beforeLoad: requireAdmin,
  loaderDeps: ({ search }) => search,
  loader: ({ context, params: { lessonId }, deps: { tab, ...query } }) => {
    const schoolId = schoolIdOf(context)
    const { queryClient } = context
    return Promise.all([
      queryClient.ensureQueryData(examResultQueries.overview(schoolId, lessonId)),
      tab === 'questoes'
        ? queryClient.ensureQueryData(examResultQueries.questions(schoolId, lessonId, query.page))
        : queryClient.ensureQueryData(examResultQueries.students(schoolId, lessonId, query)),
    ])
  },
  component: ExamResultsRoute,
})

function ExamResultsRoute() {
  const { lessonId } = Route.useParams()
  const { tab, page, search, state } = Route.useSearch()
  const navigate = Route.useNavigate()
  const query = useMemo(() => ({ page, search, state }), [page, search, state])
  return (
    <ExamResultsPage
      key={lessonId}
      lessonId={lessonId}
      tab={tab}
      query={query}
      onQuery={(change, replace = false) => void navigate({ search: { ...query, tab, page: 1, ...change }, replace })}
    />
  )
}
