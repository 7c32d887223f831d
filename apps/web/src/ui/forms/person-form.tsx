import { limits } from '@escola/contract/limits'
import { TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import { BusyButton } from '../busy-button.tsx'
import { DialogForm, type Sending } from './dialog-form.tsx'
import { EmailField } from './email-field.tsx'

interface Props {
  form: { getInputProps: (field: 'name' | 'email') => object }
  sending: Sending
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
  return (
    <DialogForm
      sending={sending}
      label={submitLabel}
      onCancel={onCancel}
      buttons={
        onSubmitAnother && (
          // No button of submission: the Enter key means the other one.
          <BusyButton variant="light" busy={sending.pending} onClick={onSubmitAnother}>
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
      <EmailField
        label="E-mail"
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
