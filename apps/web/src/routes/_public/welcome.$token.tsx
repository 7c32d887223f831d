import { messages } from '@escola/contract/messages'
import { createFileRoute, redirect } from '@tanstack/react-router'
import { ApiError } from '../../api/api-error.ts'
import { accountQueries } from '../../features/accounts/accounts.queries.ts'
import { InvitationPage } from '../../features/accounts/invitation-page.tsx'
import { contextQuery } from '../../session/context.ts'
import { notifyError } from '../../ui/notify.ts'

export const Route = createFileRoute('/_public/welcome/$token')({
  loader: async ({ context: { queryClient }, params: { token } }) => {
    const { user } = await queryClient.ensureQueryData(contextQuery)
    return queryClient.ensureQueryData(accountQueries.invitation(token)).catch((error: unknown) => {
      if (!(error instanceof ApiError && error.status === 404)) throw error
      // Who is in has no more use for the link; everybody else reads what may have become of it.
      if (!user) notifyError(new ApiError(404, { code: 'invalid_token', message: messages.invitationSpent }))
      throw redirect({ to: '/', replace: true })
    })
  },
  component: InvitationRoute,
})

function InvitationRoute() {
  return <InvitationPage token={Route.useParams().token} />
}
