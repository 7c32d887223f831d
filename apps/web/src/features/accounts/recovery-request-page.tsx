import { limits } from '@escola/contract/limits'
import { messages, recoveryMessages } from '@escola/contract/messages'
import { sessions } from '@escola/contract/sessions.contract'
import { Anchor, Stack, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'
import { Link, useRouterState } from '@tanstack/react-router'
import { useState } from 'react'
import { api } from '../../api/client.ts'
import { useAppContext } from '../../session/context.ts'
import { CheckMailbox } from '../../ui/account/check-mailbox.tsx'
import { BusyButton } from '../../ui/busy-button.tsx'
import { useFormSubmit } from '../../ui/forms/use-form-submit.ts'
import classes from './account-screen.module.css'
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
    await api(sessions.requestRecovery, { body: { email, schoolId: school?.id } })
    setSentTo(email)
  })
  if (sentTo !== undefined) return <Sent email={sentTo} onOther={() => setSentTo(undefined)} />
  return (
    <AccountScreen title="Recuperar senha" text="Enviaremos um link para você escolher uma nova senha.">
      <form onSubmit={submit} onFocus={fetchChecks} noValidate>
        <Stack gap="md">
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
          {toLogin}
        </Stack>
      </form>
    </AccountScreen>
  )
}

const toLogin = (
  <Anchor component={Link} to="/login" size="sm">
    Voltar para o login
  </Anchor>
)

/** Answer to every address alike, so that it doesn't tell who has an account. */
function Sent({ email, onOther }: { email: string; onOther: () => void }) {
  const { school } = useAppContext()
  const resend = useMutation({
    mutationFn: () => api(sessions.resendActivation, { body: { email, schoolId: school?.id } }),
  })
  return (
    <AccountScreen title={messages.recoverySent}>
      <Stack gap="md">
        <CheckMailbox>
          Se houver uma conta com {email}, o link chega em instantes e vale por {limits.recoveryMinutes} minutos.
        </CheckMailbox>
        <details>
          <summary className={classes.more}>Ainda não confirmou?</summary>
          <Stack gap="xs" align="start">
            <Text>{recoveryMessages.mustConfirm}</Text>
            {resend.isSuccess ? (
              <CheckMailbox>{recoveryMessages.emailSent}</CheckMailbox>
            ) : (
              <BusyButton variant="default" busy={resend.isPending} onClick={() => resend.mutate()}>
                Reenviar e-mail de confirmação
              </BusyButton>
            )}
            {resend.isError && <FailureAlert error={resend.error} />}
          </Stack>
        </details>
        <Anchor component="button" type="button" ta="start" size="sm" onClick={onOther}>
          Usar outro e-mail
        </Anchor>
        {toLogin}
      </Stack>
    </AccountScreen>
  )
}
