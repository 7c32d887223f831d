import { saleSearchMax } from '@escola/contract/limits'
import {
  type PurchaseState,
  purchaseList,
  purchasePeriods,
  purchaseStates,
  type SellingAccount,
} from '@escola/contract/purchase-list.contract'
import { dayOf } from '@escola/contract/time'
import { Button, Collapse, Group, Select, SimpleGrid } from '@mantine/core'
import { IconFilter } from '@tabler/icons-react'
import { useState } from 'react'
import { download } from '../../api/client.ts'
import { useSchool } from '../../session/context.ts'
import { withProof } from '../../ui/account/proof.ts'
import { DownloadButton } from '../../ui/download-button.tsx'
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

/** Search, and one button with the other filters. They stand open where an address asks for one. */
export function PurchaseFilters({ query, accounts, onQuery }: Props) {
  const { state, account, days, search } = query
  const asked = [state, account, days].filter(Boolean).length
  const [isOpen, setOpen] = useState(asked > 0)
  return (
    <div>
      <Group gap="xs">
        <SearchBox
          label="Buscar por nome, e-mail, telefone ou transação"
          placeholder="Nome, e-mail, telefone ou transação"
          maxLength={saleSearchMax}
          search={search ?? ''}
          onSearch={(text) => onQuery({ search: text || undefined }, true)}
        />
        <Button
          variant={asked > 0 ? 'selected' : 'default'}
          leftSection={<IconFilter size={18} aria-hidden />}
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          {asked > 0 ? `Filtros (${asked})` : 'Filtros'}
        </Button>
      </Group>
      <Collapse expanded={isOpen}>
        <SimpleGrid cols={{ base: 1, xs: 2, md: 4 }} spacing="xs" mt="xs" role="group" aria-label="Filtros">
          <Select
            aria-label="Período"
            placeholder="Todo o período"
            data={purchasePeriods.map((each) => ({ value: String(each), label: periodLabels[each] }))}
            value={days ? String(days) : null}
            onChange={(value) => onQuery({ days: periodOf(value) })}
            clearable
            clearButtonProps={{ 'aria-label': 'Limpar filtro: Período' }}
          />
          <Select
            aria-label="Plataforma"
            placeholder="Todas as plataformas"
            data={accounts.map(({ id, title }) => ({ value: id, label: title }))}
            value={account ?? null}
            onChange={(value) => onQuery({ account: value ?? undefined })}
            clearable
            clearButtonProps={{ 'aria-label': 'Limpar filtro: Plataforma' }}
          />
          <Select
            aria-label="Situação"
            placeholder="Todas as situações"
            data={purchaseStates.map((value) => ({ value, label: nameState(value) }))}
            value={state ?? null}
            onChange={(value) => onQuery({ state: purchaseStateOf(value) })}
            clearable
            clearButtonProps={{ 'aria-label': 'Limpar filtro: Situação' }}
          />
          <ExportPurchases query={query} />
        </SimpleGrid>
      </Collapse>
    </div>
  )
}

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
