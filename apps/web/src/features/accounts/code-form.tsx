import { Code } from '@escola/contract/security.contract'
import { type SignedIn, sessions } from '@escola/contract/sessions.contract'
import { Button, Stack } from '@mantine/core'
import { useForm } from '@mantine/form'
import { api } from '../../api/client.ts'
import { CodeEntry } from '../../ui/account/code-entry.tsx'
import { BusyButton } from '../../ui/busy-button.tsx'
import { useFormSubmit } from '../../ui/forms/use-form-submit.ts'
import { isGone } from './dead-link.ts'
import { FailureAlert } from './failure-alert.tsx'

interface CodeFormProps {
  challenge: string
  onDone: (signedIn: SignedIn) => Promise<void>
  /** Leads back, when the time is over or the user begins again. */
  onBack: (isLate: boolean) => void
}

/** The second half of a sign-in. */
export default function CodeForm({ challenge, onDone, onBack }: CodeFormProps) {
  const form = useForm({
    initialValues: { code: '' },
    validate: { code: (code) => Code.safeParse(code).error?.issues[0]?.message },
  })
  const { submit, pending, failure } = useFormSubmit(form, async ({ code }) => {
    const signedIn = await api(sessions.signInByCode, { body: { challenge, code } }).catch((error: unknown) => {
      if (!isGone(error)) throw error
      onBack(true)
    })
    if (signedIn) await onDone(signedIn)
  })
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        {failure !== undefined && <FailureAlert error={failure} />}
        <CodeEntry autoFocus onTurn={form.reset} {...form.getInputProps('code')}>
          <BusyButton type="submit" size="md" busy={pending} fullWidth>
            Continuar
          </BusyButton>
        </CodeEntry>
        <Button variant="subtle" onClick={() => onBack(false)}>
          Voltar
        </Button>
      </Stack>
    </form>
  )
}
