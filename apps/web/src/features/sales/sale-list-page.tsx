import { saleSearchMax } from '@escola/contract/limits'
import { countOf } from '@escola/contract/messages'
import { pendingSaleStates, type SaleState, saleStates } from '@escola/contract/sales.contract'
import { pageTitles, salesTitle } from '@escola/contract/titles'
import { Button, Paper } from '@mantine/core'
import { IconFileSpreadsheet, IconPlug, IconReceipt, IconSearchOff } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useSchool } from '../../session/context.ts'
import { BusyButton } from '../../ui/busy-button.tsx'
import { ListPage } from '../../ui/lists/list-page.tsx'
import { SearchBox } from '../../ui/lists/search-box.tsx'
import { useQueryTable } from '../../ui/lists/use-query-table.ts'
import { PillLinks } from '../../ui/pill-links.tsx'
import { useConfirmedChange } from '../../ui/questions/use-confirmed-change.ts'
import { useReplayAll } from './sale-changes.ts'
import { SaleTable } from './sale-table.tsx'
import { stateLook } from './sale-words.ts'
import { type SaleQuery, saleQueries } from './sales.queries.ts'
import { UnmatchedNotice, WithoutEmailNotice } from './unmatched-notice.tsx'

interface SaleListPageProps {
  query: SaleQuery
  onPage: (page: number) => void
  onSearch: (search: string) => void
}

export function SaleListPage({ query, onPage, onSearch }: SaleListPageProps) {
  const schoolId = useSchool().id
  const { data, shown, isLoading } = useQueryTable(query, (query) => saleQueries.list(schoolId, query))
  const { sales, unmatched, without_email } = data
  const isEmpty = sales.total === 0 && !shown.state && !shown.search
  return (
    <ListPage
      title={salesTitle}
      description="O que as plataformas de venda avisaram, e o que foi feito."
      back={{ to: '/turmas', label: pageTitles.cohorts }}
      actions={
        <>
          <Button
            variant="default"
            leftSection={<IconFileSpreadsheet size={18} aria-hidden />}
            renderRoot={(props) => <Link {...props} to="/vendas/relatorio" />}
          >
            Conferir relatório
          </Button>
          <Button
            variant="default"
            leftSection={<IconPlug size={18} aria-hidden />}
            renderRoot={(props) => <Link {...props} to="/vendas/contas" />}
          >
            Contas das plataformas
          </Button>
        </>
      }
      filters={
        <>
          {shown.state !== 'unmatched' && <UnmatchedNotice count={unmatched} />}
          {shown.state !== 'no_email' && <WithoutEmailNotice count={without_email} />}
          {!isEmpty && (
            <>
              <SearchBox
                label="Buscar por nome, e-mail ou transação"
                placeholder="Nome, e-mail ou transação"
                maxLength={saleSearchMax}
                search={query.search ?? ''}
                onSearch={onSearch}
              />
              <StateFilter query={query} />
              <ReplayAll query={shown} total={sales.total} />
            </>
          )}
        </>
      }
      listed={sales}
      onPage={onPage}
      empty={isEmpty ? noSales : noneFound(shown)}
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

const noneFound = ({ search }: SaleQuery) => ({
  icon: IconSearchOff,
  title: search ? 'Nenhuma venda encontrada' : 'Nenhuma venda nesta situação',
  text: search ? 'Confira o que você digitou, ou procure em todas as situações.' : undefined,
})

const isRepeated = (state: SaleState | undefined) => pendingSaleStates.find((each) => each === state)

/** Does all sales of a state again, once what kept them is mended. */
function ReplayAll({ query: { state, search = '' }, total }: { query: SaleQuery; total: number }) {
  const { mutateAsync: replay } = useReplayAll()
  const { run, isPending } = useConfirmedChange()
  const repeated = isRepeated(state)
  if (!repeated || total < 2) return null
  const handleClick = () =>
    run({
      question: {
        title: `Reprocessar ${countOf(total, 'venda', 'vendas')}?`,
        text: 'Cada compra é analisada de novo com tudo o que a plataforma avisou. Ninguém é matriculado duas vezes.',
        confirmLabel: 'Reprocessar todas',
      },
      change: () => replay({ state: repeated, search }),
      done: 'Vamos processar essas vendas de novo.',
    })
  return (
    <BusyButton variant="light" size="compact-md" busy={isPending} onClick={handleClick}>
      Reprocessar todas
    </BusyButton>
  )
}

const filters = [undefined, ...saleStates]

const StateFilter = ({ query: { state, search } }: { query: SaleQuery }) => (
  <PillLinks
    label="Situação das vendas"
    states={filters}
    current={state}
    nameOf={(state) => (state ? stateLook[state].plural : 'Todas')}
    searchOf={(state) => ({ ...(state && { state }), ...(search && { search }) })}
  />
)
