import { messages } from '@escola/contract/messages'
import { NewPassword, sessions } from '@escola/contract/sessions.contract'
import { Anchor, Stack } from '@mantine/core'
import { useForm } from '@mantine/form'
import { Link, useParams, useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { ApiError, api } from '../../api/client.ts'
import { BusyButton } from '../../ui/busy-button.tsx'
import { useFormSubmit } from '../../ui/use-form-submit.ts'
import { zodResolver } from '../../ui/zod-resolver.ts'
import { AccountScreen } from './account-screen.tsx'
import { FailureAlert } from './failure-alert.tsx'
import { Leaving } from './leaving.tsx'
import { NewPasswordFields } from './password-fields.tsx'

export function NewPasswordPage() {
  const { token } = useParams({ from: '/_public/recover/$token' })
  const router = useRouter()
  const [done, setDone] = useState(false)
  const form = useForm({ initialValues: { password: '', repeatPassword: '' }, validate: zodResolver(NewPassword) })
  const { submit, pending, failure } = useFormSubmit(form, async (body) => {
    await api(sessions.setNewPassword, { params: { token }, body })
    setDone(true)
  })
  const pathTo = (to: '/' | '/login') => router.buildLocation({ to }).publicHref
  if (done) {
    return (
      <AccountScreen title="Pronto!" text={messages.passwordChanged}>
        <Leaving href={pathTo('/login')} label="Entrar agora" />
      </AccountScreen>
    )
  }
  if (failure instanceof ApiError && failure.status === 404) {
    return (
      <AccountScreen title={messages.linkExpired} text="Este link já foi usado ou passou do prazo.">
        <Anchor component={Link} to="/recuperar-senha" underline="always">
          Pedir um novo link
        </Anchor>
        <Leaving href={pathTo('/')} label="Ir para a escola" />
      </AccountScreen>
    )
  }
  return (
    <AccountScreen title="Nova senha" text="Escolha a senha que você vai usar a partir de agora.">
      <form onSubmit={submit} noValidate>
        <Stack gap="md">
          {failure !== undefined && <FailureAlert error={failure} />}
          <NewPasswordFields password={form.getInputProps('password')} repeat={form.getInputProps('repeatPassword')} />
          <BusyButton type="submit" size="md" busy={pending} fullWidth>
            Alterar senha
          </BusyButton>
        </Stack>
      </form>
    </AccountScreen>
  )
}
