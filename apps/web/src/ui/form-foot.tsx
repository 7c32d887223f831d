import { Button, type ButtonProps, Group } from '@mantine/core'
import type { ReactNode } from 'react'
import { BusyButton } from './busy-button.tsx'
import { FailureAlert } from './failure-alert.tsx'

interface FormFootProps extends Pick<ButtonProps, 'color' | 'disabled'> {
  /** Undefined or null while nothing was refused. */
  failure?: unknown
  pending: boolean
  label?: string
  onCancel: () => void
  /** More buttons, between 'Cancelar' and the one that sends. */
  children?: ReactNode
}

/** Last rows of a dialog's form: why the server refused it, 'Cancelar', and the button that sends it. */
export const FormFoot = ({ failure, pending, label = 'Salvar', onCancel, children, ...look }: FormFootProps) => (
  <>
    {failure != null && <FailureAlert error={failure} />}
    <Group justify="flex-end" gap="xs">
      <Button variant="default" onClick={onCancel}>
        Cancelar
      </Button>
      {children}
      <BusyButton type="submit" busy={pending} {...look}>
        {label}
      </BusyButton>
    </Group>
  </>
)
