import { Alert, Anchor } from '@mantine/core'
import { IconMailCheck } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useAppContext } from '../../session/context.ts'

/** Mail is on its way; where it stays on this machine, this says where to read it. */
export function CheckMailbox({ children }: { children: ReactNode }) {
  const { mailboxUrl } = useAppContext()
  return (
    <Alert color="teal" variant="light" icon={<IconMailCheck />} role="status">
      {children}
      {mailboxUrl && (
        <Anchor href={mailboxUrl} target="_blank" rel="noopener" display="block" mt={6} size="sm" underline="always">
          Abrir caixa de entrada local
        </Anchor>
      )}
    </Alert>
  )
}
