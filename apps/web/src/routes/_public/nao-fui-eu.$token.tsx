import { createFileRoute } from '@tanstack/react-router'
import { accountQueries } from '../../features/accounts/accounts.queries.ts'
import { DenialPage } from '../../features/accounts/denial-page.tsx'

export const Route = createFileRoute('/_public/nao-fui-eu/$token')({
  loader: ({ context: { queryClient }, params: { token } }) =>
    queryClient.ensureQueryData(accountQueries.mailedLink(token)),
  component: Denial,
})

function Denial() {
  return <DenialPage token={Route.useParams().token} />
}
