import { formatLongDate } from '@escola/contract/time'
import { Alert, Text } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useRouterState } from '@tanstack/react-router'
import { KeepAccount } from './keep-account.tsx'

/** The page of the user's own data says it itself. */
const saysIt = ({ matches }: { matches: { routeId: string }[] }) =>
  matches.at(-1)?.routeId === '/_account/minha-conta_/dados'

export function DeletionBanner({ dueOn }: { dueOn: string }) {
  const isSaid = useRouterState({ select: saysIt })
  return isSaid ? null : <Banner dueOn={dueOn} />
}

const Banner = ({ dueOn }: { dueOn: string }) => (
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
