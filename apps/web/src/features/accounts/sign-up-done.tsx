import { accounts, EmailCorrection } from '@escola/contract/accounts.contract'
import { limits } from '@escola/contract/limits'
import { messages } from '@escola/contract/messages'
import { cleanEmail } from '@escola/contract/people'
import { sessions } from '@escola/contract/sessions.contract'
import { Button, Group, Stack, Text } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { api } from '../../api/client.ts'
import { useAppContext } from '../../session/context.ts'
import { CheckMailbox } from '../../ui/account/check-mailbox.tsx'
import { BusyButton } from '../../ui/busy-button.tsx'
import { EmailField } from '../../ui/forms/email-field.tsx'
import { useFormSubmit } from '../../ui/forms/use-form-submit.ts'
import { zodResolver } from '../../ui/forms/zod-resolver.ts'
import { useCountdown } from '../../ui/use-countdown.ts'
import { AccountScreen } from './account-screen.tsx'
import { FailureAlert } from './failure-alert.tsx'
import { SignUpFailure, signUpAlerts } from './sign-up-failure.tsx'

/** Account that was just signed up; it lives as long as this page. */
export interface SignedUp {
  email: string
  password: string
}

/** Tells that the account waits for its e-mail to be confirmed. A user who acts here is not led away any more. */
export function SignUpDone({ as }: { as: SignedUp }) {
  const { school } = useAppContext()
  const [typed, setTyped] = useState({ ...as, email: cleanEmail(as.email) })
  const [step, setStep] = useState<'waits' | 'stays' | 'corrects'>('waits')
  const resend = useMutation({
    mutationFn: () => api(sessions.resendActivation, { body: { email: typed.email, schoolId: school?.id } }),
  })
  const sendAgain = () => {
    setStep('stays')
    resend.mutate()
  }
  const take = (email: string) => {
    resend.reset()
    setTyped({ ...typed, email })
    setStep('stays')
  }
  return (
    <AccountScreen title="Falta só confirmar">
      <CheckMailbox>
        {resend.isSuccess ? messages.emailSent : 'Conta criada!'} Enviamos um e-mail para <strong>{typed.email}</strong>
        . Abra o link que está nele para ativar a sua conta.
      </CheckMailbox>
      {resend.isError && <FailureAlert error={resend.error} />}
      {step === 'corrects' ? (
        <CorrectEmail typed={typed} onDone={take} onCancel={() => setStep('stays')} />
      ) : (
        <Group gap="xs" grow>
          <BusyButton variant="default" busy={resend.isPending} onClick={sendAgain}>
            Reenviar e-mail
          </BusyButton>
          <Button variant="default" onClick={() => setStep('corrects')}>
            Corrigir e-mail
          </Button>
        </Group>
      )}
      {!school && step === 'waits' && <BackToLogin />}
      <Button component={Link} to="/login" variant="light">
        Ir para o login
      </Button>
    </AccountScreen>
  )
}

interface CorrectEmailProps {
  typed: SignedUp
  onDone: (email: string) => void
  onCancel: () => void
}

function CorrectEmail({ typed, onDone, onCancel }: CorrectEmailProps) {
  const form = useForm({
    initialValues: { ...typed, newEmail: typed.email },
    validate: zodResolver(EmailCorrection),
  })
  const { submit, pending, failure } = useFormSubmit(
    form,
    async (body) => {
      await api(accounts.correctEmail, { body })
      onDone(cleanEmail(body.newEmail))
    },
    signUpAlerts,
  )
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="xs">
        {failure !== undefined && <SignUpFailure error={failure} email={form.getValues().newEmail} />}
        <EmailField
          label="E-mail certo"
          autoComplete="email"
          autoFocus
          maxLength={limits.emailMax}
          {...form.getInputProps('newEmail')}
        />
        <Group gap="xs" grow>
          <Button variant="default" onClick={onCancel}>
            Cancelar
          </Button>
          <BusyButton type="submit" busy={pending}>
            Salvar e reenviar
          </BusyButton>
        </Group>
      </Stack>
    </form>
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
