import { createFileRoute } from '@tanstack/react-router'
import { accountQueries } from '../../features/accounts/accounts.queries.ts'
import { UndoEmailPage } from '../../features/accounts/undo-email-page.tsx'

export const Route = createFileRoute('/_public/email/$token')({
  loader: ({ context: { queryClient }, params: { token } }) => queryClient.ensureQueryData(accountQueries.undo(token)),
  component: UndoEmail,
})

function UndoEmail() {
  return <UndoEmailPage token={Route.useParams().token} />
}
