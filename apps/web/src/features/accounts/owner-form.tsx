import { accounts, OwnerSignUp } from '@escola/contract/accounts.contract'
import { limits } from '@escola/contract/limits'
import { Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useSearch } from '@tanstack/react-router'
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

export function OwnerForm({ onDone }: { onDone: (as: SignedUp) => void }) {
  const { academy } = useSearch({ from: '/_public/cadastro' })
  const form = useForm({
    initialValues: { school_name: '', user_name: '', email: '', password: '', repeatPassword: '', disclosure: false },
    validate: withRepeat(zodResolver(OwnerSignUp)),
  })
  const { submit, pending, failure } = useFormSubmit(
    form,
    async ({ repeatPassword: _, disclosure: __, ...values }) => {
      await api(accounts.signUpOwner, { body: { ...values, disclosure: true, isAcademy: academy === 1 ? 1 : 0 } })
      onDone(values)
    },
    signUpAlerts,
  )
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <SignUpFailure error={failure} email={form.getValues().email} />
        <TextInput
          label="Nome da escola"
          autoComplete="organization"
          maxLength={limits.inputMax}
          {...form.getInputProps('school_name')}
        />
        <TextInput
          label="Seu nome"
          autoComplete="name"
          maxLength={limits.inputMax}
          {...form.getInputProps('user_name')}
        />
        <EmailField label="E-mail" autoComplete="email" maxLength={254} {...form.getInputProps('email')} />
        <NewPasswordFields password={form.getInputProps('password')} repeat={form.getInputProps('repeatPassword')} />
        <TermsSwitch {...form.getInputProps('disclosure', { type: 'checkbox' })} />
        <BusyButton type="submit" size="md" busy={pending} fullWidth>
          Criar minha escola
        </BusyButton>
      </Stack>
    </form>
  )
}
