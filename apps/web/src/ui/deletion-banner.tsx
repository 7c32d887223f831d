import { formatLongDate } from '@escola/contract/time'
import { Alert, Text } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { KeepAccount } from './keep-account.tsx'

export const DeletionBanner = ({ dueOn }: { dueOn: string }) => (
  <Alert
    color="ambar"
    variant="light"
    mb="lg"
    icon={<IconAlertTriangle aria-hidden />}
    title={`A sua conta será excluída em ${formatLongDate(dueOn)}`}
  >
    <Text size="sm" mb="sm">
      Até lá, tudo continua como está, e você pode desistir quando quiser.
    </Text>
    <KeepAccount />
  </Alert>
)
