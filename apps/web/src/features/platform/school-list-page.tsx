import { adminTexts } from '@escola/contract/messages'
import type { BalanceFilter } from '@escola/contract/platform.contract'
import type { SchoolSort } from '@escola/contract/sorts'
import { looksForBeginnings } from '@escola/contract/students.contract'
import { pageTitles } from '@escola/contract/titles'
import { Button, Group, NativeSelect } from '@mantine/core'
import { IconSchool, IconSearchOff } from '@tabler/icons-react'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useDeferredValue } from 'react'
import { useUser } from '../../session/context.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Page } from '../../ui/page.tsx'
import { SearchBox } from '../../ui/search-box.tsx'
import { OwnSchools } from './own-schools.tsx'
import { platformQueries } from './platform.queries.ts'
import type { SchoolListQuery } from './school-list-query.ts'
import { SchoolTable } from './school-table.tsx'

export interface SchoolListPageProps {
  query: SchoolListQuery
  onPage: (page: number) => void
  /** Another list begins on its first page. */
  onChange: (change: { search?: string; sortBy?: SchoolSort; negative?: BalanceFilter }) => void
}

const balances = [
  { value: '', label: 'Todos os saldos' },
  { value: '0', label: 'Saldo positivo' },
  { value: '1', label: 'Saldo negativo' },
]

/** Every school for the platform's administrators; for others those that they belong to (part 1 §2.5). */
export function SchoolListPage({ query, onPage, onChange }: SchoolListPageProps) {
  const isPlatform = useUser()?.role === 'admin'
  // The last rows stay until the next ones have come.
  const shown = useDeferredValue(query)
  const { schools } = useSuspenseQuery(platformQueries.schoolList(shown)).data
  const isLoading = shown !== query
  const isEmpty = schools.list.length === 0
  if (!isPlatform && !isEmpty)
    return (
      <Page title={pageTitles.schools} narrow>
        <OwnSchools schools={schools} isLoading={isLoading} onPage={onPage} />
      </Page>
    )
  if (!isPlatform)
    return (
      <Page title={pageTitles.schools} narrow>
        {schools.total > 0 ? (
          <NothingHere shown={shown} total={schools.total} onPage={onPage} />
        ) : (
          <EmptyState
            icon={IconSchool}
            title="Você ainda não faz parte de nenhuma escola"
            text="Quando uma escola matricular você, ela aparece aqui."
          />
        )}
      </Page>
    )
  return (
    <Page title={pageTitles.schools}>
      <Group gap="sm">
        <SearchBox
          label="Buscar escola por nome, e-mail ou endereço"
          placeholder="Buscar por nome, e-mail ou endereço"
          search={query.search}
          onSearch={(search) => onChange({ search })}
        />
        <NativeSelect
          aria-label="Filtrar por saldo"
          data={balances}
          value={query.negative}
          onChange={(event) => onChange({ negative: event.currentTarget.value as BalanceFilter })}
        />
      </Group>
      {isEmpty ? (
        <NothingHere shown={shown} total={schools.total} onPage={onPage} />
      ) : (
        <SchoolTable
          schools={schools}
          isLoading={isLoading}
          sortBy={query.sortBy}
          onPage={onPage}
          onSort={(sortBy) => onChange({ sortBy })}
        />
      )}
    </Page>
  )
}

function NothingHere({
  shown: { search, negative },
  total,
  onPage,
}: {
  shown: SchoolListQuery
  total: number
  onPage: (page: number) => void
}) {
  const found = looksForBeginnings(search) ? 'tem palavra que começa com' : 'contém'
  return (
    <EmptyState
      icon={IconSearchOff}
      title="Nenhuma escola encontrada"
      text={
        search
          ? `Nenhum nome, e-mail ou endereço ${found} “${search}”.`
          : negative === '1'
            ? 'Nenhuma escola está com saldo negativo.'
            : 'Esta página não existe mais.'
      }
      action={
        total > 0 && (
          <Button variant="light" onClick={() => onPage(1)}>
            {adminTexts.toFirstPage}
          </Button>
        )
      }
    />
  )
}
