import { createFileRoute } from '@tanstack/react-router'
import { CohortListPage } from '../../features/cohorts/cohort-list-page.tsx'
import { requireAdmin } from '../../session/guards.ts'

export const Route = createFileRoute('/_app/turmas')({ beforeLoad: requireAdmin, component: CohortListPage })
