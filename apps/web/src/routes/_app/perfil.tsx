import { createFileRoute, redirect } from '@tanstack/react-router'
import { ownProfile } from '../../session/guards.ts'

/** One's own public profile, whatever its link is. */
export const Route = createFileRoute('/_app/perfil')({
  beforeLoad: async (guarded) => {
    throw redirect({ to: '/p/$link', params: { link: await ownProfile(guarded) }, replace: true })
  },
})
