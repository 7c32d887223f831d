import type { BodyOf } from '@escola/contract/route'
import { Code } from '@escola/contract/security.contract'
import { sessions } from '@escola/contract/sessions.contract'
import { Alert, Divider, Group, Modal, PasswordInput, Stack, Text } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation, useQuery } from '@tanstack/react-query'
import { textOf } from '../../api/api-error.ts'
import { api } from '../../api/client.ts'
import { showPasskey } from '../../session/passkey.ts'
import { securityQuery } from '../../session/security.ts'
import { BusyButton } from '../busy-button.tsx'
import { useFormSubmit } from '../forms/use-form-submit.ts'
import { CodeEntry } from './code-entry.tsx'

interface ProofDialogProps {
  /** The user has a second factor, so the password is not enough. */
  byFactor: boolean
  answer: (isProven: boolean) => void
}

const prove = (body: BodyOf<typeof sessions.prove>) => api(sessions.prove, { body })

/** Asks the user to prove their identity, by a way of their choice. */
export function ProofDialog({ byFactor, answer }: ProofDialogProps) {
  const ways = useQuery(securityQuery).data
  const hasPasskey = (ways?.passkeys.length ?? 0) > 0 && ways?.passkeyHost === location.hostname
  const onProven = () => answer(true)
  return (
    <Modal opened onClose={() => answer(false)} title="Confirme que é você" centered>
      <Stack gap="md">
        <Text>
          {byFactor
            ? 'Você ativou a verificação em duas etapas. Antes de uma mudança importante, a senha não basta: digite um código.'
            : 'Antes de uma mudança importante, diga mais uma vez quem é você.'}
        </Text>
        {byFactor ? <ByCode onProven={onProven} /> : <ByPassword onProven={onProven} />}
        {hasPasskey && <Divider label="ou" />}
        {hasPasskey && <ByPasskey onProven={onProven} />}
      </Stack>
    </Modal>
  )
}

interface WayProps {
  onProven: () => void
}

function ByPassword({ onProven }: WayProps) {
  const form = useForm({
    initialValues: { password: '' },
    validate: { password: (password) => (password ? null : 'Digite a sua senha') },
  })
  const { submit, pending, failure } = useFormSubmit(form, async ({ password }) => {
    await prove({ password })
    onProven()
  })
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <Failure error={failure} />
        <PasswordInput
          label="Senha"
          autoComplete="current-password"
          data-autofocus
          visibilityToggleFocusable
          visibilityToggleButtonProps={{ 'aria-label': 'Mostrar senha' }}
          {...form.getInputProps('password')}
        />
        <Confirm busy={pending} />
      </Stack>
    </form>
  )
}

function ByCode({ onProven }: WayProps) {
  const form = useForm({
    initialValues: { code: '' },
    validate: { code: (code) => Code.safeParse(code).error?.issues[0]?.message },
  })
  const { submit, pending, failure } = useFormSubmit(form, async ({ code }) => {
    await prove({ code })
    onProven()
  })
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <Failure error={failure} />
        <CodeEntry autoFocus data-autofocus onTurn={form.reset} {...form.getInputProps('code')}>
          <Confirm busy={pending} />
        </CodeEntry>
      </Stack>
    </form>
  )
}

function ByPasskey({ onProven }: WayProps) {
  const proving = useMutation({
    mutationFn: async () => {
      const passkey = await showPasskey()
      if (!passkey) return
      await prove({ passkey })
      onProven()
    },
  })
  return (
    <>
      <Failure error={proving.error ?? undefined} />
      <BusyButton variant="default" busy={proving.isPending} onClick={() => proving.mutate()}>
        Usar chave de acesso
      </BusyButton>
    </>
  )
}

const Confirm = ({ busy }: { busy: boolean }) => (
  <Group justify="flex-end">
    <BusyButton type="submit" busy={busy}>
      Confirmar
    </BusyButton>
  </Group>
)

const Failure = ({ error }: { error: unknown }) =>
  error === undefined ? null : (
    <Alert color="danger" variant="light" role="alert">
      {textOf(error)}
    </Alert>
  )
