import { createFileRoute } from '@tanstack/react-router'
import { SignUpPage } from '../../features/accounts/sign-up-page.tsx'
import { requireOpenSignUp } from '../../session/guards.ts'

export const Route = createFileRoute('/_public/cadastro')({
  validateSearch: ({ academy }: Record<string, unknown>): { academy?: 1 } => ({
    academy: Number(academy) === 1 ? 1 : undefined,
  }),
  beforeLoad: requireOpenSignUp,
  component: SignUpPage,
})
