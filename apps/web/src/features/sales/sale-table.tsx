import { describeStay } from '@escola/contract/grant-ends'
import { labels } from '@escola/contract/labels'
import { purchaseTexts } from '@escola/contract/purchases.contract'
import type { ResponseOf } from '@escola/contract/route'
import { nameProduct, olderSalesText } from '@escola/contract/sales'
import { isKept, pendingSaleStates, type Sale, type sales } from '@escola/contract/sales.contract'
import { formatDate, formatDateTime } from '@escola/contract/time'
import { Anchor, Badge, Button, Group, Text } from '@mantine/core'
import { IconRefresh } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { BusyIcon } from '../../ui/busy-button.tsx'
import { CellLines, Lines } from '../../ui/lists/cell-lines.tsx'
import { PagedTable } from '../../ui/lists/paged-table.tsx'
import { useConfirmedChange } from '../../ui/questions/use-confirmed-change.ts'
import { ChooseCohort } from './choose-cohort.tsx'
import { GivePurchase } from './give-purchase.tsx'
import { useReplay } from './sale-changes.ts'
import { formatEvent } from './sale-events.ts'
import { buyerOf, mayBeOthers, mayGive, reasonOf, stateLook } from './sale-words.ts'
import { SentDelivery } from './sent-delivery.tsx'
import { CorrectEmail, DismissSale } from './settle-sale.tsx'

interface SaleTableProps {
  sales: ResponseOf<typeof sales.list>['sales']
  isLoading: boolean
  onPage: (page: number) => void
}

export const SaleTable = ({ sales, isLoading, onPage }: SaleTableProps) => (
  <PagedTable
    summary={sales.more && olderSalesText}
    listed={sales}
    isLoading={isLoading}
    onPage={onPage}
    pagesLabel="Páginas de vendas"
    caption="Vendas recebidas"
    keyOf={(sale) => sale.id}
    columns={[
      {
        label: 'Comprador',
        heading: true,
        cell: (sale) => <Lines first={buyerOf(sale)} rest={[sale.name && sale.email]} />,
      },
      {
        label: 'Venda',
        cell: ({ gateway, event, transaction }) => (
          <Lines first={labels.providers[gateway]} rest={[formatEvent(event), transaction]} />
        ),
      },
      {
        label: 'Produto',
        cell: ({ product_name, product_names, product_ids, offer_ids }) => {
          // The name that stands above is not said again.
          const nameOf = (id: string) => (product_names[id] === product_name ? id : nameProduct(id, product_names))
          const ids = [...product_ids.map(nameOf), ...offer_ids].join(', ')
          return <Lines first={product_name || ids || '–'} rest={[product_name && ids]} />
        },
      },
      { label: 'Situação', cell: (sale) => <State sale={sale} /> },
      { label: 'Quando', cell: ({ utc_created_on }) => formatDateTime(utc_created_on) },
      {
        label: 'Ações',
        action: true,
        cell: (sale) => (
          <Group gap={4} wrap="nowrap" justify="flex-end">
            <SentDelivery sale={sale} />
            {sale.state !== 'waiting' && isKept(sale) && <ReplayButton sale={sale} />}
          </Group>
        ),
      },
    ]}
  />
)

function State({ sale }: { sale: Sale }) {
  const { label, color } = stateLook[sale.state]
  return (
    <CellLines>
      <Badge variant="light" color={color} tt="none" fw={600}>
        {label}
      </Badge>
      {reasonOf(sale) && <Text size="sm">{reasonOf(sale)}</Text>}
      {sale.school_gateways.map((stay) => (
        <StaySentence key={`${stay.id} ${stay.title}`} stay={stay} />
      ))}
      {sale.given_to && (
        <Text size="sm">{purchaseTexts.givenTo(sale.given_to.name, formatDate(sale.given_to.utc_on))}</Text>
      )}
      {mayGive(sale) && (
        <GivePurchase
          purchase={{ gateway: sale.gateway, transaction: sale.purchase_code }}
          about={buyerOf(sale)}
          variant={mayBeOthers(sale) ? 'light' : 'subtle'}
        />
      )}
      {sale.state === 'unmatched' && sale.product_ids.length + sale.offer_ids.length > 0 && (
        <ChooseCohort sale={sale} />
      )}
      {sale.state === 'no_email' && <CorrectEmail sale={sale} />}
      {sale.reason === 'no_mapping' && (
        <Button size="compact-sm" variant="light" renderRoot={(props) => <Link {...props} to="/vendas/contas" />}>
          Dizer o que significa
        </Button>
      )}
      {pendingSaleStates.some((state) => state === sale.state) && <DismissSale sale={sale} />}
    </CellLines>
  )
}

function StaySentence({ stay }: { stay: Sale['school_gateways'][number] }) {
  const { id, title } = stay
  const [before, behind] = describeStay(stay)
  return (
    <Text size="sm">
      {before}{' '}
      {id === null ? (
        title
      ) : (
        <Anchor
          inherit
          underline="always"
          renderRoot={(props) => <Link {...props} to="/turma/$cohortId" params={{ cohortId: id }} />}
        >
          {title}
        </Anchor>
      )}
      {behind}
    </Text>
  )
}

function ReplayButton({ sale }: { sale: Sale }) {
  const { mutateAsync: replay } = useReplay(sale.id)
  const { run, isPending } = useConfirmedChange()
  const handleClick = () => run({ change: () => replay({}), done: 'Vamos processar a venda de novo.' })
  return (
    <BusyIcon
      variant="subtle"
      color="gray"
      size={36}
      busy={isPending}
      aria-label={`Reprocessar a venda de ${buyerOf(sale)}`}
      title="Reprocessar"
      onClick={handleClick}
    >
      <IconRefresh size={18} aria-hidden />
    </BusyIcon>
  )
}
