import { labels } from '@escola/contract/labels'
import type { ResponseOf } from '@escola/contract/route'
import { nameProduct, olderSalesText } from '@escola/contract/sales'
import { isKept, type Sale, type sales } from '@escola/contract/sales.contract'
import { formatDateTime } from '@escola/contract/time'
import { Group } from '@mantine/core'
import { Lines } from '../../ui/lists/cell-lines.tsx'
import { PagedTable } from '../../ui/lists/paged-table.tsx'
import type { Column } from '../../ui/lists/stack-table.tsx'
import { ReplaySale } from './replay-sale.tsx'
import { formatEvent } from './sale-events.ts'
import { SaleState } from './sale-state.tsx'
import { buyerOf } from './sale-words.ts'
import { SentDelivery } from './sent-delivery.tsx'

interface SaleTableProps {
  sales: ResponseOf<typeof sales.list>['sales']
  isLoading: boolean
  columns: Column<Sale, never>[]
  onPage: (page: number) => void
}

export const saleColumns: Column<Sale, never>[] = [
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
  {
    label: 'Turmas',
    isExtra: true,
    cell: ({ school_gateways }) => school_gateways.map(({ title }) => title).join(', ') || '–',
  },
  { label: 'Situação', cell: (sale) => <SaleState sale={sale} /> },
  { label: 'Quando', cell: ({ utc_created_on }) => formatDateTime(utc_created_on) },
  {
    label: 'Ações',
    action: true,
    cell: (sale) => (
      <Group gap={4} wrap="nowrap" justify="flex-end">
        <SentDelivery sale={sale} />
        {sale.state !== 'waiting' && isKept(sale) && <ReplaySale sale={sale} />}
      </Group>
    ),
  },
]

export const SaleTable = ({ sales, isLoading, columns, onPage }: SaleTableProps) => (
  <PagedTable
    summary={sales.more && olderSalesText}
    listed={sales}
    isLoading={isLoading}
    onPage={onPage}
    pagesLabel="Páginas de vendas"
    caption="Vendas recebidas"
    hasButtons
    keyOf={(sale) => sale.id}
    columns={columns}
  />
)
