import { messages } from '@escola/contract/messages'
import { sessions } from '@escola/contract/sessions.contract'
import { Anchor, Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { Link, useRouterState } from '@tanstack/react-router'
import { useState } from 'react'
import { api } from '../../api/client.ts'
import { useAppContext } from '../../session/context.ts'
import { BusyButton } from '../../ui/busy-button.tsx'
import { useFormSubmit } from '../../ui/use-form-submit.ts'
import { AccountScreen } from './account-screen.tsx'
import { CheckMailbox } from './check-mailbox.tsx'
import { FailureAlert } from './failure-alert.tsx'
import { checkedLater, fetchChecks } from './later-checks.ts'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** Typed on the login page; kept out of the address, which servers write down. */
    email?: string
  }
}

export function RecoveryRequestPage() {
  const { school } = useAppContext()
  const [sent, setSent] = useState(false)
  const email = useRouterState({ select: ({ location }) => location.state.email ?? '' })
  const form = useForm({ initialValues: { email }, validate: checkedLater('RecoveryRequest') })
  const { submit, pending, failure } = useFormSubmit(form, async ({ email }) => {
    setSent(false)
    await api(sessions.requestRecovery, { body: { email, schoolId: school?.id } })
    setSent(true)
  })
  return (
    <AccountScreen title="Recuperar senha" text="Enviaremos um link para você escolher uma nova senha.">
      <form onSubmit={submit} onFocus={fetchChecks} noValidate>
        <Stack gap="md">
          {sent && <CheckMailbox>{messages.recoverySent}</CheckMailbox>}
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
