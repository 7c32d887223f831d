import { createFileRoute } from '@tanstack/react-router'
import { accessApiQueries } from '../../features/access-api/access-api.queries.ts'
import { AccessApiPage } from '../../features/access-api/access-api-page.tsx'
import { requireAdmin } from '../../session/guards.ts'
import { schoolIdOf } from '../-school-id.ts'

export const Route = createFileRoute('/_app/api')({
  beforeLoad: requireAdmin,
  loader: ({ context }) => {
    const schoolId = schoolIdOf(context)
    return Promise.all([
      context.queryClient.ensureQueryData(accessApiQueries.key(schoolId)),
      context.queryClient.ensureQueryData(accessApiQueries.integrations(schoolId)),
    ])
  },
  component: AccessApiPage,
})
