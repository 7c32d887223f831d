import { accounts, NewSchool } from '@escola/contract/accounts.contract'
import { errors } from '@escola/contract/errors'
import { limits } from '@escola/contract/limits'
import { Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useSearch } from '@tanstack/react-router'
import { api } from '../../api/client.ts'
import { loadPage } from '../../api/token.ts'
import { useUser } from '../../session/context.ts'
import { BusyButton } from '../../ui/busy-button.tsx'
import { useFormSubmit } from '../../ui/forms/use-form-submit.ts'
import { zodResolver } from '../../ui/forms/zod-resolver.ts'
import { AccountScreen } from './account-screen.tsx'
import { FailureAlert } from './failure-alert.tsx'
import { TermsSwitch } from './terms-switch.tsx'

/** Makes a school of a user who has an account already, and enters it. */
export default function OwnSchoolPage() {
  const { academy } = useSearch({ from: '/_public/cadastro' })
  const { email, hasOwnSession } = useUser()!
  const form = useForm({
    initialValues: { school_name: '', disclosure: false },
    validate: zodResolver(NewSchool),
  })
  const { submit, pending, failure } = useFormSubmit(form, async ({ school_name }) => {
    const body = { school_name, disclosure: true, isAcademy: academy === 1 ? 1 : 0 } as const
    const { school } = await api(accounts.createSchool, { body })
    // Another school is another page load.
    loadPage(`${school.base_path}/`)
  })
  return (
    <AccountScreen title="Criar escola" text={`Ela será da sua conta: ${email}.`}>
      {hasOwnSession ? (
        <form onSubmit={submit} noValidate>
          <Stack gap="md">
            {failure !== undefined && <FailureAlert error={failure} />}
            <TextInput
              label="Nome da escola"
              autoComplete="organization"
              maxLength={limits.inputMax}
              {...form.getInputProps('school_name')}
            />
            <TermsSwitch {...form.getInputProps('disclosure', { type: 'checkbox' })} />
            <BusyButton type="submit" size="md" busy={pending} fullWidth>
              Criar minha escola
            </BusyButton>
          </Stack>
        </form>
      ) : (
        <FailureAlert>{errors.school_session_only.pt}</FailureAlert>
      )}
    </AccountScreen>
  )
}
