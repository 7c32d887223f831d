import type { ResponseOf } from '@escola/contract/route'
import type { ReportRow, ReportVerdict, salesReports } from '@escola/contract/sales-reports.contract'
import { Need } from '../../session/need.tsx'
import { Lines } from '../../ui/lists/cell-lines.tsx'
import { PagedTable } from '../../ui/lists/paged-table.tsx'
import { ChooseCohort } from './choose-cohort.tsx'
import { statusLabels } from './report-statuses.ts'
import { SettleOne } from './settle-rows.tsx'
import { explainRow, verdictLabels } from './verdict-words.ts'

interface ReportRowsProps {
  reportId: string
  verdict: ReportVerdict
  rows: ResponseOf<typeof salesReports.rows>['rows']
  isLoading: boolean
  onPage: (page: number) => void
}

export const ReportRows = ({ reportId, verdict, rows, isLoading, onPage }: ReportRowsProps) => (
  <PagedTable
    listed={rows}
    isLoading={isLoading}
    onPage={onPage}
    pagesLabel="Páginas de compras"
    caption={verdictLabels[verdict]}
    keyOf={(row) => row.id}
    columns={[
      {
        label: 'Comprador',
        heading: true,
        cell: ({ name, email, transaction }) => <Lines first={name || email || transaction} rest={[name && email]} />,
      },
      {
        label: 'Compra',
        cell: ({ transaction, status, line }) => (
          <Lines first={transaction} rest={[`${statusLabels[status]} · linha ${line}`]} />
        ),
      },
      {
        label: 'Produto',
        cell: ({ product_name, product_id, offer_id }) => (
          <Lines first={product_name || product_id || offer_id || '–'} rest={[product_name && product_id, offer_id]} />
        ),
      },
      { label: 'O que achamos', cell: explainRow },
      { label: 'Ações', action: true, cell: (row) => <Action reportId={reportId} row={row} /> },
    ]}
  />
)

const Action = (props: { reportId: string; row: ReportRow }) => (
  <Need right="cohorts">
    {props.row.verdict === 'no_class' ? <ChooseCohort {...props} /> : <SettleOne {...props} />}
  </Need>
)
