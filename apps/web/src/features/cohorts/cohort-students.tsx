import {
  type Cohort,
  type CohortStudent,
  type cohorts,
  progressLabels,
  progressStates,
} from '@escola/contract/cohorts.contract'
import { adminTexts, messages } from '@escola/contract/messages'
import { formatCellphone } from '@escola/contract/people'
import type { ResponseOf } from '@escola/contract/route'
import type { StudentSort } from '@escola/contract/sorts'
import { originLabel } from '@escola/contract/students.contract'
import { formatLastDay } from '@escola/contract/terms'
import { formatDate } from '@escola/contract/time'
import { Button, Group, Select, Stack, Text } from '@mantine/core'
import { IconSearchOff, IconUserMinus, IconUsers } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { formatPercent } from '../../ui/format.ts'
import { Listed } from '../../ui/lists/list-page.tsx'
import { PagedTable } from '../../ui/lists/paged-table.tsx'
import { SearchBox } from '../../ui/lists/search-box.tsx'
import { type Selection, selectionColumn } from '../../ui/lists/selection.tsx'
import { useStays } from '../../ui/money/use-stays.ts'
import { makeDangerQuestion } from '../../ui/questions/danger-question.ts'
import { RemoveButton } from '../../ui/questions/remove-button.tsx'
import { StudentLink } from '../../ui/student-link.tsx'
import { type CohortQuery, useRemoveStudent } from './cohorts.queries.ts'

interface CohortStudentsProps {
  cohort: Cohort
  students: ResponseOf<typeof cohorts.get>['students']
  isLoading: boolean
  selection: Selection
  /** Changes many of the students at once. */
  bulkBar: ReactNode
  query: CohortQuery
  /** Search and standing whose rows are shown. */
  shown: CohortQuery
  onPage: (page: number) => void
  onSort: (sort: StudentSort) => void
  onProgress: (progress: CohortQuery['standing']) => void
  onSearch: (search: string) => void
}

export function CohortStudents(props: CohortStudentsProps) {
  const { cohort, students, isLoading, selection, bulkBar, query, shown, onPage, onSort, onProgress, onSearch } = props
  const list = (
    <Listed
      listed={students}
      onPage={onPage}
      empty={
        shown.search || shown.standing
          ? {
              icon: IconSearchOff,
              title: messages.noStudentsFound,
              text: describeEmpty(shown),
              action: shown.standing && (
                <Button variant="light" onClick={() => onProgress('')}>
                  {shown.search ? 'Procurar em todas as situações' : 'Ver todos os alunos'}
                </Button>
              ),
            }
          : {
              icon: IconUsers,
              title: 'Nenhum aluno nesta turma',
              text: 'Adicione o primeiro aluno, ou importe todos de uma vez de um arquivo CSV.',
            }
      }
    >
      {bulkBar}
      <PagedTable
        listed={students}
        isLoading={isLoading}
        onPage={onPage}
        pagesLabel="Páginas de alunos"
        caption="Alunos da turma"
        keyOf={(student) => student.user_id}
        sort={query.sort}
        onSort={onSort}
        columns={[
          selectionColumn(selection),
          {
            label: 'Nome',
            heading: true,
            sortedBy: 'name',
            cell: ({ name, link }) => <StudentLink name={name} link={link} />,
          },
          {
            label: 'Contato',
            cell: ({ email, cellphone }) => <Two first={email} second={formatCellphone(cellphone)} />,
          },
          {
            label: 'Desde',
            sortedBy: 'since',
            cell: ({ utc_created_on, origin }) => (
              <Two first={formatDate(utc_created_on)} second={originLabel(origin)} />
            ),
          },
          {
            label: 'Acesso',
            tight: true,
            cell: ({ utc_ends_on }) => (utc_ends_on ? `até ${formatLastDay(utc_ends_on)}` : 'para sempre'),
          },
          {
            label: 'Progresso',
            tight: true,
            cell: ({ progress }) => (cohort.opens > 0 ? formatPercent(Number(progress)) : '–'),
          },
          {
            label: 'Último acesso',
            tight: true,
            cell: ({ utc_seen_on }) => (utc_seen_on ? formatDate(utc_seen_on) : 'nunca entrou'),
          },
          {
            label: 'Remover',
            action: true,
            cell: (student) => <RemoveStudent cohort={cohort} student={student} />,
          },
        ]}
      />
    </Listed>
  )
  return (
    <Stack gap="md">
      {cohort.totalStudents > 0 && (
        <Group gap="xs">
          <SearchBox
            label="Buscar aluno da turma por nome ou e-mail"
            placeholder="Buscar por nome ou e-mail"
            search={query.search}
            onSearch={onSearch}
          />
          <Select
            aria-label="Situação"
            placeholder="Todos os alunos"
            data={progressStates.map((value) => ({ value, label: progressLabels[value] }))}
            value={query.standing || null}
            onChange={(value) => onProgress(progressStates.find((each) => each === value) ?? '')}
            clearable
            clearButtonProps={{ 'aria-label': 'Limpar filtro: Situação' }}
            maw={260}
          />
        </Group>
      )}
      {list}
    </Stack>
  )
}

function describeEmpty({ search, standing: progress }: CohortQuery): string {
  if (!search) return 'Nenhum aluno desta turma está nesta situação.'
  return `Nenhum aluno desta turma${progress && ' que esteja nesta situação'} tem “${search}” no nome ou no e-mail.`
}

/** A value with another one below it. */
const Two = ({ first, second }: { first: string; second: string }) => (
  <div>
    {first}
    {second && (
      <Text size="sm" c="dimmed">
        {second}
      </Text>
    )}
  </div>
)

interface RemoveStudentProps {
  cohort: Cohort
  student: CohortStudent
}

function RemoveStudent({ cohort, student }: RemoveStudentProps) {
  const remove = useRemoveStudent(cohort.id)
  const stays = useStays()
  return (
    <RemoveButton
      label={`Remover ${student.name} da turma`}
      icon={IconUserMinus}
      question={async () =>
        makeDangerQuestion(adminTexts.leavesCohort(student.name, cohort) + (await stays([student.user_id])))
      }
      change={() => remove.mutateAsync(student.user_id)}
      done={adminTexts.leftCohort(student.name)}
    />
  )
}
