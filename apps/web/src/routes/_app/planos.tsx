import { createFileRoute } from '@tanstack/react-router'
import { PlansPage } from '../../features/subscriptions/plans-page.tsx'
import { subscriptionQueries } from '../../features/subscriptions/subscriptions.queries.ts'
import { requireAdmin } from '../../session/guards.ts'
import { schoolIdOf } from '../-school-id.ts'

export const Route = createFileRoute('/_app/planos')({
  beforeLoad: requireAdmin,
  // The state of the subscription may fail alone; the plans and their prices are there all the same.
  loader: ({ context }) => context.queryClient.prefetchQuery(subscriptionQueries.current(schoolIdOf(context))),
  component: PlansPage,
})
