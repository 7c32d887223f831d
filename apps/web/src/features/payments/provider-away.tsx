import { Alert, Button, Group, Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import type { StripeState } from './use-stripe.ts'

interface ProviderAwayProps {
  title: string
  provider: Pick<StripeState, 'retry'>
  /** Other ways on. */
  children?: ReactNode
}

/** Says that the provider's script did not come, and asks for it again. */
export const ProviderAway = ({ title, provider, children }: ProviderAwayProps) => (
  <Alert color="danger" variant="light" role="alert" title={title}>
    <Stack gap="sm" align="flex-start">
      O serviço de pagamentos não respondeu. Verifique a sua internet e se um bloqueador de anúncios está ligado. Nada
      foi cobrado.
      <Group gap="xs">
        <Button variant="light" color="danger" onClick={provider.retry}>
          Tentar novamente
        </Button>
        {children}
      </Group>
    </Stack>
  </Alert>
)
