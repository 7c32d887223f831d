import { createFileRoute } from '@tanstack/react-router'
import { affiliateQueries } from '../../features/affiliates/affiliates.queries.ts'
import { PlanPage } from '../../features/affiliates/plan-page.tsx'
import { requireAdmin } from '../../session/guards.ts'
import { useEditorKey } from '../../ui/editor/use-editor-key.ts'
import { pageSearch } from '../-page-search.ts'
import { schoolIdOf } from '../-school-id.ts'

export const Route = createFileRoute('/_app/filiais-planos_/$planId')({
  ...pageSearch,
  beforeLoad: requireAdmin,
  // Within the page, the list loads its next page itself and keeps its rows meanwhile.
  loader: ({ context, params: { planId }, deps: { page }, cause }) => {
    if (cause === 'stay') return
    const schoolId = schoolIdOf(context)
    return Promise.all([
      context.queryClient.ensureQueryData(affiliateQueries.plan(schoolId, planId)),
      context.queryClient.ensureQueryData(affiliateQueries.schools(schoolId, planId, page)),
    ])
  },
  component: PlanRoute,
})

function PlanRoute() {
  const { planId } = Route.useParams()
  const { page } = Route.useSearch()
  const navigate = Route.useNavigate()
  const key = useEditorKey({ id: planId, link: planId })
  return <PlanPage key={key} id={planId} page={page} onPage={(page) => void navigate({ search: { page } })} />
}
