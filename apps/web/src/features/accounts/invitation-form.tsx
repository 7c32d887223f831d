import { accounts, Invitation } from '@escola/contract/accounts.contract'
import { limits } from '@escola/contract/limits'
import { Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { api } from '../../api/client.ts'
import { signIn, useAppContext } from '../../session/context.ts'
import { BusyButton } from '../../ui/busy-button.tsx'
import { useFormSubmit } from '../../ui/forms/use-form-submit.ts'
import { zodResolver } from '../../ui/forms/zod-resolver.ts'
import { FailureAlert } from './failure-alert.tsx'
import { NewPasswordFields } from './password-fields.tsx'
import { TermsSwitch } from './terms-switch.tsx'

interface InvitationFormProps {
  token: string
  user: { name: string; email: string }
  onDone: (home: string) => void
}

export function InvitationForm({ token, user, onDone }: InvitationFormProps) {
  // A school with a domain of its own stands at its root.
  const school = useAppContext().school
  const form = useForm({
    initialValues: { name: user.name, email: user.email, password: '', disclosure: false },
    validate: zodResolver(Invitation),
  })
  const { submit, pending, failure } = useFormSubmit(form, async (values) => {
    const signedIn = await api(accounts.acceptInvitation, { params: { token }, body: { ...values, disclosure: true } })
    onDone(`${(school ?? signedIn.school).base_path}/`)
    await signIn(signedIn)
  })
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        {failure !== undefined && <FailureAlert error={failure} />}
        <TextInput label="Nome" autoComplete="name" maxLength={limits.inputMax} {...form.getInputProps('name')} />
        <TextInput label="E-mail" type="email" autoComplete="username" readOnly {...form.getInputProps('email')} />
        <NewPasswordFields password={form.getInputProps('password')} />
        <TermsSwitch {...form.getInputProps('disclosure', { type: 'checkbox' })} />
        <BusyButton type="submit" size="md" busy={pending} fullWidth>
          Concluir cadastro
        </BusyButton>
      </Stack>
    </form>
  )
}
