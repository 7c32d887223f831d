import { createFileRoute } from '@tanstack/react-router'
import { LoginPage } from '../../features/accounts/login-page.tsx'
import { leaveWhenSignedIn } from '../../session/guards.ts'
import { safeRedirect } from '../../session/redirect.ts'

export const Route = createFileRoute('/_public/login')({
  // Spelled out even when refused: a key left out would keep the value that the address gives it.
  validateSearch: (search: Record<string, unknown>): { redirect?: string } => ({
    redirect: safeRedirect(search.redirect),
  }),
  beforeLoad: leaveWhenSignedIn,
  component: LoginPage,
})
