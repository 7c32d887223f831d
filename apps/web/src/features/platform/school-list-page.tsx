import { unpaidMonthsTexts } from '@escola/contract/billing-texts'
import { totalsTexts } from '@escola/contract/ledger.contract'
import { countOf } from '@escola/contract/messages'
import type { BalanceFilter } from '@escola/contract/platform.contract'
import type { SchoolSort } from '@escola/contract/sorts'
import { searchesWordStarts } from '@escola/contract/students.contract'
import { formatDateTime } from '@escola/contract/time'
import { pageTitles } from '@escola/contract/titles'
import { type MailStop, undeliveredTexts } from '@escola/contract/undelivered-mails.contract'
import { Alert, Button } from '@mantine/core'
import { IconMailPause } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useAppContext } from '../../session/context.ts'
import { ListFilters } from '../../ui/lists/list-filters.tsx'
import { ListPage } from '../../ui/lists/list-page.tsx'
import { SearchBox } from '../../ui/lists/search-box.tsx'
import { useQueryTable } from '../../ui/lists/use-query-table.ts'
import { OwnSchools } from './own-schools.tsx'
import { platformQueries } from './platform.queries.ts'
import type { SchoolListQuery } from './school-list-query.ts'
import { SchoolTable } from './school-table.tsx'

export interface SchoolListPageProps {
  query: SchoolListQuery
  onPage: (page: number) => void
  /** Changes the list, which begins on its first page again. */
  onChange: (change: { search?: string; sortBy?: SchoolSort; negative?: BalanceFilter }) => void
}

const balances = [
  {
    name: 'negative',
    label: 'Saldo',
    all: 'Todos os saldos',
    data: [
      { value: '0', label: 'Saldo positivo' },
      { value: '1', label: 'Saldo negativo' },
    ],
  },
] as const

const orders: { value: SchoolSort; label: string }[] = [
  { value: '-date', label: 'Mais novas primeiro' },
  { value: 'date', label: 'Mais antigas primeiro' },
  { value: 'name', label: 'Nome, de A a Z' },
  { value: '-name', label: 'Nome, de Z a A' },
  { value: '-total_students', label: 'Mais alunos primeiro' },
  { value: 'total_students', label: 'Menos alunos primeiro' },
  { value: 'balance', label: 'Menor saldo primeiro' },
  { value: '-balance', label: 'Maior saldo primeiro' },
]

/** Every school for the platform's administrators; for others those that they belong to (part 1 §2.5). */
export function SchoolListPage({ query, onPage, onChange }: SchoolListPageProps) {
  const { user, school } = useAppContext()
  const isPlatform = user?.role === 'admin'
  const { data, shown, isLoading } = useQueryTable(query, platformQueries.schoolList)
  const { schools, mail_stopped } = data
  const list = { title: pageTitles.schools, listed: schools, onPage }
  if (!isPlatform)
    return (
      <ListPage {...list} narrow actions={school?.base_path && newSchool} empty={noSchools}>
        <OwnSchools schools={schools} isLoading={isLoading} onPage={onPage} />
      </ListPage>
    )
  return (
    <ListPage
      {...list}
      actions={
        <>
          <Button variant="default" renderRoot={(props) => <Link {...props} to="/escolas/emails" />}>
            {undeliveredTexts.title}
          </Button>
          <Button variant="default" renderRoot={(props) => <Link {...props} to="/escolas/renovacoes" />}>
            {unpaidMonthsTexts.title}
          </Button>
          <Button variant="default" renderRoot={(props) => <Link {...props} to="/escolas/totais" />}>
            {totalsTexts.title}
          </Button>
        </>
      }
      filters={
        <>
          {mail_stopped && <MailStopped {...mail_stopped} />}
          <ListFilters
            search={
              <SearchBox
                label="Buscar escola por nome, e-mail ou endereço"
                placeholder="Buscar por nome, e-mail ou endereço"
                search={query.search}
                onSearch={(search) => onChange({ search })}
              />
            }
            fields={balances}
            values={query}
            onFilter={(_, value) => onChange({ negative: value as BalanceFilter })}
            sorting={{ data: orders, value: query.sortBy, onSort: (sort) => onChange({ sortBy: sort as SchoolSort }) }}
            found={countOf(schools.total, 'escola', 'escolas')}
          />
        </>
      }
      empty={{ drawing: 'search' as const, title: 'Nenhuma escola encontrada', text: describeEmpty(shown) }}
    >
      <SchoolTable
        schools={schools}
        isLoading={isLoading}
        sortBy={query.sortBy}
        onPage={onPage}
        onSort={(sortBy) => onChange({ sortBy })}
      />
    </ListPage>
  )
}

const MailStopped = ({ utc_since, words }: MailStop) => (
  <Alert
    color="danger"
    variant="light"
    icon={<IconMailPause aria-hidden />}
    title={undeliveredTexts.allStopped(formatDateTime(utc_since))}
  >
    {undeliveredTexts.words(words)}
  </Alert>
)

/** Outside any school the header has it; a school's own domain has no way to the platform. */
const newSchool = (
  <Button component="a" href="/cadastro" variant="default">
    Criar escola
  </Button>
)

const noSchools = {
  drawing: 'lessons' as const,
  title: 'Você ainda não faz parte de nenhuma escola',
  text: 'Quando uma escola matricular você, ela aparece aqui.',
}

function describeEmpty({ search, negative }: SchoolListQuery) {
  if (!search) return negative === '1' && 'Nenhuma escola está com saldo negativo.'
  const found = searchesWordStarts(search) ? 'tem palavra que começa com' : 'contém'
  return `Nenhum nome, e-mail ou endereço ${found} “${search}”.`
}
