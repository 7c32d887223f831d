import { createFileRoute, redirect } from '@tanstack/react-router'
import { accountQueries } from '../../features/accounts/accounts.queries.ts'
import { findOpenLink } from '../../features/accounts/dead-link.ts'
import { NewPasswordPage } from '../../features/accounts/new-password-page.tsx'

export const Route = createFileRoute('/_public/recover/$token')({
  loader: async ({ context: { queryClient }, params: { token }, cause }) => {
    if (cause !== 'enter') return
    const open = await findOpenLink('recovery', token)
    if (!open) throw redirect({ to: '/', replace: true })
    queryClient.setQueryData(accountQueries.mailedLink(token).queryKey, open)
  },
  component: NewPassword,
})

function NewPassword() {
  return <NewPasswordPage token={Route.useParams().token} />
}
