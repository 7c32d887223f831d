import { createFileRoute } from '@tanstack/react-router'
import { DesignPage } from '../../features/schools/design-page.tsx'
import { requireAdmin } from '../../session/guards.ts'

export const Route = createFileRoute('/_app/design')({ beforeLoad: requireAdmin, component: DesignPage })
