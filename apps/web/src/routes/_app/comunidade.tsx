import { createFileRoute } from '@tanstack/react-router'
import { CommunityPage } from '../../features/threads/community-page.tsx'
import { threadQueries } from '../../features/threads/threads.queries.ts'
import { requireAdmin } from '../../session/guards.ts'
import { schoolIdOf } from '../-school-id.ts'

export const Route = createFileRoute('/_app/comunidade')({
  beforeLoad: requireAdmin,
  loader: ({ context }) => context.queryClient.ensureQueryData(threadQueries.waiting(schoolIdOf(context))),
  component: CommunityPage,
})
