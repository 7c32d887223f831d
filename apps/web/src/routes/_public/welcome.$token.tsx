import { createFileRoute, redirect } from '@tanstack/react-router'
import { accountQueries } from '../../features/accounts/accounts.queries.ts'
import { findOpenLink, isGone } from '../../features/accounts/dead-link.ts'
import { InvitationPage } from '../../features/accounts/invitation-page.tsx'
import { contextQuery } from '../../session/context.ts'

export const Route = createFileRoute('/_public/welcome/$token')({
  loader: async ({ context: { queryClient }, params: { token } }) => {
    const { user } = await queryClient.ensureQueryData(contextQuery)
    return queryClient.ensureQueryData(accountQueries.invitation(token)).catch(async (error: unknown) => {
      if (!isGone(error)) throw error
      // A signed-in user no longer needs the link; other visitors read what has become of it.
      if (!user) await findOpenLink('invitation', token)
      throw redirect({ to: '/', replace: true })
    })
  },
  component: InvitationRoute,
})

function InvitationRoute() {
  return <InvitationPage token={Route.useParams().token} />
}
