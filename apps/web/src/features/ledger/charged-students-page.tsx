import { billingTitles } from '@escola/contract/billing-texts'
import { type ChargedStudent, chargedTexts } from '@escola/contract/charges.contract'
import { movementLabels } from '@escola/contract/ledger.contract'
import { formatMoney } from '@escola/contract/money'
import { formatMonth } from '@escola/contract/time'
import { Paper, Text } from '@mantine/core'
import { useSchool } from '../../session/context.ts'
import { ListPage } from '../../ui/lists/list-page.tsx'
import { PagedTable } from '../../ui/lists/paged-table.tsx'
import type { Column } from '../../ui/lists/stack-table.tsx'
import { useQueryTable } from '../../ui/lists/use-query-table.ts'
import { StudentLink } from '../../ui/student-link.tsx'
import { ledgerQueries } from './ledger.queries.ts'

interface ChargedStudentsPageProps {
  query: { id: string; page: number }
  onPage: (page: number) => void
}

/** Lists the students whom a row of the statement charged. */
export function ChargedStudentsPage({ query, onPage }: ChargedStudentsPageProps) {
  const schoolId = useSchool().id
  const { data, isLoading } = useQueryTable(query, (query) => ledgerQueries.charged(schoolId, query))
  const { students, ...row } = data
  return (
    <ListPage
      title={movementLabels.students}
      description={chargedTexts.row({ ...row, quantity: students.total })}
      back={{ to: '/bank', label: billingTitles.bank }}
      listed={students}
      onPage={onPage}
    >
      <Paper p="lg">
        <PagedTable
          caption={movementLabels.students}
          columns={columns}
          listed={students}
          keyOf={({ month, user_id }) => `${month} ${user_id}`}
          isLoading={isLoading}
          onPage={onPage}
          pagesLabel="Páginas dos alunos cobrados"
        />
      </Paper>
    </ListPage>
  )
}

const columns: Column<ChargedStudent, never>[] = [
  {
    label: 'Aluno',
    heading: true,
    cell: (student) => (
      <>
        <Name student={student} />
        <Text size="sm" c="dimmed">
          {noteOf(student)}
        </Text>
      </>
    ),
  },
  { label: 'E-mail', cell: ({ email }) => email || '–' },
  { label: 'Turmas', cell: ({ school_gateways }) => school_gateways.join(', ') || '–' },
  { label: 'Mês', tight: true, cell: ({ month }) => formatMonth(month) },
  { label: 'Ordem', tight: true, cell: ({ place }) => chargedTexts.place(place) },
  { label: 'Valor', tight: true, cell: ({ cents }) => formatMoney(cents) },
]

const Name = ({ student: { name, link } }: { student: ChargedStudent }) =>
  link ? <StudentLink name={name} link={link} /> : name || chargedTexts.erased

/** Says of a student that they are none any more, or another. */
function noteOf({ name, link, merged_into }: ChargedStudent) {
  if (merged_into) return chargedTexts.merged(merged_into)
  if (!name) return chargedTexts.erasedWhy
  return link ? '' : chargedTexts.left
}
