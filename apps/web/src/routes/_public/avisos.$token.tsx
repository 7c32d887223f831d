import { createFileRoute } from '@tanstack/react-router'
import { noticeQueries } from '../../features/notices/notices.queries.ts'
import { NoticesOffPage } from '../../features/notices/notices-off-page.tsx'
import { requireAnySchool } from '../../session/guards.ts'
import { schoolIdOf } from '../-school-id.ts'

export const Route = createFileRoute('/_public/avisos/$token')({
  beforeLoad: requireAnySchool,
  loader: ({ context, params }) =>
    context.queryClient.ensureQueryData(noticeQueries.byLink(schoolIdOf(context), params.token)),
  component: NoticesOff,
})

function NoticesOff() {
  return <NoticesOffPage token={Route.useParams().token} />
}
