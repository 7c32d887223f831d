import { Alert } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { textOf } from '../../api/api-error.ts'

export function FailureAlert({ error, children }: { error?: unknown; children?: ReactNode }) {
  return (
    <Alert color="danger" variant="light" icon={<IconAlertTriangle />} role="alert">
      {children ?? textOf(error)}
    </Alert>
  )
}
