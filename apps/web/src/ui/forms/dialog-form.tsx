import { Button, type ButtonProps, Group, Stack } from '@mantine/core'
import type { FormEvent, ReactNode } from 'react'
import { BusyButton } from '../busy-button.tsx'
import { FailureAlert } from '../failure-alert.tsx'

/** Way in which a form is sent, as `useFormSubmit` answers it. */
export interface Sending {
  submit: (event: FormEvent<HTMLFormElement>) => void
  pending: boolean
  /** Undefined or null while nothing was refused. */
  failure?: unknown
}

interface DialogFormProps extends Pick<ButtonProps, 'color' | 'disabled'> {
  sending: Sending
  /** Text of the button that sends. */
  label?: string
  onCancel: () => void
  /** More buttons, between 'Cancelar' and the one that sends. */
  buttons?: ReactNode
  children: ReactNode
}

/** Form of a dialog: its fields, why the server refused it, 'Cancelar', and the button that sends it. */
export const DialogForm = ({
  sending: { submit, pending, failure },
  label = 'Salvar',
  onCancel,
  buttons,
  children,
  ...look
}: DialogFormProps) => (
  <form onSubmit={submit} noValidate>
    <Stack>
      {children}
      {failure != null && <FailureAlert error={failure} />}
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={onCancel}>
          Cancelar
        </Button>
        {buttons}
        <BusyButton type="submit" busy={pending} {...look}>
          {label}
        </BusyButton>
      </Group>
    </Stack>
  </form>
)
