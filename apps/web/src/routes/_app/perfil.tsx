import { createFileRoute, redirect } from '@tanstack/react-router'
import { contextQuery } from '../../session/context.ts'
import { requireMember } from '../../session/guards.ts'

/** Leads to the user's own public profile, whatever its link is. */
export const Route = createFileRoute('/_app/perfil')({
  beforeLoad: requireMember,
  loader: async ({ context }) => {
    const { user } = await context.queryClient.ensureQueryData(contextQuery)
    if (user) throw redirect({ to: '/p/$link', params: { link: user.link }, replace: true })
  },
})
