import { messages } from '@escola/contract/messages'
import { NewPassword, type Recovery, sessions } from '@escola/contract/sessions.contract'
import { Stack } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { api } from '../../api/client.ts'
import { CodeEntry } from '../../ui/account/code-entry.tsx'
import { BusyButton } from '../../ui/busy-button.tsx'
import { useFormSubmit } from '../../ui/forms/use-form-submit.ts'
import { zodResolver } from '../../ui/forms/zod-resolver.ts'
import { usePrefetchedQuery } from '../../ui/loading/use-prefetched-query.ts'
import { AccountScreen } from './account-screen.tsx'
import { accountQueries } from './accounts.queries.ts'
import { findOpenLink, isGone } from './dead-link.ts'
import { EndedPasskeys } from './ended-passkeys.tsx'
import { FailureAlert } from './failure-alert.tsx'
import { rememberKnownEmail } from './known-email.ts'
import { Leaving } from './leaving.tsx'
import { NewPasswordFields } from './password-fields.tsx'

const nothingBeside: Recovery = { asksCode: false, passkeys: [] }
/** code: only of a user with a second factor. */
type Values = { password: string; repeatPassword: string; code?: string }
const empty: Values = { password: '', repeatPassword: '' }

/**
 * Chooses a password behind a mailed link. A user with a second factor shows it; of any other all passkeys end but for those that they keep, because a
 * thief may have added one.
 */
export function NewPasswordPage({ token }: { token: string }) {
  const mailed = usePrefetchedQuery(accountQueries.mailedLink(token)).data
  const { asksCode, passkeys } = mailed?.recovery ?? nothingBeside
  const router = useRouter()
  const [done, setDone] = useState(false)
  const [ended, setEnded] = useState(() => passkeys.map(({ id }) => id))
  const form = useForm<Values>({
    initialValues: asksCode ? { ...empty, code: '' } : empty,
    validate: zodResolver(NewPassword),
  })
  const { submit, pending, failure } = useFormSubmit(form, async (typed) => {
    const keptPasskeys = passkeys.map(({ id }) => id).filter((id) => !ended.includes(id))
    try {
      await api(sessions.setNewPassword, { params: { token }, body: { ...typed, keptPasskeys } })
      // The login is the next page.
      if (mailed) rememberKnownEmail(mailed.link.email)
      setDone(true)
    } catch (error) {
      // The link expired while the password was being typed.
      if (!isGone(error) || (await findOpenLink('recovery', token))) throw error
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
          {passkeys.length > 0 && <EndedPasskeys passkeys={passkeys} ended={ended} onChange={setEnded} />}
          {asksCode && <CodeEntry onTurn={() => form.setFieldValue('code', '')} {...form.getInputProps('code')} />}
          <BusyButton type="submit" size="md" busy={pending} fullWidth>
            Alterar senha
          </BusyButton>
        </Stack>
      </form>
    </AccountScreen>
  )
}
