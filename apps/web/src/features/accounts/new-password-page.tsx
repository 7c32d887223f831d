import { messages } from '@escola/contract/messages'
import { NewPassword, sessions } from '@escola/contract/sessions.contract'
import { Stack } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useParams, useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { api } from '../../api/client.ts'
import { BusyButton } from '../../ui/busy-button.tsx'
import { useFormSubmit } from '../../ui/forms/use-form-submit.ts'
import { zodResolver } from '../../ui/forms/zod-resolver.ts'
import { AccountScreen } from './account-screen.tsx'
import { isGone, rememberDeadLink } from './dead-link.ts'
import { FailureAlert } from './failure-alert.tsx'
import { Leaving } from './leaving.tsx'
import { NewPasswordFields } from './password-fields.tsx'

export function NewPasswordPage() {
  const { token } = useParams({ from: '/_public/recover/$token' })
  const router = useRouter()
  const [done, setDone] = useState(false)
  const form = useForm({ initialValues: { password: '', repeatPassword: '' }, validate: zodResolver(NewPassword) })
  const { submit, pending, failure } = useFormSubmit(form, async (body) => {
    try {
      await api(sessions.setNewPassword, { params: { token }, body })
      setDone(true)
    } catch (error) {
      // The link expired while the password was being typed.
      if (!isGone(error) || !(await rememberDeadLink('recovery', token))) throw error
      await router.navigate({ to: '/', replace: true })
    }
  })
  if (done) {
    return (
      <AccountScreen title="Pronto!" text={messages.passwordChanged}>
        <Leaving href={router.buildLocation({ to: '/login' }).publicHref} label="Entrar agora" />
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
