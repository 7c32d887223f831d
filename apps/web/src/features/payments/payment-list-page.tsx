import { billingTitles, itemText, paymentStatusNames, wayNames } from '@escola/contract/billing-texts'
import { formatMoney } from '@escola/contract/money'
import type { PaymentRow } from '@escola/contract/payments.contract'
import { isPack } from '@escola/contract/prices'
import { formatDateTime } from '@escola/contract/time'
import { Anchor, Paper, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useSchool } from '../../session/context.ts'
import { ListPage } from '../../ui/lists/list-page.tsx'
import { PagedTable } from '../../ui/lists/paged-table.tsx'
import type { Column } from '../../ui/lists/stack-table.tsx'
import { useQueryTable } from '../../ui/lists/use-query-table.ts'
import { type PaymentsQuery, paymentQueries } from './payments.queries.ts'
import { RefundPayment } from './refund-payment.tsx'

interface PaymentListPageProps {
  query: PaymentsQuery
  onPage: (page: number) => void
}

/** Lists each payment of the school, and what became of it. */
export function PaymentListPage({ query, onPage }: PaymentListPageProps) {
  const { id, platform_view } = useSchool()
  const { data, shown, isLoading } = useQueryTable(query, (query) => paymentQueries.list(id, query))
  const listed = data.payments
  return (
    <ListPage
      title={billingTitles.payments}
      description="Cada pagamento da escola, e o que foi feito dele."
      back={{ to: '/bank', label: billingTitles.bank }}
      listed={listed}
      onPage={onPage}
      empty={{
        drawing: 'papers',
        title: 'Nenhum pagamento ainda',
        text: 'Quando a escola comprar saldo ou um plano, o pagamento aparece aqui.',
      }}
    >
      <Paper p="lg">
        <PagedTable
          caption={billingTitles.payments}
          columns={platform_view ? [...columns, refunding] : columns}
          listed={listed}
          keyOf={({ id }) => id}
          marked={shown.pagamento}
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
    cell: ({ status, fault, refunded_cents, is_disputed, ...row }) => (
      <div>
        {paymentStatusNames[status]}
        {fault && (
          <Text size="sm" c="dimmed">
            {fault}
          </Text>
        )}
        {status === 'requires_action' && row.way === 'pix' && <ToCode payment={row} />}
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

/** Leads back to a code that waits. */
const ToCode = ({ payment: { item, key } }: { payment: Pick<PaymentRow, 'item' | 'key'> }) => {
  const to = isPack(item) ? '/add-saldo/$type' : '/trocar-plano/$type'
  return (
    <div>
      <Anchor
        size="sm"
        renderRoot={(props) => <Link {...props} to={to} params={{ type: item }} search={{ pagamento: key }} />}
      >
        Ver o código Pix
      </Anchor>
    </div>
  )
}

const refunding: Column<PaymentRow, never> = {
  label: 'Devolver',
  action: true,
  cell: (row) => row.is_refundable && <RefundPayment payment={row} />,
}
