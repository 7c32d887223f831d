import { createFileRoute, redirect } from '@tanstack/react-router'
import { accountQueries } from '../../features/accounts/accounts.queries.ts'
import { ActivationPage } from '../../features/accounts/activation-page.tsx'
import { findOpenLink, isGone } from '../../features/accounts/dead-link.ts'
import { rememberKnownEmail } from '../../features/accounts/known-email.ts'
import { leaveFor } from '../../session/guards.ts'
import { readLastSchool } from '../../session/last-school.ts'
import { notifyError } from '../../ui/notify.ts'

export const Route = createFileRoute('/_public/activate/$token')({
  loader: async ({ context, params: { token } }) => {
    const activated = context.queryClient.ensureQueryData(accountQueries.activation(token))
    const { user } = await activated.catch(async (error: unknown) => {
      if (!isGone(error)) notifyError(error)
      else await findOpenLink('activation', token)
      // Without a school at this address, the last one says the rest.
      if (!context.school && readLastSchool() !== '/') await leaveFor(readLastSchool())
      throw redirect({ to: '/', replace: true })
    })
    // The link is theirs, the password that was typed is gone: the same link invites them to choose another.
    if (!user.has_password) throw redirect({ to: '/welcome/$token', params: { token }, replace: true })
    rememberKnownEmail(user.email)
  },
  component: ActivationRoute,
})

function ActivationRoute() {
  return <ActivationPage token={Route.useParams().token} />
}
