import { type AccountTotal, accountNames, ledger, totalsTexts } from '@escola/contract/ledger.contract'
import { formatMoney } from '@escola/contract/money'
import { pageTitles } from '@escola/contract/titles'
import { Group, Paper, Select } from '@mantine/core'
import { download } from '../../api/client.ts'
import { DownloadButton } from '../../ui/download-button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { type Column, StackTable } from '../../ui/lists/stack-table.tsx'
import { useQueryTable } from '../../ui/lists/use-query-table.ts'
import { Page } from '../../ui/page.tsx'
import { ledgerQueries } from './ledger.queries.ts'
import { monthsSince, nameOfMonth } from './months.ts'

interface PlatformTotalsPageProps {
  /** '' for the last one that has sums. */
  month: string
  onMonth: (month: string) => void
}

/** Shows the platform's administrators the money of all schools in a month, by account. */
export function PlatformTotalsPage({ month, onMonth }: PlatformTotalsPageProps) {
  const { data, shown, isLoading } = useQueryTable(month, ledgerQueries.totals)
  const { first_month, last_month, totals } = data
  return (
    <Page
      title={totalsTexts.title}
      description={totalsTexts.description}
      back={{ to: '/escolas', label: pageTitles.schools }}
      narrow
    >
      {first_month && last_month ? (
        <>
          <Group gap="sm" align="end">
            <Select
              label="Mês"
              allowDeselect={false}
              data={monthsSince(first_month, last_month).map((each) => ({ value: each, label: nameOfMonth(each) }))}
              value={month || last_month}
              onChange={(chosen) => chosen && onMonth(chosen)}
            />
            <DownloadButton label="Baixar CSV" download={downloadTotals} done="Os totais foram baixados." />
          </Group>
          {totals.length > 0 ? (
            <Paper p="lg" aria-busy={isLoading} opacity={isLoading ? 0.6 : 1}>
              <StackTable
                caption={`${totalsTexts.title}: ${nameOfMonth(shown || last_month)}`}
                columns={columns}
                rows={[...totals, sumOf(totals)]}
                keyOf={({ account }) => account}
              />
            </Paper>
          ) : (
            <EmptyState drawing="papers" title="Nenhum movimento neste mês" />
          )}
        </>
      ) : (
        <EmptyState
          drawing="papers"
          title="Nenhuma escola movimentou dinheiro ainda"
          text="Na noite depois do primeiro movimento, os totais aparecem aqui."
        />
      )}
    </Page>
  )
}

const downloadTotals = () => download(ledger.downloadTotals, {}, 'totais.csv')

type Row = Omit<AccountTotal, 'account'> & { account: AccountTotal['account'] | 'all' }

const sumOf = (totals: AccountTotal[]): Row => ({
  account: 'all',
  out_cents: totals.reduce((sum, { out_cents }) => sum + out_cents, 0),
  in_cents: totals.reduce((sum, { in_cents }) => sum + in_cents, 0),
})

const amount = (cents: number) => (cents === 0 ? '–' : formatMoney(cents))

const columns: Column<Row, never>[] = [
  {
    label: 'Conta',
    heading: true,
    cell: ({ account }) => (account === 'all' ? <strong>Total</strong> : accountNames[account]),
  },
  { label: 'Saiu da conta', tight: true, cell: ({ out_cents }) => amount(out_cents) },
  { label: 'Entrou na conta', tight: true, cell: ({ in_cents }) => amount(in_cents) },
]
