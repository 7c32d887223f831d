import { Anchor } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { ApiError } from '../../api/client.ts'
import { FailureAlert } from './failure-alert.tsx'
import { MustConfirm } from './must-confirm.tsx'

interface SignInFailureProps {
  error: unknown
  typed: { email: string; password: string }
}

export function SignInFailure({ error, typed }: SignInFailureProps) {
  if (error === undefined) return null
  const code = error instanceof ApiError ? error.code : undefined
  if (code === 'must_confirm_email') return <MustConfirm typed={typed} />
  if (!(error instanceof ApiError) || code !== 'too_many_sign_ins') return <FailureAlert error={error} />
  return (
    <FailureAlert>
      {error.message}.{' '}
      <Anchor
        component={Link}
        to="/recuperar-senha"
        state={{ email: typed.email }}
        c="inherit"
        inherit
        underline="always"
      >
        Recuperar senha
      </Anchor>
    </FailureAlert>
  )
}
