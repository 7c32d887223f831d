import { adminTexts } from '@escola/contract/messages'
import { saleStates } from '@escola/contract/sales.contract'
import { pageTitles, salesTitle } from '@escola/contract/titles'
import { Button, Group, Paper } from '@mantine/core'
import { IconReceipt, IconSearchOff } from '@tabler/icons-react'
import { useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useDeferredValue } from 'react'
import { useSchool } from '../../session/context.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Page } from '../../ui/page.tsx'
import { SaleTable } from './sale-table.tsx'
import { stateLook } from './sale-words.ts'
import { type SaleQuery, saleQueries } from './sales.queries.ts'
import { UnmatchedNotice } from './unmatched-notice.tsx'

interface SaleListPageProps {
  query: SaleQuery
  onPage: (page: number) => void
}

export function SaleListPage({ query, onPage }: SaleListPageProps) {
  // The last rows stay until the next ones have come.
  const shown = useDeferredValue(query)
  const { sales, unmatched } = useSuspenseQuery(saleQueries.list(useSchool().id, shown)).data
  const isEmpty = sales.total === 0 && !shown.state
  return (
    <Page
      title={salesTitle}
      description="O que as plataformas de venda avisaram, e o que foi feito."
      back={{ to: '/turmas', label: pageTitles.cohorts }}
    >
      {shown.state !== 'unmatched' && <UnmatchedNotice count={unmatched} />}
      {!isEmpty && <StateFilter chosen={query.state} />}
      {sales.list.length > 0 ? (
        <Paper withBorder radius="lg" p="lg">
          <SaleTable sales={sales} isLoading={shown !== query} onPage={onPage} />
        </Paper>
      ) : isEmpty ? (
        <EmptyState
          icon={IconReceipt}
          title="Nenhuma venda chegou ainda"
          text="Quando alguém comprar em uma plataforma de venda, a compra aparece aqui e o aluno entra na turma sozinho. Para começar, abra a turma que você vende e adicione uma integração."
          action={<Button renderRoot={(props) => <Link {...props} to="/turmas" />}>Ir para as turmas</Button>}
        />
      ) : sales.total > 0 ? (
        <EmptyState
          icon={IconSearchOff}
          title="Esta página não existe mais"
          action={
            <Button variant="light" onClick={() => onPage(1)}>
              {adminTexts.toFirstPage}
            </Button>
          }
        />
      ) : (
        <EmptyState icon={IconSearchOff} title="Nenhuma venda nesta situação" />
      )}
    </Page>
  )
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
