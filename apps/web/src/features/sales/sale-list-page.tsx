import { saleStates } from '@escola/contract/sales.contract'
import { pageTitles, salesTitle } from '@escola/contract/titles'
import { Button, Group, Paper } from '@mantine/core'
import { IconReceipt, IconSearchOff } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useSchool } from '../../session/context.ts'
import { ListPage } from '../../ui/list-page.tsx'
import { useQueryTable } from '../../ui/use-query-table.ts'
import { SaleTable } from './sale-table.tsx'
import { stateLook } from './sale-words.ts'
import { type SaleQuery, saleQueries } from './sales.queries.ts'
import { UnmatchedNotice, WithoutEmailNotice } from './unmatched-notice.tsx'

interface SaleListPageProps {
  query: SaleQuery
  onPage: (page: number) => void
}

export function SaleListPage({ query, onPage }: SaleListPageProps) {
  const schoolId = useSchool().id
  const { data, shown, isLoading } = useQueryTable(query, (query) => saleQueries.list(schoolId, query))
  const { sales, unmatched, without_email } = data
  const isEmpty = sales.total === 0 && !shown.state
  return (
    <ListPage
      title={salesTitle}
      description="O que as plataformas de venda avisaram, e o que foi feito."
      back={{ to: '/turmas', label: pageTitles.cohorts }}
      filters={
        <>
          {shown.state !== 'unmatched' && <UnmatchedNotice count={unmatched} />}
          {shown.state !== 'no_email' && <WithoutEmailNotice count={without_email} />}
          {!isEmpty && <StateFilter chosen={query.state} />}
        </>
      }
      listed={sales}
      onPage={onPage}
      empty={isEmpty ? noSales : { icon: IconSearchOff, title: 'Nenhuma venda nesta situação' }}
    >
      <Paper withBorder radius="lg" p="lg">
        <SaleTable sales={sales} isLoading={isLoading} onPage={onPage} />
      </Paper>
    </ListPage>
  )
}

const noSales = {
  icon: IconReceipt,
  title: 'Nenhuma venda chegou ainda',
  text: 'Quando alguém comprar em uma plataforma de venda, a compra aparece aqui e o aluno entra na turma sozinho. Para começar, abra a turma que você vende e adicione uma integração.',
  action: <Button renderRoot={(props) => <Link {...props} to="/turmas" />}>Ir para as turmas</Button>,
}

const filters = [undefined, ...saleStates]

/** Each is an address. Unless it matches as a whole, the one without a state would pass for the current one beside all others. */
const StateFilter = ({ chosen }: { chosen: SaleQuery['state'] }) => (
  <Group gap={6} component="nav" aria-label="Situação das vendas">
    {filters.map((state) => (
      <Button
        key={state ?? 'all'}
        size="compact-md"
        radius="xl"
        variant={state === chosen ? 'filled' : 'default'}
        aria-current={state === chosen ? 'page' : undefined}
        renderRoot={(props) => (
          <Link {...props} to="/vendas" search={state ? { state } : {}} activeOptions={{ exact: true }} replace />
        )}
      >
        {state ? stateLook[state].plural : 'Todas'}
      </Button>
    ))}
  </Group>
)
