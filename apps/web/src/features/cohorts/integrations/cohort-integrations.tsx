import type { Cohort } from '@escola/contract/cohorts.contract'
import { labels } from '@escola/contract/labels'
import { type Integration, nameProduct, salesLimits, salesMessages } from '@escola/contract/sales'
import { formatDateTime } from '@escola/contract/time'
import { ActionIcon, Button, Group, Modal, Skeleton, Text } from '@mantine/core'
import { IconPencil, IconPlug } from '@tabler/icons-react'
import { useState } from 'react'
import { makeOfflineError } from '../../../api/api-error.ts'
import { PagedTable } from '../../../ui/lists/paged-table.tsx'
import { ErrorState } from '../../../ui/loading/error-state.tsx'
import { part, usePart } from '../../../ui/loading/part.ts'
import { makeDangerQuestion } from '../../../ui/questions/danger-question.ts'
import { RemoveButton } from '../../../ui/questions/remove-button.tsx'
import { Section } from '../../../ui/section.tsx'
import { useRefresh } from '../../../ui/use-refresh.ts'
import { useChangeIntegrations } from '../cohorts.queries.ts'
import { AddRenewing } from './add-renewing.tsx'
import { toUnchanged } from './integration-values.ts'
import { TestIntegration } from './test-integration.tsx'

type FormatEvent = (event: string) => string

const formPart = part(() => import('./integration-form.tsx'))

/** Lists the platforms that sell the class; their messages enrol the buyers. */
interface CohortIntegrationsProps {
  cohort: Cohort
  /** Puts the event of a sale into words. */
  formatSaleEvent: FormatEvent
}

export function CohortIntegrations({ cohort: { id, integrations }, formatSaleEvent }: CohortIntegrationsProps) {
  const [edited, setEdited] = useState<Integration>()
  const [isOpen, setOpen] = useState(false)
  const open = (integration?: Integration) => {
    setEdited(integration)
    setOpen(true)
  }
  const close = () => setOpen(false)
  const [tested, setTested] = useState<Integration>()
  const refresh = useRefresh('cohorts', 'sales')
  const endTest = () => {
    setTested(undefined)
    void refresh()
  }
  // The form loads once the page is there, before the button is used.
  const form = usePart(formPart)
  return (
    <Section
      title="Integrações"
      text="Quem compra na plataforma de venda entra nesta turma sozinho, e sai dela com o reembolso."
      aside={
        integrations.length < salesLimits.integrationsPerCohort && (
          <Button variant="light" size="sm" leftSection={<IconPlug size={18} aria-hidden />} onClick={() => open()}>
            Adicionar integração
          </Button>
        )
      }
    >
      {integrations.length > 0 ? (
        <IntegrationTable
          cohortId={id}
          integrations={integrations}
          onEdit={open}
          onTest={setTested}
          formatSaleEvent={formatSaleEvent}
        />
      ) : (
        <Text c="dimmed">Nenhuma plataforma vende esta turma ainda.</Text>
      )}
      {integrations.length > 0 && <AddRenewing cohortId={id} />}
      <Modal
        opened={isOpen}
        onClose={close}
        title={edited ? `Integração com ${labels.providers[edited.gateway]}` : 'Adicionar integração'}
        size="lg"
      >
        {form.loaded ? (
          <form.loaded.IntegrationForm cohortId={id} integration={edited} onClose={close} />
        ) : form.hasFailed ? (
          <ErrorState error={makeOfflineError()} onRetry={form.retry} />
        ) : (
          <Skeleton height={480} radius="md" aria-busy aria-label="Carregando" />
        )}
      </Modal>
      <Modal
        opened={tested !== undefined}
        onClose={endTest}
        title={tested ? `Testar a integração com ${labels.providers[tested.gateway]}` : ''}
      >
        {tested && <TestIntegration cohortId={id} integration={tested} formatSaleEvent={formatSaleEvent} />}
      </Modal>
    </Section>
  )
}

interface IntegrationTableProps {
  cohortId: string
  integrations: Integration[]
  onEdit: (integration: Integration) => void
  onTest: (integration: Integration) => void
  formatSaleEvent: FormatEvent
}

