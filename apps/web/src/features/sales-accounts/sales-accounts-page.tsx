import { labels } from '@escola/contract/labels'
import { countOf } from '@escola/contract/messages'
import { isMapped, isSoldByAddress, salesLimits } from '@escola/contract/sales'
import type { SalesAccount } from '@escola/contract/sales-accounts.contract'
import { describeForecast } from '@escola/contract/sales-forecast'
import { formatDate, formatDateTime } from '@escola/contract/time'
import { salesAccountsTitle, salesTitle } from '@escola/contract/titles'
import { Anchor, Button, Group, Modal, Stack, Text } from '@mantine/core'
import { IconPencil, IconPlus } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useSchool } from '../../session/context.ts'
import { BusyButton } from '../../ui/busy-button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { usePrefetchedQuery } from '../../ui/loading/use-prefetched-query.ts'
import { Page } from '../../ui/page.tsx'
import { makeDangerQuestion } from '../../ui/questions/danger-question.ts'
import { RemoveButton } from '../../ui/questions/remove-button.tsx'
import { useConfirmedChange } from '../../ui/questions/use-confirmed-change.ts'
import { WebhookAddress } from '../../ui/sales-platforms/platform-fields.tsx'
import { salesAccountQueries } from '../../ui/sales-platforms/sales-platforms.queries.ts'
import { Section } from '../../ui/section.tsx'
import { useAccountForecast, useRemoveAccount, useSetSelling } from './account-changes.ts'
import { AccountForm } from './account-form.tsx'
import { OwnAccount } from './own-account.tsx'

/** Lists the school's accounts on sales platforms, each with its address and the classes that it sells. */
export function SalesAccountsPage() {
  const { accounts } = usePrefetchedQuery(salesAccountQueries.list(useSchool().id)).data
  const [edited, setEdited] = useState<SalesAccount>()
  const [isOpen, setOpen] = useState(false)
  const open = (account?: SalesAccount) => {
    setEdited(account)
    setOpen(true)
  }
  const close = () => setOpen(false)
  return (
    <Page
      title={salesAccountsTitle}
      description="Cada conta de uma plataforma de venda entra aqui uma vez, e vale para todas as turmas que ela vende."
      back={{ to: '/vendas', label: salesTitle }}
      actions={
        <Button leftSection={<IconPlus size={18} aria-hidden />} onClick={() => open()}>
          Adicionar conta
        </Button>
      }
      narrow
    >
      {accounts.length > 0 ? (
        accounts.map((account) => <Account key={account.id} account={account} onEdit={() => open(account)} />)
      ) : (
        <EmptyState
          drawing="papers"
          title="Nenhuma conta ainda"
          text="Adicione a conta da plataforma em que você vende. Ela também entra aqui quando você cola o código dela em uma turma."
        />
      )}
      <Modal opened={isOpen} onClose={close} title={edited ? `Conta ${edited.title}` : 'Adicionar conta'} size="lg">
        <AccountForm account={edited} onClose={close} />
      </Modal>
    </Page>
  )
}

