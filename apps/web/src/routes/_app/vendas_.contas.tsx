import { createFileRoute } from '@tanstack/react-router'
import { salesAccountQueries } from '../../features/cohorts/sales-accounts.queries.ts'
import { SalesAccountsPage } from '../../features/cohorts/sales-accounts-page.tsx'
import { requireAdmin } from '../../session/guards.ts'
import { schoolIdOf } from '../-school-id.ts'

export const Route = createFileRoute('/_app/vendas_/contas')({
  beforeLoad: requireAdmin,
  loader: ({ context }) => context.queryClient.ensureQueryData(salesAccountQueries.list(schoolIdOf(context))),
  component: SalesAccountsPage,
})
