import { createFileRoute } from '@tanstack/react-router'
import { CommunityPage } from '../../features/threads/community-page.tsx'
import { threadQueries } from '../../features/threads/threads.queries.ts'
import { requireAdmin } from '../../session/guards.ts'
import { pageSearch } from '../-page-search.ts'
import { schoolIdOf } from '../-school-id.ts'

export const Route = createFileRoute('/_app/comunidade')({
  ...pageSearch,
  beforeLoad: requireAdmin,
  // The list on the screen waits for its next page itself.
  loader: ({ context, deps, cause }) =>
    cause === 'stay'
      ? undefined
      : context.queryClient.ensureQueryData(threadQueries.waiting(schoolIdOf(context), deps.page)),
  component: Community,
})

function Community() {
  const { page } = Route.useSearch()
  const navigate = Route.useNavigate()
  return <CommunityPage page={page} onPage={(next) => void navigate({ search: { page: next } })} />
}
