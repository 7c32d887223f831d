import { createFileRoute } from '@tanstack/react-router'
import { BookmarkListPage } from '../../features/bookmarks/bookmark-list-page.tsx'
import { bookmarkQueries } from '../../features/bookmarks/bookmarks.queries.ts'
import { requireMember } from '../../session/guards.ts'
import { schoolIdOf } from '../-school-id.ts'

export const Route = createFileRoute('/_app/favoritos')({
  beforeLoad: requireMember,
  loader: ({ context }) => context.queryClient.ensureQueryData(bookmarkQueries.mine(schoolIdOf(context))),
  component: BookmarkListPage,
})
