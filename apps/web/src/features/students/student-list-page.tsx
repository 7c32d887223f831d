import { adminTexts, messages } from '@escola/contract/messages'
import type { ResponseOf } from '@escola/contract/route'
import type { StudentSort } from '@escola/contract/sorts'
import { originLabel, type students } from '@escola/contract/students.contract'
import { formatDate } from '@escola/contract/time'
import { pageTitles } from '@escola/contract/titles'
import { Button, Paper, Stack, Text } from '@mantine/core'
import { IconSearchOff, IconUsers } from '@tabler/icons-react'
import { useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useDeferredValue } from 'react'
import { useSchool } from '../../session/context.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { formatNumber } from '../../ui/format.ts'
import { Page } from '../../ui/page.tsx'
import { Pager } from '../../ui/pager.tsx'
import { StackTable } from '../../ui/stack-table.tsx'
import { StudentLink } from '../../ui/student-link.tsx'
import { StudentSearch } from './student-search.tsx'
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
  const { data } = useSuspenseQuery(studentQueries.list(useSchool().id, shown))
  const isNew = data.students.enrolledTotal === 0
  return (
    <Page title={pageTitles.students}>
      {!isNew && <StudentSearch search={query.search} onSearch={onSearch} />}
      {isNew ? (
        <EmptyState
          icon={IconUsers}
          title={messages.noStudents}
          text="Alunos entram pelas turmas: um por um ou de um arquivo CSV."
          action={
            <Button component={Link} to="/turmas">
              Ir para as turmas
            </Button>
          }
        />
      ) : (
        <Found
          {...data.students}
          search={shown.search}
          sort={query.sort}
          isLoading={shown !== query}
          onPage={onPage}
          onSort={onSort}
        />
      )}
    </Page>
  )
}

type FoundProps = ResponseOf<typeof students.list>['students'] &
  Pick<StudentListPageProps, 'onPage' | 'onSort'> & { search: string; sort: StudentSort; isLoading: boolean }

function Found(props: FoundProps) {
  const { total, enrolledTotal, page, rowsPerPage, list, search, sort, isLoading, onPage, onSort } = props
  if (list.length === 0) {
    return (
      <EmptyState
        icon={IconSearchOff}
        title={messages.noStudentsFound}
        text={search ? `Nenhum nome ou e-mail contém “${search}”.` : undefined}
        action={
          page > 1 && total > 0 ? (
            <Button variant="light" onClick={() => onPage(1)}>
              {adminTexts.toFirstPage}
            </Button>
          ) : undefined
        }
      />
    )
  }
  return (
    <Paper withBorder radius="lg" p="lg">
      <Stack aria-busy={isLoading} opacity={isLoading ? 0.6 : 1}>
        <Text size="sm" c="dimmed" role="status">
          Mostrando {formatNumber(list.length)} aluno(s) de {formatNumber(search ? total : enrolledTotal)}{' '}
          matriculado(s)
        </Text>
        <StackTable
          caption="Alunos da escola"
          rows={list}
          keyOf={(student) => student.user_id}
          sort={sort}
          onSort={onSort}
          columns={[
            {
              label: '#',
              wideOnly: true,
              tight: true,
              cell: (_, index) => formatNumber((page - 1) * rowsPerPage + index + 1),
            },
            {
              label: 'Nome',
              heading: true,
              sortedBy: 'name',
              cell: ({ name, link }) => <StudentLink name={name} link={link} />,
            },
            { label: 'E-mail', cell: ({ email }) => email },
            { label: 'Turmas', cell: ({ school_gateways }) => school_gateways.join(', ') || '–' },
            { label: 'Origem', cell: ({ origin }) => originLabel(origin) },
            {
              label: 'Membro desde',
              tight: true,
              sortedBy: 'since',
              cell: ({ utc_created_on }) => formatDate(utc_created_on),
            },
          ]}
        />
        <Pager page={page} total={total} rowsPerPage={rowsPerPage} onPage={onPage} label="Páginas de alunos" />
      </Stack>
    </Paper>
  )
}
