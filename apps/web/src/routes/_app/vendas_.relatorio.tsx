import { type ReportVerdict, reportVerdicts } from '@escola/contract/sales-reports.contract'
import { createFileRoute, type SearchSchemaInput } from '@tanstack/react-router'
import { ReportPage } from '../../features/sales-reports/report-page.tsx'
import { salesReportQueries } from '../../features/sales-reports/sales-reports.queries.ts'
import { useSchool } from '../../session/context.ts'
import { requireAdmin } from '../../session/guards.ts'
import { usePrefetchedQuery } from '../../ui/loading/use-prefetched-query.ts'
import { salesAccountQueries } from '../../ui/sales-platforms/sales-platforms.queries.ts'
import { pageOf } from '../-list-search.ts'
import { schoolIdOf } from '../-school-id.ts'

interface ReportSearch {
  verdict?: ReportVerdict | undefined
  page?: number | undefined
}

export const Route = createFileRoute('/_app/vendas_/relatorio')({
  validateSearch: ({ verdict, page }: { verdict?: unknown; page?: unknown } & SearchSchemaInput): ReportSearch => ({
    verdict: reportVerdicts.find((each) => each === verdict),
    page: pageOf(page) === 1 ? undefined : pageOf(page),
  }),
  beforeLoad: requireAdmin,
  loader: ({ context }) =>
    Promise.all([
      context.queryClient.ensureQueryData(salesReportQueries.latest(schoolIdOf(context))),
      context.queryClient.ensureQueryData(salesAccountQueries.list(schoolIdOf(context))),
    ]),
  component: ReportRoute,
})

function ReportRoute() {
  const { verdict, page = 1 } = Route.useSearch()
  const navigate = Route.useNavigate()
  const { accounts } = usePrefetchedQuery(salesAccountQueries.list(useSchool().id)).data
  return (
    <ReportPage
      accounts={accounts}
      query={{ verdict, page }}
      onQuery={(next) =>
        void navigate({ search: { verdict: next.verdict, page: next.page > 1 ? next.page : undefined }, replace: true })
      }
    />
  )
}
