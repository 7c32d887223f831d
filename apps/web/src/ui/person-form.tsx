import { limits } from '@escola/contract/limits'
import { Alert, Button, Group, Stack, TextInput } from '@mantine/core'
import type { FormEvent, ReactNode } from 'react'
import { textOf } from '../api/api-error.ts'
import { BusyButton } from './busy-button.tsx'

interface Props {
  form: { getInputProps: (field: 'name' | 'email') => object }
  sending: { submit: (event: FormEvent<HTMLFormElement>) => void; pending: boolean; failure: unknown }
  /** Says which mails come to this e-mail. */
  emailHint: string
  submitLabel: string
  /** Sends the form and keeps it open for the next user; undefined where one is enough. */
  onSubmitAnother?: () => void
  onCancel: () => void
  /** Fields after these two. */
  children?: ReactNode
}

/** Asks in a dialog for the name and e-mail of a user who gets into the school. */
export function PersonForm({ form, sending, emailHint, submitLabel, onSubmitAnother, onCancel, children }: Props) {
  const { submit, pending, failure } = sending
  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        <TextInput
          label="Nome"
          autoComplete="off"
          required
          data-autofocus
          maxLength={limits.inputMax}
          {...form.getInputProps('name')}
        />
        <TextInput
          label="E-mail"
          type="email"
          autoComplete="off"
          required
          description={emailHint}
          maxLength={limits.emailMax}
          {...form.getInputProps('email')}
        />
        {children}
        {failure !== undefined && (
          <Alert color="red" variant="light" role="alert">
            {textOf(failure)}
          </Alert>
        )}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onCancel}>
            Cancelar
          </Button>
          {onSubmitAnother && (
            // No button of submission: the Enter key means the other one.
            <BusyButton variant="light" busy={pending} onClick={onSubmitAnother}>
              Adicionar outro
            </BusyButton>
          )}
          <BusyButton type="submit" busy={pending}>
            {submitLabel}
          </BusyButton>
        </Group>
      </Stack>
    </form>
  )
}
