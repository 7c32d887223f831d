import { createFileRoute, redirect } from '@tanstack/react-router'
import { requireAdmin } from '../../session/guards.ts'

/** Offers that have no page of their own lead to the plans. */
export const Route = createFileRoute('/_app/offer/$offer')({
  beforeLoad: async (guarded) => {
    await requireAdmin(guarded)
    throw redirect({ to: '/planos', replace: true })
  },
})
