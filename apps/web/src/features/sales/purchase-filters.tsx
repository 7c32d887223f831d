import { saleSearchMax } from '@escola/contract/limits'
import {
  type PurchaseState,
  purchaseList,
  purchasePeriods,
  purchaseStates,
  type SellingAccount,
} from '@escola/contract/purchase-list.contract'
import { dayOf } from '@escola/contract/time'
import { download } from '../../api/client.ts'
import { useSchool } from '../../session/context.ts'
import { useRights } from '../../session/rights.ts'
import { withProof } from '../../ui/account/proof.ts'
import { DownloadButton } from '../../ui/download-button.tsx'
import { ListFilters } from '../../ui/lists/list-filters.tsx'
import { SearchBox } from '../../ui/lists/search-box.tsx'
import { apiQueryOf, type PurchaseQuery, periodOf, purchaseStateOf } from './purchases.queries.ts'
import { stateLook } from './sale-words.ts'

interface Props {
  query: PurchaseQuery
  accounts: SellingAccount[]
  onQuery: (change: PurchaseQuery, replace?: boolean) => void
}

const periodLabels = { 1: 'Hoje', 7: '7 dias', 30: '30 dias', 90: '90 dias' } as const
const nameState = (state: PurchaseState) => (state === 'refunded' ? 'Reembolsadas' : stateLook[state].plural)

/** Search, filters and the file of what they find. */
export function PurchaseFilters({ query, accounts, onQuery }: Props) {
  const { state = '', account = '', days, search = '' } = query
  const { may } = useRights()
  const file = (may('records') || may('money')) && <ExportPurchases query={query} />
  return (
    <ListFilters
      search={
        <SearchBox
          label="Buscar por nome, e-mail, telefone ou transação"
          placeholder="Nome, e-mail, telefone ou transação"
          maxLength={saleSearchMax}
          search={search}
          onSearch={(text) => onQuery({ search: text || undefined }, true)}
        />
      }
      fields={[
        periodField,
        {
          name: 'account',
          label: 'Plataforma',
          all: 'Todas as plataformas',
          data: accounts.map(({ id, title }) => ({ value: id, label: title })),
        },
        stateField,
      ]}
      values={{ days: days ? String(days) : '', account, state }}
      onFilter={(name, value) =>
        onQuery(
          {
            days: { days: periodOf(value) },
            account: { account: value || undefined },
            state: { state: purchaseStateOf(value) },
          }[name],
        )
      }
      found="compras"
      aside={file}
      actions={file}
    />
  )
}

const periodField = {
  name: 'days',
  label: 'Período',
  all: 'Todo o período',
  data: purchasePeriods.map((each) => ({ value: String(each), label: periodLabels[each] })),
} as const
const stateField = {
  name: 'state',
  label: 'Situação',
  all: 'Todas as situações',
  data: purchaseStates.map((value) => ({ value, label: nameState(value) })),
} as const

/** Downloads all purchases that are asked for. */
function ExportPurchases({ query }: { query: PurchaseQuery }) {
  const { id: schoolId } = useSchool()
  const downloadPurchases = () =>
    withProof(() =>
      download(
        purchaseList.exportFile,
        { params: { schoolId }, query: apiQueryOf(query) },
        `vendas-${dayOf(new Date())}.csv`,
      ),
    )
  return <DownloadButton label="Baixar CSV" download={downloadPurchases} done="O arquivo com as vendas foi baixado." />
}
