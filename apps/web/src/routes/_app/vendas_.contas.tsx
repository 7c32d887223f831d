import { createFileRoute } from '@tanstack/react-router'
import { SalesAccountsPage } from '../../features/sales-accounts/sales-accounts-page.tsx'
import { requireAdmin } from '../../session/guards.ts'
import { salesAccountQueries } from '../../ui/sales-platforms/sales-platforms.queries.ts'
import { schoolIdOf } from '../-school-id.ts'

export const Route = createFileRoute('/_app/vendas_/contas')({
  beforeLoad: requireAdmin,
  loader: ({ context }) => context.queryClient.ensureQueryData(salesAccountQueries.list(schoolIdOf(context))),
  component: SalesAccountsPage,
})
