import { labels } from '@escola/contract/labels'
import type { ResponseOf } from '@escola/contract/route'
import { nameProduct, olderSalesText } from '@escola/contract/sales'
import type { Sale, sales } from '@escola/contract/sales.contract'
import { formatDateTime } from '@escola/contract/time'
import { Anchor, Badge } from '@mantine/core'
import { Avatar } from '../../ui/avatar.tsx'
import { PagedTable } from '../../ui/lists/paged-table.tsx'
import type { Column } from '../../ui/lists/stack-table.tsx'
import { formatEvent } from './sale-events.ts'
import { buyerOf, stateLook } from './sale-words.ts'

interface SaleTableProps {
  sales: ResponseOf<typeof sales.list>['sales']
  isLoading: boolean
  columns: Column<Sale, never>[]
  onPage: (page: number) => void
}

/** Columns of the class's sales, whose reasons and acts are on the sheet of the purchase. */
export const saleColumns = (onOpen: (id: string) => void): Column<Sale, never>[] => [
  {
    label: 'Comprador',
    heading: true,
    cut: true,
    cell: (sale) => (
      <Anchor component="button" type="button" inherit c="inherit" onClick={() => onOpen(sale.id)}>
        {buyerOf(sale)}
      </Anchor>
    ),
  },
  { label: 'E-mail', isExtra: true, cut: true, cell: ({ email }) => email || '–' },
  { label: 'Plataforma', tight: true, cell: ({ gateway }) => labels.providers[gateway] },
  { label: 'Evento', cell: ({ event }) => formatEvent(event) || 'Aviso' },
  { label: 'Código', isExtra: true, cut: true, cell: ({ transaction }) => transaction || '–' },
  { label: 'Produto', fact: true, cut: true, cell: productOf },
  {
    label: 'Turmas',
    isExtra: true,
    cell: ({ school_gateways }) => school_gateways.map(({ title }) => title).join(', ') || '–',
  },
  {
    label: 'Situação',
    state: true,
    tight: true,
    cell: ({ state }) => (
      <Badge variant="light" color={stateLook[state].color} tt="none" fw={600}>
        {stateLook[state].label}
      </Badge>
    ),
  },
  { label: 'Quando', fact: true, tight: true, cell: ({ utc_created_on }) => formatDateTime(utc_created_on) },
]

function productOf({ product_name, product_names, product_ids, offer_ids }: Sale): string {
  const ids = [...product_ids.map((id) => nameProduct(id, product_names)), ...offer_ids].join(', ')
  return product_name || ids || '–'
}

export const SaleTable = ({ sales, isLoading, columns, onPage }: SaleTableProps) => (
  <PagedTable
    summary={sales.more && olderSalesText}
    listed={sales}
    isLoading={isLoading}
    onPage={onPage}
    pagesLabel="Páginas de vendas"
    caption="Vendas recebidas"
    lead={({ name }) => <Avatar user={{ name, profile_img_url: '' }} />}
    keyOf={(sale) => sale.id}
    columns={columns}
  />
)
