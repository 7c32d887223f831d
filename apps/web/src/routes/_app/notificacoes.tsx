import { createFileRoute } from '@tanstack/react-router'
import { NoticeSwitches } from '../../features/notices/notice-switches.tsx'
import { noticeQueries } from '../../features/notices/notices.queries.ts'
import { notificationQueries } from '../../features/notifications/notifications.queries.ts'
import { NotificationsPage } from '../../features/notifications/notifications-page.tsx'
import { useViewRole } from '../../session/context.ts'
import { requireFlag } from '../../session/page-guards.ts'
import { pageSearch } from '../-page-search.ts'
import { schoolIdOf } from '../-school-id.ts'
import { viewRoleOf } from '../-view-role.ts'

export const Route = createFileRoute('/_app/notificacoes')({
  ...pageSearch,
  // Within the page, the list loads its next page itself and keeps its rows meanwhile.
  loader: async ({ context, deps, cause, location }) => {
    await requireFlag(location, 'has_notifications')
    const { queryClient } = context
    const schoolId = schoolIdOf(context)
    await Promise.all([
      cause !== 'stay' && queryClient.ensureQueryData(notificationQueries.list(schoolId, deps.page)),
      (await viewRoleOf(context)) === 'admin' && queryClient.ensureQueryData(noticeQueries.own(schoolId)),
    ])
  },
  component: Listed,
})

function Listed() {
  const { page } = Route.useSearch()
  const navigate = Route.useNavigate()
  return (
    <NotificationsPage
      page={page}
      onPage={(next) => void navigate({ search: { page: next } })}
      settings={useViewRole() === 'admin' && <NoticeSwitches />}
    />
  )
}
