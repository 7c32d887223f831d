import { createFileRoute } from '@tanstack/react-router'
import { affiliateQueries } from '../../features/affiliates/affiliates.queries.ts'
import { FranchisesPage } from '../../features/affiliates/franchises-page.tsx'
import { requireAdmin } from '../../session/guards.ts'
import { schoolIdOf } from '../-school-id.ts'

export const Route = createFileRoute('/_app/franquias')({
  beforeLoad: requireAdmin,
  loader: ({ context }) => context.queryClient.ensureQueryData(affiliateQueries.franchisors(schoolIdOf(context))),
  component: FranchisesPage,
})
