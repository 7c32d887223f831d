import { limits } from '@escola/contract/limits'
import { TextInput } from '@mantine/core'
import type { FormEvent, ReactNode } from 'react'
import { BusyButton } from './busy-button.tsx'
import { DialogForm } from './dialog-form.tsx'

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
    <DialogForm
      onSubmit={submit}
      failure={failure}
      pending={pending}
      label={submitLabel}
      onCancel={onCancel}
      buttons={
        onSubmitAnother && (
          // No button of submission: the Enter key means the other one.
          <BusyButton variant="light" busy={pending} onClick={onSubmitAnother}>
            Adicionar outro
          </BusyButton>
        )
      }
    >
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
    </DialogForm>
  )
}
