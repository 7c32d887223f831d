import { createFileRoute } from '@tanstack/react-router'
import { LoginPage } from '../../features/accounts/login-page.tsx'
import { leaveWhenSignedIn } from '../../session/guards.ts'
import { safeRedirect } from '../../session/redirect.ts'

export const Route = createFileRoute('/_public/login')({
  validateSearch: (search: Record<string, unknown>): { redirect?: string } => {
    const redirect = safeRedirect(search.redirect)
    return redirect ? { redirect } : {}
  },
  beforeLoad: leaveWhenSignedIn,
  component: LoginPage,
})
