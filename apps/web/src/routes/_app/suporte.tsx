import { createFileRoute } from '@tanstack/react-router'
import { SupportPage } from '../../features/pages/support-page.tsx'
import { requireFlag } from '../../session/page-guards.ts'

export const Route = createFileRoute('/_app/suporte')({
  loader: ({ location }) => requireFlag(location, 'has_support'),
  component: SupportPage,
})
