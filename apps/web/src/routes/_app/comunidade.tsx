import { searchMax } from '@escola/contract/limits'
import { threadStates } from '@escola/contract/threads.contract'
import { isId } from '@escola/contract/wire'
import { createFileRoute, type SearchSchemaInput, stripSearchParams } from '@tanstack/react-router'
import { CommunityPage } from '../../features/threads/community-page.tsx'
import { type ThreadQuery, threadQueries } from '../../features/threads/threads.queries.ts'
import { requireAdmin } from '../../session/guards.ts'
import { pageOf } from '../-list-search.ts'
import { schoolIdOf } from '../-school-id.ts'

export const Route = createFileRoute('/_app/comunidade')({
  validateSearch: ({ page, state, course, search = '' }: Partial<ThreadQuery> & SearchSchemaInput): ThreadQuery => ({
    page: pageOf(page),
    state: threadStates.find((each) => each === state) ?? 'waiting',
    // The address reads an id as a number.
    course: isId(String(course)) ? String(course) : undefined,
    search: String(search).slice(0, searchMax),
  }),
  search: { middlewares: [stripSearchParams({ page: 1, state: 'waiting', search: '' })] },
  beforeLoad: requireAdmin,
  loaderDeps: ({ search }) => search,
  // The list on the screen waits for its next page itself.
  loader: ({ context, deps, cause }) =>
    cause === 'stay' ? undefined : context.queryClient.ensureQueryData(threadQueries.list(schoolIdOf(context), deps)),
  component: Community,
})

function Community() {
  const query = Route.useSearch()
  const navigate = Route.useNavigate()
  return (
    <CommunityPage
      query={query}
      onPage={(page) => void navigate({ search: { ...query, page } })}
      onCourse={(course) => void navigate({ search: { ...query, page: 1, course }, replace: true })}
      onSearch={(search) => void navigate({ search: { ...query, page: 1, search }, replace: true })}
    />
  )
}
