import { createFileRoute } from '@tanstack/react-router'
import { LoginPage } from '../../features/accounts/login-page.tsx'
import { leaveWhenSignedIn } from '../../session/guards.ts'
import { readLoginSearch } from '../../session/redirect.ts'

export const Route = createFileRoute('/_public/login')({
  validateSearch: readLoginSearch,
  beforeLoad: leaveWhenSignedIn,
  component: LoginPage,
})
