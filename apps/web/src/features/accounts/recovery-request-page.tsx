import { messages, recoveryMessages } from '@escola/contract/messages'
import { sessions } from '@escola/contract/sessions.contract'
import { Alert, Anchor, Stack, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { IconMailQuestion } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { Link, useRouterState } from '@tanstack/react-router'
import { useState } from 'react'
import { api } from '../../api/client.ts'
import { useAppContext } from '../../session/context.ts'
import { CheckMailbox } from '../../ui/account/check-mailbox.tsx'
import { BusyButton } from '../../ui/busy-button.tsx'
import { useFormSubmit } from '../../ui/forms/use-form-submit.ts'
import { AccountScreen } from './account-screen.tsx'
import { fetchChecks, makeDeferredCheck } from './deferred-checks.ts'
import { FailureAlert } from './failure-alert.tsx'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** Typed on the login page; kept out of the address, which servers write down. */
    email?: string
  }
}

export function RecoveryRequestPage() {
  const { school } = useAppContext()
  const [sentTo, setSentTo] = useState<string>()
  const email = useRouterState({ select: ({ location }) => location.state.email ?? '' })
  const form = useForm({ initialValues: { email }, validate: makeDeferredCheck('RecoveryRequest') })
  const { submit, pending, failure } = useFormSubmit(form, async ({ email }) => {
    setSentTo(undefined)
    await api(sessions.requestRecovery, { body: { email, schoolId: school?.id } })
    setSentTo(email)
  })
  return (
    <AccountScreen title="Recuperar senha" text="Enviaremos um link para você escolher uma nova senha.">
      <form onSubmit={submit} onFocus={fetchChecks} noValidate>
        <Stack gap="md">
          {sentTo !== undefined && (
            <>
              <CheckMailbox>{messages.recoverySent}</CheckMailbox>
              <ConfirmToo key={sentTo} email={sentTo} />
            </>
          )}
          {failure !== undefined && <FailureAlert error={failure} />}
          <TextInput
            label="E-mail"
            type="email"
            autoComplete="username"
            maxLength={254}
            {...form.getInputProps('email')}
          />
          <BusyButton type="submit" size="md" busy={pending} fullWidth>
            Enviar instruções
          </BusyButton>
          <Anchor component={Link} to="/login" size="sm">
            Voltar para o login
          </Anchor>
        </Stack>
      </form>
    </AccountScreen>
  )
}

/**
 * A user who has not confirmed their e-mail yet needs that link, and not this one. It is always offered, so that it doesn't tell who has an account.
 */
function ConfirmToo({ email }: { email: string }) {
  const { school } = useAppContext()
  const resend = useMutation({
    mutationFn: () => api(sessions.resendActivation, { body: { email, schoolId: school?.id } }),
  })
  if (resend.isSuccess) return <CheckMailbox>{recoveryMessages.emailSent}</CheckMailbox>
  return (
    <>
      <Alert color="ambar" variant="light" icon={<IconMailQuestion />} title={recoveryMessages.mustConfirm}>
        <Text inherit mb="xs">
          Se o seu cadastro ainda espera a confirmação, enviamos o link dela outra vez.
        </Text>
        <BusyButton variant="default" busy={resend.isPending} onClick={() => resend.mutate()}>
          Reenviar e-mail de confirmação
        </BusyButton>
      </Alert>
      {resend.isError && <FailureAlert error={resend.error} />}
    </>
  )
}
