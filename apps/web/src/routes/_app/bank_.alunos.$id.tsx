import { createFileRoute } from '@tanstack/react-router'
import { useMemo } from 'react'
import { ChargedStudentsPage } from '../../features/ledger/charged-students-page.tsx'
import { ledgerQueries } from '../../features/ledger/ledger.queries.ts'
import { requireAdmin } from '../../session/guards.ts'
import { pageSearch } from '../-page-search.ts'
import { schoolIdOf } from '../-school-id.ts'

export const Route = createFileRoute('/_app/bank_/alunos/$id')({
  ...pageSearch,
  beforeLoad: requireAdmin,
  // Within the page, the list loads its next page itself and keeps its rows meanwhile.
  loader: ({ context, params: { id }, deps: { page }, cause }) =>
    cause === 'stay'
      ? undefined
      : context.queryClient.ensureQueryData(ledgerQueries.charged(schoolIdOf(context), { id, page })),
  component: ChargedStudents,
})

function ChargedStudents() {
  const { id } = Route.useParams()
  const { page } = Route.useSearch()
  const navigate = Route.useNavigate()
  const query = useMemo(() => ({ id, page }), [id, page])
  return <ChargedStudentsPage query={query} onPage={(page) => void navigate({ search: { page } })} />
}
