import { createFileRoute, redirect } from '@tanstack/react-router'
import { rememberDeadLink } from '../../features/accounts/dead-link.ts'
import { NewPasswordPage } from '../../features/accounts/new-password-page.tsx'

export const Route = createFileRoute('/_public/recover/$token')({
  loader: async ({ params: { token }, cause }) => {
    if (cause === 'enter' && (await rememberDeadLink('recovery', token))) throw redirect({ to: '/', replace: true })
  },
  component: NewPasswordPage,
})
