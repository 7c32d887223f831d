import { createFileRoute } from '@tanstack/react-router'
import { affiliateQueries } from '../../features/affiliates/affiliates.queries.ts'
import { PlanListPage } from '../../features/affiliates/plan-list-page.tsx'
import { requireAdmin } from '../../session/guards.ts'
import { schoolIdOf } from '../-school-id.ts'

export const Route = createFileRoute('/_app/filiais-planos')({
  beforeLoad: requireAdmin,
  loader: ({ context }) => context.queryClient.ensureQueryData(affiliateQueries.plans(schoolIdOf(context))),
  component: PlanListPage,
})
