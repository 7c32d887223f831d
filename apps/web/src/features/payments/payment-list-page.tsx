import { billingTitles, itemText, paymentStatusNames, wayNames } from '@escola/contract/billing-texts'
import { formatMoney } from '@escola/contract/money'
import type { PaymentRow } from '@escola/contract/payments.contract'
import { formatDateTime } from '@escola/contract/time'
import { Paper, Text } from '@mantine/core'
import { IconReceipt2 } from '@tabler/icons-react'
import { useSchool } from '../../session/context.ts'
import { ListPage } from '../../ui/list-page.tsx'
import { PagedTable } from '../../ui/paged-table.tsx'
import type { Column } from '../../ui/stack-table.tsx'
import { useQueryTable } from '../../ui/use-query-table.ts'
import { paymentQueries } from './payments.queries.ts'
import { RefundPayment } from './refund-payment.tsx'

interface PaymentListPageProps {
  query: { page: number }
  onPage: (page: number) => void
}

/** Lists what the school has paid, and what came back. */
export function PaymentListPage({ query, onPage }: PaymentListPageProps) {
  const { id, platform_view } = useSchool()
  const { data, isLoading } = useQueryTable(query, ({ page }) => paymentQueries.list(id, page))
  const listed = data.payments
  return (
    <ListPage
      title={billingTitles.payments}
      description="Os pacotes e os meses de plano que a escola pagou."
      back={{ to: '/bank', label: billingTitles.bank }}
      listed={listed}
      onPage={onPage}
      empty={{
        icon: IconReceipt2,
        title: 'Nenhum pagamento ainda',
        text: 'Quando a escola comprar saldo ou um plano, o pagamento aparece aqui.',
      }}
    >
      <Paper withBorder radius="lg" p="lg">
        <PagedTable
          caption={billingTitles.payments}
          columns={platform_view ? [...columns, refunding] : columns}
          listed={listed}
          keyOf={({ id }) => id}
          isLoading={isLoading}
          onPage={onPage}
          pagesLabel="Páginas dos pagamentos"
        />
      </Paper>
    </ListPage>
  )
}

const columns: Column<PaymentRow, never>[] = [
  { label: 'Pagamento', heading: true, cell: ({ item }) => itemText(item) },
  {
    label: 'Data',
    tight: true,
    cell: ({ utc_created_on }) => <time dateTime={utc_created_on}>{formatDateTime(utc_created_on)}</time>,
  },
  { label: 'Forma', tight: true, cell: ({ way }) => wayNames[way] },
  { label: 'Valor', tight: true, cell: ({ cents }) => formatMoney(cents) },
  {
    label: 'Situação',
    cell: ({ status, refunded_cents, is_disputed }) => (
      <div>
        {paymentStatusNames[status]}
        {refunded_cents > 0 && (
          <Text size="sm" c="dimmed">
            {formatMoney(refunded_cents)} devolvidos
          </Text>
        )}
        {is_disputed && (
          <Text size="sm" c="dimmed">
            Contestado no banco
          </Text>
        )}
      </div>
    ),
  },
]

const refunding: Column<PaymentRow, never> = {
  label: 'Devolver',
  action: true,
  cell: (row) => row.is_refundable && <RefundPayment payment={row} />,
}
