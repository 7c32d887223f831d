import { createFileRoute } from '@tanstack/react-router'
import { LoginPage } from '../../features/accounts/login-page.tsx'
import { leaveWhenSignedIn } from '../../session/guards.ts'
import { loginSearch } from '../../session/redirect.ts'

export const Route = createFileRoute('/_public/login')({
  validateSearch: loginSearch,
  beforeLoad: leaveWhenSignedIn,
  component: LoginPage,
})
