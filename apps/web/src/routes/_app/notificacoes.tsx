import { createFileRoute } from '@tanstack/react-router'
import { notificationQueries } from '../../features/notifications/notifications.queries.ts'
import { NotificationsPage } from '../../features/notifications/notifications-page.tsx'
import { requireFlag } from '../../session/page-guards.ts'
import { pageSearch } from '../-page-search.ts'
import { schoolIdOf } from '../-school-id.ts'

export const Route = createFileRoute('/_app/notificacoes')({
  ...pageSearch,
  // The list on the screen waits for its next page itself.
  loader: async ({ context, deps, cause, location }) => {
    await requireFlag(location, 'has_notifications')
    if (cause !== 'stay')
      await context.queryClient.ensureQueryData(notificationQueries.list(schoolIdOf(context), deps.page))
  },
  component: Listed,
})

function Listed() {
  const { page } = Route.useSearch()
  const navigate = Route.useNavigate()
  return <NotificationsPage page={page} onPage={(next) => void navigate({ search: { page: next } })} />
}
