import { unpaidMonthsTexts, wayNames } from '@escola/contract/billing-texts'
import { formatMoney } from '@escola/contract/money'
import { plans } from '@escola/contract/prices'
import type { UnpaidMonth } from '@escola/contract/subscriptions.contract'
import { formatDateTime } from '@escola/contract/time'
import { pageTitles } from '@escola/contract/titles'
import { Anchor, Paper } from '@mantine/core'
import { ListPage } from '../../ui/lists/list-page.tsx'
import { PagedTable } from '../../ui/lists/paged-table.tsx'
import type { Column } from '../../ui/lists/stack-table.tsx'
import { useQueryTable } from '../../ui/lists/use-query-table.ts'
import { subscriptionQueries } from './subscriptions.queries.ts'

const { title, description, none, noneText, reasons } = unpaidMonthsTexts

/** Shows the platform's administrators the months that schools have not paid. */
export function UnpaidMonthsPage({ page, onPage }: { page: number; onPage: (page: number) => void }) {
  const { data, isLoading } = useQueryTable(page, subscriptionQueries.graces)
  return (
    <ListPage
      title={title}
      description={description}
      back={{ to: '/escolas', label: pageTitles.schools }}
      listed={data.graces}
      onPage={onPage}
      empty={{ drawing: 'papers', title: none, text: noneText }}
    >
      <Paper p="lg">
        <PagedTable
          listed={data.graces}
          isLoading={isLoading}
          onPage={onPage}
          pagesLabel="Páginas de renovações não pagas"
          caption={title}
          keyOf={({ id }) => id}
          columns={columns}
        />
      </Paper>
    </ListPage>
  )
}

const columns: Column<UnpaidMonth, never>[] = [
  {
    label: 'Escola',
    heading: true,
    cell: ({ name, url }) => (
      <Anchor inherit href={url}>
        {name}
      </Anchor>
    ),
  },
  { label: 'Plano', cell: ({ plan_id }) => plans[plan_id].name },
  { label: 'Valor', tight: true, cell: ({ cents }) => formatMoney(cents) },
  { label: 'Forma', cell: ({ way }) => wayNames[way] },
  { label: 'Motivo', cell: ({ reason, way }) => reason || reasons[way] },
  { label: 'Desde', tight: true, cell: ({ utc_began_on }) => formatDateTime(utc_began_on) },
  { label: 'Até', tight: true, cell: ({ utc_ends_on }) => formatDateTime(utc_ends_on) },
]
