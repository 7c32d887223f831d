import { labels } from '@escola/contract/labels'
import type { Integration } from '@escola/contract/sales'
import { formatDateTime } from '@escola/contract/time'
import { Alert, Group, Loader, Stack, Text } from '@mantine/core'
import { IconCircleCheck } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useSchool } from '../../../session/context.ts'
import { FailureAlert } from '../../../ui/failure-alert.tsx'
import { WebhookAddress } from '../../../ui/sales-platforms/platform-fields.tsx'
import { testedQuery } from '../cohorts.queries.ts'

interface Props {
  cohortId: string
  integration: Integration
  /** Puts the event of a sale into words. */
  formatSaleEvent: (event: string) => string
}

/** Says how to try an integration out, and tells as soon as something comes of it. */
export function TestIntegration({ cohortId, integration, formatSaleEvent }: Props) {
  const [before] = useState(integration)
  const { data, error } = useQuery(testedQuery(useSchool().id, cohortId))
  const now = data?.gateway.integrations.find(({ id }) => id === integration.id)
  const news = now && describeNews(before, now, formatSaleEvent)
  const platform = labels.providers[integration.gateway]
  return (
    <Stack>
      <Text size="sm">
        Deixe esta janela aberta e, no painel da plataforma ({platform}), envie um teste do webhook. Se ela não tem
        botão de teste, faça uma compra de teste.
      </Text>
      <WebhookAddress gateway={integration.gateway} cohortId={cohortId} />
      {news ? (
        <Alert color="teal" variant="light" icon={<IconCircleCheck />} role="status">
          {news}
        </Alert>
      ) : (
        <Group gap="xs" role="status">
          <Loader size="xs" aria-hidden />
          <Text size="sm" c="dimmed">
            Aguardando {platform}…
          </Text>
        </Group>
      )}
      {!news && error && <FailureAlert error={error} />}
      {!news && (
        <Text size="sm" c="dimmed">
          Nada chegou em um minuto? Confira se o endereço acima está no painel da plataforma e se o código da conta é o
          mesmo.
        </Text>
      )}
    </Stack>
  )
}

/** Says what came since the test began; undefined while nothing has. */
function describeNews(before: Integration, now: Integration, formatSaleEvent: Props['formatSaleEvent']) {
  const { last_event, utc_delivered_on, utc_tested_on } = now
  if (last_event && last_event.utc_created_on !== before.last_event?.utc_created_on)
    return `Chegou: ${formatSaleEvent(last_event.event)}, em ${formatDateTime(last_event.utc_created_on)}. A integração está funcionando.`
  if (utc_tested_on && utc_tested_on !== before.utc_tested_on)
    return `Teste recebido em ${formatDateTime(utc_tested_on)}. A integração está funcionando.`
  if (utc_delivered_on && utc_delivered_on !== before.utc_delivered_on)
    return `A conta avisou de uma venda em ${formatDateTime(utc_delivered_on)}, mas não destes produtos. Confira os códigos da integração.`
  return undefined
}
