import { limits } from '@escola/contract/limits'
import { cleanEmail } from '@escola/contract/people'
import { Button, Text } from '@mantine/core'
import { Link, useNavigate } from '@tanstack/react-router'
import { useAppContext } from '../../session/context.ts'
import { useCountdown } from '../../ui/use-countdown.ts'
import { AccountScreen } from './account-screen.tsx'
import { CheckMailbox } from './check-mailbox.tsx'

export function SignUpDone({ email }: { email: string }) {
  const { school } = useAppContext()
  return (
    <AccountScreen title="Falta só confirmar">
      <CheckMailbox>
        Conta criada! Enviamos um e-mail para <strong>{cleanEmail(email)}</strong>. Abra o link que está nele para
        ativar a sua conta.
      </CheckMailbox>
      {!school && <BackToLogin />}
      <Button component={Link} to="/login" variant="light">
        Ir para o login
      </Button>
    </AccountScreen>
  )
}

function BackToLogin() {
  const navigate = useNavigate()
  const left = useCountdown(limits.signUpRedirectMs / 1000, () => void navigate({ to: '/login' }))
  return (
    <Text c="dimmed" size="sm">
      Você vai para o login em {left} s.
    </Text>
  )
}
