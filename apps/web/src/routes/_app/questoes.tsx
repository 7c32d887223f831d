import { examQuestionListLimits } from '@escola/contract/exam-questions.contract'
import { createFileRoute, type SearchSchemaInput, stripSearchParams } from '@tanstack/react-router'
import { useMemo } from 'react'
import { BankTransfers } from '../../features/exam-imports/bank-transfers.tsx'
import { ExamQuestionListPage } from '../../features/exam-questions/exam-question-list-page.tsx'
import {
  addressOf,
  type ExamQuestionSearch,
  readExamQuestionQuery,
} from '../../features/exam-questions/exam-question-search.ts'
import { type ExamQuestionQuery, examQuestionQueries } from '../../features/exam-questions/exam-questions.queries.ts'
import { requireAdmin } from '../../session/guards.ts'
import { pageOf } from '../-list-search.ts'
import { schoolIdOf } from '../-school-id.ts'

export const Route = createFileRoute('/_app/questoes')({
  // The filters are read where the page is, because every page carries this function.
  validateSearch: ({
    page,
    search = '',
    ...filter
  }: Partial<ExamQuestionQuery> & SearchSchemaInput): ExamQuestionSearch => ({
    ...filter,
    page: pageOf(page),
    search: String(search).slice(0, examQuestionListLimits.searchMax),
  }),
  search: { middlewares: [stripSearchParams({ page: 1, search: '' })] },
  beforeLoad: requireAdmin,
  loaderDeps: ({ search }) => search,
  // Within the page, the list loads its next page itself and keeps its rows meanwhile.
  loader: ({ context, deps, cause }) => {
    const schoolId = schoolIdOf(context)
    if (cause === 'stay') return undefined
    return Promise.all([
      context.queryClient.ensureQueryData(examQuestionQueries.list(schoolId, readExamQuestionQuery(deps))),
      context.queryClient.ensureQueryData(examQuestionQueries.tags(schoolId)),
      context.queryClient.ensureQueryData(examQuestionQueries.courses(schoolId)),
      context.queryClient.ensureQueryData(examQuestionQueries.exams(schoolId)),
    ])
  },
  component: ExamQuestionsRoute,
})

function ExamQuestionsRoute() {
  const search = Route.useSearch()
  const navigate = Route.useNavigate()
  const query = useMemo(() => readExamQuestionQuery(search), [search])
  const go = (change: Partial<ExamQuestionQuery>, replace = false) =>
    void navigate({ search: addressOf({ ...query, page: 1, ...change }), replace })
  const { page: _, ...asked } = query
  return (
    <ExamQuestionListPage
      query={query}
      onPage={(page) => go({ page })}
      onSearch={(search) => go({ search }, true)}
      onFilter={(filter) => go(filter)}
      transfers={<BankTransfers query={asked} />}
    />
  )
}
