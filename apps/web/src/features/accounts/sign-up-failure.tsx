import { messages } from '@escola/contract/messages'
import { ApiError } from '../../api/client.ts'
import { FailureAlert } from './failure-alert.tsx'
import { setKnownEmail } from './known-email.ts'
import { LoginLink } from './login-link.tsx'

/** Refusals that SignUpFailure shows with the way to the login. */
export const signUpAlerts = ['email_taken'] as const

/** @param props.email the typed one, which the login begins with */
export function SignUpFailure({ error, email }: { error: unknown; email: string }) {
  if (error === undefined) return null
  if (!(error instanceof ApiError && error.code === 'email_taken')) return <FailureAlert error={error} />
  return (
    <FailureAlert>
      <LoginLink c="inherit" returns onClick={() => setKnownEmail(email)}>
        {messages.emailTaken}
      </LoginLink>
    </FailureAlert>
  )
}