function Account({ account, onEdit }: { account: SalesAccount; onEdit: () => void }) {
  const { gateway, title, school_gateways, utc_delivered_on, utc_tested_on, utc_ended_on, own } = account
  const name = labels.providers[gateway]
  return (
    <Section
      title={title}
      text={title === name ? undefined : name}
      aside={
        <Group gap={4}>
          <Button
            variant="subtle"
            leftSection={<IconPencil size={18} aria-hidden />}
            aria-label={`Editar ${title}`}
            onClick={onEdit}
          >
            Editar
          </Button>
          <SetSelling account={account} />
          <RemoveAccount account={account} />
        </Group>
      }
    >
      {isSoldByAddress(gateway) ? (
        <Text size="sm">O endereço do {name} é o de cada turma: copie-o na integração da turma que a conta vende.</Text>
      ) : (
        <div>
          <WebhookAddress gateway={gateway} label={isMapped(gateway) ? undefined : `Endereço do webhook da ${name}`} />
        </div>
      )}
      {own && <OwnAccount account={account} own={own} />}
      <Stack gap={4}>
        {utc_ended_on && (
          <Text size="sm" fw={600}>
            Você parou de vender por esta conta em {formatDate(utc_ended_on)}. Compras novas não matriculam ninguém;
            reembolsos e cancelamentos continuam valendo.
          </Text>
        )}
        <Text size="sm">
          {utc_delivered_on
            ? `Último aviso recebido em ${formatDateTime(utc_delivered_on)}.`
            : `Nenhum aviso recebido nos últimos ${salesLimits.deliveryDays} dias.`}
        </Text>
        {utc_tested_on && <Text size="sm">Teste recebido em {formatDateTime(utc_tested_on)}.</Text>}
        {school_gateways.length > 0 ? (
          <Text size="sm" component="div">
            Vende{' '}
            {school_gateways.map((cohort, index) => (
              <span key={cohort.id}>
                {index > 0 && ', '}
                <Anchor
                  component={Link}
                  to="/turma/$cohortId"
                  params={{ cohortId: cohort.id } as never}
                  inherit
                  underline="always"
                >
                  {cohort.title}
                </Anchor>
              </span>
            ))}
            .
          </Text>
        ) : (
          <Text size="sm">Nenhuma turma usa esta conta: as vendas dela ficam esperando em {salesTitle}.</Text>
        )}
      </Stack>
    </Section>
  )
}

/** Ends new sales by an account and keeps hearing of those that were made, or takes that back. */
function SetSelling({ account: { id, title, utc_ended_on } }: { account: SalesAccount }) {
  const { mutateAsync: setSelling } = useSetSelling(id)
  const forecast = useAccountForecast(id)
  const { run, isPending } = useConfirmedChange()
  const stops = utc_ended_on === null
  const askToStop = {
    title: `Parar de vender pela conta ${title}?`,
    text: 'Compras novas dela não matriculam mais ninguém, e esperam em Vendas. Reembolsos e cancelamentos do que já foi vendido continuam tirando o acesso. Você pode voltar a vender quando quiser.',
    confirmLabel: 'Parar de vender',
  }
  const askToResume = async () => {
    const { waiting } = await forecast()
    const comeIn =
      waiting.sales > 0 ? describeForecast(waiting, 'Ao voltar a vender') : 'Nenhuma compra esperou por isso.'
    return {
      title: `Voltar a vender pela conta ${title}?`,
      text: `${comeIn} As próximas compras dela matriculam nas turmas que ela vende.`,
      confirmLabel: 'Voltar a vender',
    }
  }
  const handleClick = () =>
    run({
      question: stops ? askToStop : askToResume,
      change: () => setSelling(!stops),
      done: stops ? `A conta ${title} não vende mais.` : `A conta ${title} vende de novo.`,
    })
  return (
    <BusyButton variant="subtle" busy={isPending} onClick={handleClick}>
      {stops ? 'Parar de vender por esta conta' : 'Voltar a vender por esta conta'}
    </BusyButton>
  )
}

function RemoveAccount({ account }: { account: SalesAccount }) {
  const { id, title, school_gateways } = account
  const forecast = useAccountForecast(id)
  const { mutateAsync: remove } = useRemoveAccount()
  const classes = school_gateways.map((cohort) => cohort.title).join(', ')
  const loss = classes
    ? `As próximas vendas da conta ${title} são recusadas, e não abrem mais: ${classes}. Quem já entrou continua.`
    : `As próximas vendas da conta ${title} são recusadas. Quem já entrou continua.`
  const ask = async () => {
    const { living_buyers } = await forecast()
    const buyers =
      living_buyers > 0
        ? ` ${countOf(living_buyers, 'comprador dela tem acesso hoje e o mantém', 'compradores dela têm acesso hoje e o mantêm')}, mesmo com o dinheiro devolvido.`
        : ''
    return makeDangerQuestion(
      `${loss} Reembolsos e cancelamentos do que ela já vendeu não chegam mais.${buyers} Para deixar só de vender, use “Parar de vender por esta conta”.`,
    )
  }
  return (
    <RemoveButton
      label={`Remover ${title}`}
      question={ask}
      change={() => remove(id)}
      done={`A conta ${title} foi removida.`}
    />
  )
}
