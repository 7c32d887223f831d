import { adminTexts, messages } from '@escola/contract/messages'
import type { StudentSort } from '@escola/contract/sorts'
import { looksForBeginnings } from '@escola/contract/students.contract'
import { pageTitles } from '@escola/contract/titles'
import { Button } from '@mantine/core'
import { IconSearchOff, IconUsers } from '@tabler/icons-react'
import { useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useDeferredValue } from 'react'
import { useSchool } from '../../session/context.ts'
import { AssistantHint } from '../../ui/assistant-hint.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Page } from '../../ui/page.tsx'
import { SearchBox } from '../../ui/search-box.tsx'
import { StudentTable } from './student-table.tsx'
import { type StudentQuery, studentQueries } from './students.queries.ts'

interface StudentListPageProps {
  query: StudentQuery
  onPage: (page: number) => void
  onSort: (sort: StudentSort) => void
  onSearch: (search: string) => void
}

export function StudentListPage({ query, onPage, onSort, onSearch }: StudentListPageProps) {
  // The last rows stay until the next ones have come.
  const shown = useDeferredValue(query)
  const { students } = useSuspenseQuery(studentQueries.list(useSchool().id, shown)).data
  if (!students.hasAny) return <NoStudents />
  return (
    <Page title={pageTitles.students}>
      <SearchBox
        label="Buscar aluno por nome ou e-mail"
        placeholder="Buscar por nome ou e-mail"
        search={query.search}
        onSearch={onSearch}
      />
      {students.list.length > 0 ? (
        <StudentTable
          students={students}
          isLoading={shown !== query}
          sort={query.sort}
          onPage={onPage}
          onSort={onSort}
        />
      ) : (
        <EmptyState
          icon={IconSearchOff}
          title={messages.noStudentsFound}
          text={shown.search && nothingFound(shown.search)}
          action={
            students.total > 0 && (
              <Button variant="light" onClick={() => onPage(1)}>
                {adminTexts.toFirstPage}
              </Button>
            )
          }
        />
      )}
    </Page>
  )
}

const nothingFound = (search: string) =>
  looksForBeginnings(search)
    ? `Nenhum nome ou e-mail tem palavra que começa com “${search}”.`
    : `Nenhum nome ou e-mail contém “${search}”.`

function NoStudents() {
  return (
    <Page title={pageTitles.students}>
      <AssistantHint>Alunos entram pelas turmas: um por um ou de um arquivo CSV.</AssistantHint>
      <EmptyState
        icon={IconUsers}
        title={messages.noStudents}
        action={
          <Button component={Link} to="/turmas">
            Ir para as turmas
          </Button>
        }
      />
    </Page>
  )
}
