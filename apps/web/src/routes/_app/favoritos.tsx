import { createFileRoute } from '@tanstack/react-router'
import { BookmarkListPage } from '../../features/bookmarks/bookmark-list-page.tsx'
import { contextQuery } from '../../session/context.ts'
import { requireMember } from '../../session/guards.ts'

export const Route = createFileRoute('/_app/favoritos')({
  beforeLoad: requireMember,
  // The context holds them; what was closed or opened meanwhile is asked for again.
  loader: ({ context, preload }) =>
    preload ? undefined : context.queryClient.fetchQuery({ ...contextQuery, staleTime: 1000 }),
  component: BookmarkListPage,
})
