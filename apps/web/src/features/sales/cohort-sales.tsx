import { Button, Group, Skeleton } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useSchool } from '../../session/context.ts'
import { useColumns } from '../../ui/lists/columns.tsx'
import { Listed } from '../../ui/lists/list-page.tsx'
import { ErrorState } from '../../ui/loading/error-state.tsx'
import { Section } from '../../ui/section.tsx'
import { PurchaseSheet } from './purchase-sheet.tsx'
import { SaleTable, saleColumns } from './sale-table.tsx'
import { saleQueries } from './sales.queries.ts'

interface Props {
  cohortId: string
  page: number
  onPage: (page: number) => void
}

/** Lists what the platforms have reported of what a class sells. */
export function CohortSales({ cohortId, page, onPage }: Props) {
  const query = saleQueries.list(useSchool().id, { page, school_gateway_id: cohortId })
  const { data, error, refetch, isPlaceholderData } = useQuery({ ...query, placeholderData: keepPreviousData })
  const [opened, open] = useState<string>()
  const columns = useColumns('cohort-sales', saleColumns(open))
  return (
    <Section
      title="Vendas desta turma"
      aside={
        <Group gap="xs">
          {data && data.sales.list.length > 0 && columns.chooser}
          <Button variant="default" renderRoot={(props) => <Link {...props} to="/vendas" />}>
            Todas as vendas
          </Button>
        </Group>
      }
    >
      {data ? (
        <Listed listed={data.sales} onPage={onPage} empty={noSales}>
          <SaleTable sales={data.sales} columns={columns.shown} isLoading={isPlaceholderData} onPage={onPage} />
        </Listed>
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <Skeleton height={240} role="status" aria-label="Carregando as vendas" />
      )}
      <PurchaseSheet id={opened} onClose={() => open(undefined)} />
    </Section>
  )
}

const noSales = {
  drawing: 'papers' as const,
  title: 'Nenhuma venda desta turma ainda',
  text: 'As compras dos produtos das integrações acima aparecem aqui assim que a plataforma avisa.',
}
