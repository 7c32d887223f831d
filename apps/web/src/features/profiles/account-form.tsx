import { limits } from '@escola/contract/limits'
import { messages } from '@escola/contract/messages'
import { digits, formatCpf, passwordHint } from '@escola/contract/people'
import { formatCellphone, sentDigits, typedPhoneMax } from '@escola/contract/phones'
import type { User } from '@escola/contract/schools.contract'
import { Alert, Divider, Group, Paper, PasswordInput, Stack, Switch, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { IconAlertTriangle, IconCheck } from '@tabler/icons-react'
import { useState } from 'react'
import { textOf } from '../../api/api-error.ts'
import { useLeaveGuard } from '../../autosave/use-leave-guard.ts'
import { useDarkMode } from '../../ui/account/dark-mode.ts'
import { BusyButton } from '../../ui/busy-button.tsx'
import { maskCellphone } from '../../ui/forms/mask-cellphone.ts'
import { MaskedInput } from '../../ui/forms/masked-input.tsx'
import { phoneHint } from '../../ui/forms/phone-hint.ts'
import { showSaved } from '../../ui/forms/show-saved.ts'
import { useFormSubmit } from '../../ui/forms/use-form-submit.ts'
import { useSaveAccount } from './profiles.queries.ts'

const toTop = () =>
  scrollTo({ top: 0, behavior: matchMedia('(prefers-reduced-motion: reduce)').matches ? 'auto' : 'smooth' })

/** Form of the account. The server alone checks it (part 1 §5), and its refusals stand beside their fields. */
export function AccountForm({ user }: { user: User }) {
  const { mutateAsync: save } = useSaveAccount()
  const [isSaved, setSaved] = useState(false)
  const form = useForm({
    initialValues: {
      name: user.name,
      cellphone: formatCellphone(user.cellphone),
      cpf: formatCpf(user.cpf),
      changesPassword: false,
      password: '',
    },
  })
  const { changesPassword } = form.values
  useLeaveGuard({ hasUnsaved: () => form.isDirty() })
  const { submit, pending, failure } = useFormSubmit(form, async (values) => {
    const { name, cellphone, cpf, password } = values
    setSaved(false)
    try {
      // A school may know the user by another name or telephone than the others do, which a save of something else leaves alone.
      await save({
        ...(form.isDirty('name') ? { name } : {}),
        ...(form.isDirty('cellphone') ? { cellphone: sentDigits(cellphone) } : {}),
        ...(user.hasOwnSession ? { cpf: digits(cpf) } : {}),
        ...(changesPassword ? { password } : {}),
      })
      showSaved(form, values, { name, cellphone, cpf, changesPassword: false, password: '' })
      setSaved(true)
    } finally {
      toTop()
    }
  })
  return (
    <Paper p="lg">
      <form onSubmit={submit} noValidate>
        <Stack gap="md">
          {isSaved && (
            <Alert color="teal" variant="light" icon={<IconCheck />} role="status">
              {messages.saved}
            </Alert>
          )}
          {failure !== undefined && (
            <Alert color="danger" variant="light" icon={<IconAlertTriangle />} role="alert">
              {textOf(failure)}
            </Alert>
          )}
          <TextInput label="Nome" autoComplete="name" maxLength={limits.inputMax} {...form.getInputProps('name')} />
          <MaskedInput
            label="Celular"
            type="tel"
            autoComplete="tel-national"
            placeholder="(11) 91234-5678"
            maxLength={typedPhoneMax}
            mask={maskCellphone}
            description={phoneHint(form.values.cellphone)}
            {...form.getInputProps('cellphone')}
          />
          {user.hasOwnSession ? (
            <>
              <MaskedInput
                label="CPF"
                inputMode="numeric"
                autoComplete="off"
                placeholder="123.456.789-09"
                maxLength={14}
                mask={formatCpf}
                {...form.getInputProps('cpf')}
              />
              <Divider />
              <Switch
                label="Alterar senha"
                description="Você continua conectado aqui e sai dos outros aparelhos."
                {...form.getInputProps('changesPassword', { type: 'checkbox' })}
              />
              {changesPassword && (
                <PasswordInput
                  label="Nova senha"
                  description={passwordHint}
                  autoComplete="new-password"
                  maxLength={limits.passwordMax}
                  visibilityToggleFocusable
                  visibilityToggleButtonProps={{ 'aria-label': 'Mostrar senha' }}
                  {...form.getInputProps('password')}
                />
              )}
            </>
          ) : (
            <Text size="sm" c="dimmed">
              Você entrou com um acesso desta escola, e o que muda aqui vale só para ela. Para mudar CPF e senha, entre
              com a sua própria senha.
            </Text>
          )}
          <DarkModeSwitch isSaved={user.hasOwnSession} />
          <Group justify="flex-end">
            <BusyButton type="submit" busy={pending}>
              Salvar
            </BusyButton>
          </Group>
        </Stack>
      </form>
    </Paper>
  )
}

function DarkModeSwitch({ isSaved }: { isSaved: boolean }) {
  const { isDark, choose } = useDarkMode()
  return (
    <Switch
      label="Modo escuro"
      description={isSaved ? undefined : 'Vale só neste aparelho'}
      checked={isDark}
      onChange={(event) => void choose(event.currentTarget.checked)}
    />
  )
}
