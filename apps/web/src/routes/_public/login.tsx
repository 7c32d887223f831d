import { createFileRoute } from '@tanstack/react-router'
import { safeRedirect } from '../../session/redirect.ts'

export const Route = createFileRoute('/_public/login')({
  validateSearch: (search: Record<string, unknown>): { redirect?: string } => {
    const redirect = safeRedirect(search.redirect)
    return redirect ? { redirect } : {}
  },
  component: () => null,
})