function IntegrationTable({ cohortId, integrations, onEdit, onTest, formatSaleEvent }: IntegrationTableProps) {
  const rowsPerPage = salesLimits.integrationsPerPage
  const [chosenPage, setPage] = useState(1)
  // The last one of a page may have been removed.
  const page = Math.min(chosenPage, Math.ceil(integrations.length / rowsPerPage))
  const list = integrations.slice((page - 1) * rowsPerPage, page * rowsPerPage)
  return (
    <PagedTable
      listed={{ total: integrations.length, page, rowsPerPage, list }}
      isLoading={false}
      onPage={setPage}
      pagesLabel="Páginas de integrações"
      caption="Integrações da turma"
      keyOf={(integration) => integration.id}
      columns={[
        {
          label: 'Plataforma',
          heading: true,
          cell: (integration) => <Platform integration={integration} formatEvent={formatSaleEvent} />,
        },
        {
          label: 'Códigos dos produtos',
          cell: ({ ids, product_names }) =>
            ids.map((id) => nameProduct(id, product_names)).join(', ') || 'Todos os pagamentos',
        },
        {
          label: 'Quem cancela',
          cell: ({ keeps_paid_period }) => (keeps_paid_period ? 'Fica até o fim do período pago' : 'Sai na hora'),
        },
        {
          label: 'Ações',
          action: true,
          cell: (integration) => (
            <Group gap={4} wrap="nowrap" justify="flex-end">
              <Button
                variant="subtle"
                size="compact-md"
                aria-label={`Testar ${nameOf(integration)}`}
                onClick={() => onTest(integration)}
              >
                Testar
              </Button>
              <ActionIcon
                variant="subtle"
                color="gray"
                size={36}
                aria-label={`Editar ${nameOf(integration)}`}
                onClick={() => onEdit(integration)}
              >
                <IconPencil size={18} aria-hidden />
              </ActionIcon>
              <RemoveIntegration cohortId={cohortId} integration={integration} />
            </Group>
          ),
        },
      ]}
    />
  )
}

function Platform({ integration, formatEvent }: { integration: Integration; formatEvent: FormatEvent }) {
  const { utc_tested_on } = integration
  return (
    <>
      {platformOf(integration)}
      <Text size="sm" c="dimmed" fw={400}>
        {describeLast(integration, formatEvent)}
      </Text>
      {integration.account_ended && (
        <Text size="sm" fw={400}>
          A escola parou de vender por esta conta.
        </Text>
      )}
      {utc_tested_on && (
        <Text size="sm" c="dimmed" fw={400}>
          Teste recebido em {formatDateTime(utc_tested_on)}
        </Text>
      )}
    </>
  )
}

/** Says what was heard of the integration last, or how to hear of it. */
function describeLast({ last_event, utc_delivered_on, utc_tested_on }: Integration, formatEvent: FormatEvent): string {
  if (last_event)
    return `Último aviso em ${formatDateTime(last_event.utc_created_on)}: ${formatEvent(last_event.event)}`
  if (utc_delivered_on) return 'Chegaram vendas desta conta, mas de outros produtos. Confira os códigos.'
  if (utc_tested_on) return 'Nenhuma venda recebida ainda.'
  return 'Ainda não recebemos nada desta plataforma. Use o botão de teste do webhook no painel dela.'
}

/** The account is named where its title says more. */
const platformOf = ({ gateway, account_title }: Integration) =>
  account_title === labels.providers[gateway] ? account_title : `${labels.providers[gateway]} (${account_title})`

/** Tells those of one platform apart. */
const nameOf = ({ gateway, ids }: Integration) => [labels.providers[gateway], ids.join(', ')].filter(Boolean).join(' ')

interface RemoveIntegrationProps {
  cohortId: string
  integration: Integration
}

function RemoveIntegration({ cohortId, integration }: RemoveIntegrationProps) {
  const { mutateAsync: change } = useChangeIntegrations(cohortId)
  const { id, gateway } = integration
  const name = nameOf(integration)
  return (
    <RemoveButton
      label={`Remover ${name}`}
      question={makeDangerQuestion(salesMessages.integrationEnds(name))}
      change={() => change((current) => current.filter((each) => each.id !== id).map(toUnchanged))}
      done={`A integração com ${labels.providers[gateway]} foi removida.`}
    />
  )
}
