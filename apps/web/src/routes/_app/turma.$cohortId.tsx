import { progressStates } from '@escola/contract/cohorts.contract'
import { searchMax } from '@escola/contract/limits'
import { Button } from '@mantine/core'
import { IconFilter } from '@tabler/icons-react'
import { createFileRoute, Link, type SearchSchemaInput, stripSearchParams } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { calendarQueries } from '../../features/calendars/calendars.queries.ts'
import { CohortCalendars } from '../../features/calendars/cohort-calendars.tsx'
import { CohortPage } from '../../features/cohorts/cohort-page.tsx'
import { type CohortTab, cohortTabOf } from '../../features/cohorts/cohort-tabs.ts'
import { type CohortQuery, cohortQueries } from '../../features/cohorts/cohorts.queries.ts'
import { CohortExams } from '../../features/exam-results/cohort-exams.tsx'
import { examResultQueries } from '../../features/exam-results/exam-results.queries.ts'
import { ImportButton } from '../../features/imports/import-button.tsx'
import { ImportHistory, ImportNews } from '../../features/imports/import-history.tsx'
import type { ImportPayment } from '../../features/imports/import-preview.tsx'
import { importQueries } from '../../features/imports/imports.queries.ts'
import { MoveProgress } from '../../features/moves/move-progress.tsx'
import { MoveStudents } from '../../features/moves/move-students.tsx'
import { CohortSales } from '../../features/sales/cohort-sales.tsx'
import { formatEvent } from '../../features/sales/sale-events.ts'
import { saleQueries } from '../../features/sales/sales.queries.ts'
import { BulkBar } from '../../features/students/bulk-bar.tsx'
import { BulkProgress } from '../../features/students/bulk-progress.tsx'
import { contextQuery } from '../../session/context.ts'
import { requireAdmin } from '../../session/guards.ts'
import { readOwnRights, useRights } from '../../session/rights.ts'
import { type CohortAct, cohortActOf } from '../../ui/cohorts/cohort-acts.ts'
import { isNewRecord } from '../../ui/editor/new-record.ts'
import { useEditorKey } from '../../ui/editor/use-editor-key.ts'
import { pageOf, sortOf, usualPage } from '../-list-search.ts'
import { schoolIdOf } from '../-school-id.ts'

const PackPayment = lazy(() => import('../../features/payments/pack-payment.tsx'))

type CohortSearch = CohortQuery & { tab: CohortTab; acao: CohortAct | undefined }

export const Route = createFileRoute('/_app/turma/$cohortId')({
  validateSearch: ({
    page,
    sort,
    search,
    standing,
    tab,
    acao,
  }: Partial<CohortQuery> & { tab?: string; acao?: CohortAct } & SearchSchemaInput): CohortSearch => ({
    page: pageOf(page),
    sort: sortOf(sort),
    search: String(search ?? '').slice(0, searchMax),
    standing: progressStates.find((each) => each === standing) ?? '',
    tab: cohortTabOf(tab),
    acao: cohortActOf(acao),
  }),
  search: { middlewares: [stripSearchParams({ ...usualPage, search: '', standing: '', tab: cohortTabOf(undefined) })] },
  beforeLoad: requireAdmin,
  loaderDeps: ({ search: { acao: _acao, ...search } }) => search,
  loader: async ({ context, params: { cohortId }, deps: { tab, ...query }, cause }) => {
    const { queryClient } = context
    const schoolId = schoolIdOf(context)
    const isMade = !isNewRecord({ link: cohortId })
    const { may } = readOwnRights(await queryClient.ensureQueryData(contextQuery))
    // Parts are loaded before they are shown, so that what comes first doesn't push the rest down later; each may fail alone.
    const parts: Partial<Record<CohortTab, () => Promise<void>>> = {
      cursos: async () => {
        await Promise.all([
          queryClient.prefetchQuery(calendarQueries.list(schoolId, cohortId)),
          may('courses') && queryClient.prefetchQuery(examResultQueries.ofCohort(schoolId, cohortId)),
        ])
      },
      vendas: async () => {
        const sold = { page: pageOf(query.page), school_gateway_id: cohortId }
        if (may('sales')) await queryClient.prefetchQuery(saleQueries.list(schoolId, sold))
      },
    }
    const part = isMade ? parts[tab]?.() : undefined
    // Within the page, the list loads its next page itself and keeps its rows meanwhile; another class is another page.
    const isShown = queryClient.getQueriesData({ queryKey: cohortQueries.pages(schoolId, cohortId) }).length > 0
    if (cause === 'stay' && isShown) return part
    return Promise.all([
      queryClient.ensureQueryData(cohortQueries.one(schoolId, cohortId, query)),
      isMade && may('records') && queryClient.prefetchQuery(importQueries.list(schoolId, cohortId)),
      part,
    ])
  },
  component: CohortRoute,
})

