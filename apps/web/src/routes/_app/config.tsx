import { createFileRoute } from '@tanstack/react-router'
import { domainQueries } from '../../features/schools/schools.queries.ts'
import { SettingsPage } from '../../features/schools/settings-page.tsx'
import { requireAdmin } from '../../session/guards.ts'
import { schoolIdOf } from '../-school-id.ts'

export const Route = createFileRoute('/_app/config')({
  beforeLoad: requireAdmin,
  loader: ({ context }) => context.queryClient.ensureQueryData(domainQueries.own(schoolIdOf(context))),
  component: SettingsPage,
})
