import { createFileRoute, redirect } from '@tanstack/react-router'
import { contextQuery, readViewRole } from '../../session/context.ts'
import { requireMember } from '../../session/guards.ts'

/** Leads to the user's own public profile, whatever its link is; a visitor from another school has none here. */
export const Route = createFileRoute('/_app/perfil')({
  beforeLoad: async (guarded) => {
    const context = await guarded.context.queryClient.ensureQueryData(contextQuery)
    if (context.user && readViewRole(context) === 'visitor') throw redirect({ to: '/minha-conta' })
    await requireMember(guarded)
  },
  loader: async ({ context }) => {
    const { user } = await context.queryClient.ensureQueryData(contextQuery)
    if (user) throw redirect({ to: '/p/$link', params: { link: user.link }, replace: true })
  },
})
