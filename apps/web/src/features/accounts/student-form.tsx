import { accounts, StudentSignUp } from '@escola/contract/accounts.contract'
import { limits } from '@escola/contract/limits'
import { Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { api } from '../../api/client.ts'
import { BusyButton } from '../../ui/busy-button.tsx'
import { EmailField } from '../../ui/forms/email-field.tsx'
import { useFormSubmit } from '../../ui/forms/use-form-submit.ts'
import { zodResolver } from '../../ui/forms/zod-resolver.ts'
import { NewPasswordFields } from './password-fields.tsx'
import type { SignedUp } from './sign-up-done.tsx'
import { SignUpFailure, signUpAlerts } from './sign-up-failure.tsx'
import { TermsSwitch } from './terms-switch.tsx'
import { withRepeat } from './with-repeat.ts'

export function StudentForm({ schoolId, onDone }: { schoolId: string; onDone: (as: SignedUp) => void }) {
  const form = useForm({
    initialValues: { name: '', email: '', password: '', repeatPassword: '', disclosure: false },
    validate: withRepeat(zodResolver(StudentSignUp)),
  })
  const { submit, pending, failure } = useFormSubmit(
    form,
    async ({ name, email, password }) => {
      await api(accounts.signUpStudent, { params: { schoolId }, body: { name, email, password, disclosure: true } })
      onDone({ email, password })
    },
    signUpAlerts,
  )
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <SignUpFailure error={failure} email={form.getValues().email} />
        <TextInput label="Nome" autoComplete="name" maxLength={limits.inputMax} {...form.getInputProps('name')} />
        <EmailField label="E-mail" autoComplete="email" maxLength={254} {...form.getInputProps('email')} />
        <NewPasswordFields password={form.getInputProps('password')} repeat={form.getInputProps('repeatPassword')} />
        <TermsSwitch {...form.getInputProps('disclosure', { type: 'checkbox' })} />
        <BusyButton type="submit" size="md" busy={pending} fullWidth>
          Criar conta
        </BusyButton>
      </Stack>
    </form>
  )
}
