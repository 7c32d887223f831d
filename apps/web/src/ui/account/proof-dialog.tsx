import type { BodyOf } from '@escola/contract/route'
import { Code } from '@escola/contract/security.contract'
import { sessions } from '@escola/contract/sessions.contract'
import { Alert, Button, Divider, Group, Modal, PasswordInput, Stack, Text } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { textOf } from '../../api/api-error.ts'
import { api } from '../../api/client.ts'
import { showPasskey } from '../../session/passkey.ts'
import { securityQuery } from '../../session/security.ts'
import { BusyButton } from '../busy-button.tsx'
import { useFormSubmit } from '../forms/use-form-submit.ts'
import { CodeField } from './code-field.tsx'

interface ProofDialogProps {
  /** The change is about the second factor itself, so the password is not enough. */
  byFactor: boolean
  answer: (isProven: boolean) => void
}

const prove = (body: BodyOf<typeof sessions.prove>) => api(sessions.prove, { body })

/** Asks the user to prove their identity, by a way of their choice. */
export function ProofDialog({ byFactor, answer }: ProofDialogProps) {
  const [byCode, setByCode] = useState(byFactor)
  // Without this answer the password is asked for, which every user has.
  const ways = useQuery(securityQuery).data
  const hasCode = ways?.secondFactor.utc_on != null
  const hasPasskey = (ways?.passkeys.length ?? 0) > 0 && ways?.passkeyHost === location.hostname
  const onProven = () => answer(true)
  return (
    <Modal opened onClose={() => answer(false)} title="Confirme que é você" centered>
      <Stack gap="md">
        <Text>
          {byFactor
            ? 'Esta mudança é na proteção da sua conta. Para ela, a senha não basta: digite um código.'
            : 'Antes de uma mudança importante, diga mais uma vez quem é você.'}
        </Text>
        {byCode ? <ByCode onProven={onProven} /> : <ByPassword onProven={onProven} />}
        {((hasCode && !byFactor) || hasPasskey) && <Divider label="ou" />}
        {hasPasskey && <ByPasskey onProven={onProven} />}
        {hasCode && !byFactor && (
          <Button variant="subtle" onClick={() => setByCode(!byCode)}>
            {byCode ? 'Usar a minha senha' : 'Usar o código do aplicativo'}
          </Button>
        )}
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
  const [isRecovery, setRecovery] = useState(false)
  const form = useForm({
    initialValues: { code: '' },
    validate: { code: (code) => Code.safeParse(code).error?.issues[0]?.message },
  })
  const { submit, pending, failure } = useFormSubmit(form, async ({ code }) => {
    await prove({ code })
    onProven()
  })
  const turn = () => {
    form.reset()
    setRecovery(!isRecovery)
  }
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <Failure error={failure} />
        <CodeField
          key={String(isRecovery)}
          isRecovery={isRecovery}
          autoFocus
          data-autofocus
          {...form.getInputProps('code')}
        />
        <Confirm busy={pending} />
        <Button variant="subtle" onClick={turn}>
          {isRecovery ? 'Usar o código do aplicativo' : 'Usar um código de recuperação'}
        </Button>
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
    <Alert color="red" variant="light" role="alert">
      {textOf(error)}
    </Alert>
  )
