import { createFileRoute, type SearchSchemaInput, stripSearchParams } from '@tanstack/react-router'
import { calendarQueries } from '../../features/calendars/calendars.queries.ts'
import { CohortCalendars } from '../../features/calendars/cohort-calendars.tsx'
import { CohortPage } from '../../features/cohorts/cohort-page.tsx'
import { type CohortQuery, cohortQueries } from '../../features/cohorts/cohorts.queries.ts'
import { ImportButton } from '../../features/imports/import-button.tsx'
import { ImportHistory } from '../../features/imports/import-history.tsx'
import { importQueries } from '../../features/imports/imports.queries.ts'
import { MoveProgress } from '../../features/moves/move-progress.tsx'
import { MoveStudents } from '../../features/moves/move-students.tsx'
import { formatEvent } from '../../features/sales/sale-events.ts'
import { requireAdmin } from '../../session/guards.ts'
import { isUnmade } from '../../ui/unmade.ts'
import { useEditorKey } from '../../ui/use-editor-key.ts'
import { pageOf, sortOf, usualPage } from '../-list-search.ts'
import { schoolIdOf } from '../-school-id.ts'

export const Route = createFileRoute('/_app/turma/$cohortId')({
  validateSearch: ({ page, sort }: Partial<CohortQuery> & SearchSchemaInput): CohortQuery => ({
    page: pageOf(page),
    sort: sortOf(sort),
  }),
  search: { middlewares: [stripSearchParams(usualPage)] },
  beforeLoad: requireAdmin,
  loaderDeps: ({ search }) => search,
  // The list on the screen waits for its next page itself.
  loader: ({ context, params: { cohortId }, deps, cause }) => {
    if (cause === 'stay') return
    const schoolId = schoolIdOf(context)
    return Promise.all([
      context.queryClient.ensureQueryData(cohortQueries.one(schoolId, cohortId, deps)),
      ...(isUnmade({ link: cohortId })
        ? []
        : [
            // Loaded before the page is shown, so that what comes first doesn't push it down later; each may fail alone.
            context.queryClient.prefetchQuery(calendarQueries.list(schoolId, cohortId)),
            context.queryClient.prefetchQuery(importQueries.list(schoolId, cohortId)),
          ]),
    ])
  },
  component: CohortRoute,
})

function CohortRoute() {
  const { cohortId } = Route.useParams()
  const query = Route.useSearch()
  const navigate = Route.useNavigate()
  const key = useEditorKey({ id: cohortId, link: cohortId })
  const isMade = !isUnmade({ link: cohortId })
  return (
    <CohortPage
      key={key}
      id={cohortId}
      query={query}
      onPage={(page) => void navigate({ search: { ...query, page } })}
      onSort={(sort) => void navigate({ search: { page: 1, sort }, replace: true })}
      formatSaleEvent={formatEvent}
      studentActions={(cohort) => (
        <>
          {cohort.totalStudents > 0 && <MoveStudents cohortId={cohortId} />}
          <ImportButton cohort={cohort} />
        </>
      )}
      calendars={isMade && <CohortCalendars cohortId={cohortId} />}
      studentWork={
        isMade && (
          <>
            <MoveProgress cohortId={cohortId} />
            <ImportHistory cohortId={cohortId} />
          </>
        )
      }
    />
  )
}