function CohortRoute() {
  const { cohortId } = Route.useParams()
  const { tab, acao, ...query } = Route.useSearch()
  const navigate = Route.useNavigate()
  const { may } = useRights()
  const key = useEditorKey({ id: cohortId, link: cohortId })
  const isMade = !isNewRecord({ link: cohortId })
  /** The address of an act opens its dialog once: without it, a reload would open it again. */
  const forgetAct = () => void (acao && navigate({ search: { ...query, tab }, replace: true }))
  const importing = {
    startsOpen: acao === 'importar',
    payment: (props: Parameters<ImportPayment>[0]) => (
      <Suspense>
        <PackPayment {...props} cohortId={cohortId} />
      </Suspense>
    ),
    onPay: () => void navigate({ search: { ...query, tab, acao: 'importar' }, replace: true }),
    onClose: forgetAct,
  }
  return (
    <CohortPage
      key={key}
      id={cohortId}
      query={query}
      isAdding={acao === 'adicionar'}
      onAdded={forgetAct}
      tab={tab}
      onPage={(page) => void navigate({ search: { ...query, page } })}
      onSort={(sort) => void navigate({ search: { ...query, page: 1, sort }, replace: true })}
      onProgress={(progress) => void navigate({ search: { ...query, page: 1, standing: progress } })}
      onSearch={(search) => void navigate({ search: { ...query, page: 1, search }, replace: true })}
      formatSaleEvent={formatEvent}
      studentActions={(cohort) => (
        <>
          {cohort.totalStudents > 0 && (
            <>
              {may('students') && <FilterStudents cohortId={cohortId} />}
              <MoveStudents cohortId={cohortId} />
            </>
          )}
          {may('records') && <ImportButton cohort={cohort} {...importing} />}
        </>
      )}
      bulkBar={(props) => <BulkBar {...props} />}
      sales={
        isMade && (
          <CohortSales
            cohortId={cohortId}
            page={pageOf(query.page)}
            onPage={(page) => void navigate({ search: { ...query, page, tab } })}
          />
        )
      }
      exams={isMade && may('courses') && <CohortExams cohortId={cohortId} />}
      calendars={isMade && <CohortCalendars cohortId={cohortId} />}
      studentWork={
        isMade && (
          <>
            {may('records') && <BulkProgress />}
            <MoveProgress cohortId={cohortId} />
            {may('records') && <ImportNews cohortId={cohortId} />}
          </>
        )
      }
      imports={(cohort) => (
        <ImportHistory cohortId={cohortId} action={<ImportButton cohort={cohort} {...importing} />} />
      )}
    />
  )
}

/** Leads to the list of all students, which filters those of this class by more, and exports them. */
const FilterStudents = ({ cohortId }: { cohortId: string }) => (
  <Button
    variant="light"
    leftSection={<IconFilter size={18} aria-hidden />}
    renderRoot={(props) => <Link {...props} to="/alunos" search={{ school_gateway_id: cohortId }} />}
  >
    Ver na lista de alunos
  </Button>
)
