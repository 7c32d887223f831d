import { messages } from '@escola/contract/messages'
import { ApiError } from '../../api/client.ts'
import { FailureAlert } from './failure-alert.tsx'
import { LoginLink } from './login-link.tsx'

/** Refusals that SignUpFailure shows with the way to the login. */
export const signUpAlerts = ['email_taken'] as const

export function SignUpFailure({ error }: { error: unknown }) {
  if (error === undefined) return null
  if (!(error instanceof ApiError && error.code === 'email_taken')) return <FailureAlert error={error} />
  return (
    <FailureAlert>
      <LoginLink c="inherit" returns>
        {messages.emailTaken}
      </LoginLink>
    </FailureAlert>
  )
}
