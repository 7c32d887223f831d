import { createFileRoute } from '@tanstack/react-router'
import { AttemptPage } from '../../features/exam-results/attempt-page.tsx'
import { examResultQueries } from '../../features/exam-results/exam-results.queries.ts'
import { requireAdmin } from '../../session/guards.ts'
import { schoolIdOf } from '../-school-id.ts'

export const Route = createFileRoute('/_app/questoes_/tentativas/$attemptId')({
  beforeLoad: requireAdmin,
  loader: ({ context, params: { attemptId } }) =>
    context.queryClient.ensureQueryData(examResultQueries.attempt(schoolIdOf(context), attemptId)),
  component: AttemptRoute,
})

function AttemptRoute() {
  const { attemptId } = Route.useParams()
  return <AttemptPage attemptId={attemptId} />
}
