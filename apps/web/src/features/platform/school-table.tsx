import { countOf } from '@escola/contract/messages'
import { centsOf, formatMoney } from '@escola/contract/money'
import type { ListedSchool, platform } from '@escola/contract/platform.contract'
import type { ResponseOf } from '@escola/contract/route'
import type { SchoolSort } from '@escola/contract/sorts'
import { formatDate } from '@escola/contract/time'
import { Anchor, Badge, Group, Paper, Text } from '@mantine/core'
import { BusyButton } from '../../ui/busy-button.tsx'
import { makeDangerQuestion } from '../../ui/danger-question.ts'
import { formatNumber } from '../../ui/format.ts'
import { PagedTable } from '../../ui/paged-table.tsx'
import { useConfirmedChange } from '../../ui/use-confirmed-change.ts'
import { useSetBlocked } from './platform.queries.ts'
import classes from './school-table.module.css'

interface SchoolTableProps {
  schools: ResponseOf<typeof platform.schools>['schools']
  /** Other rows were asked for and are on their way. */
  isLoading: boolean
  sortBy: SchoolSort
  onPage: (page: number) => void
  onSort: (sortBy: SchoolSort) => void
}

/** Every school, as the platform's administrators see them. */
export function SchoolTable({ schools, isLoading, sortBy, onPage, onSort }: SchoolTableProps) {
  const { total, more, list } = schools
  return (
    <Paper withBorder radius="lg" p="lg">
      <PagedTable
        summary={
          <>
            Mostrando {formatNumber(list.length)} de {more && 'mais de '}
            {countOf(total, 'escola', 'escolas')}
            {more && '. Escreva mais do nome, do e-mail ou do endereço para encontrar a que falta.'}
          </>
        }
        caption="Escolas da plataforma"
        listed={schools}
        isLoading={isLoading}
        onPage={onPage}
        pagesLabel="Páginas de escolas"
        keyOf={({ id }) => id}
        sort={sortBy}
        onSort={onSort}
        columns={[
          { label: 'ID', tight: true, wideOnly: true, sortedBy: 'id', cell: ({ id }) => id },
          { label: 'Nome', heading: true, sortedBy: 'name', cell: (school) => <SchoolName school={school} /> },
          {
            label: 'Alunos',
            tight: true,
            sortedBy: 'total_students',
            cell: ({ total_students }) => formatNumber(total_students ?? 0),
          },
          {
            label: 'Saldo',
            tight: true,
            sortedBy: 'balance',
            cell: ({ balance }) => <Balance cents={centsOf(balance ?? '0.00')} />,
          },
          {
            label: 'Criada em',
            tight: true,
            sortedBy: 'date',
            cell: ({ utc_created_on }) => formatDate(utc_created_on),
          },
          { label: 'Bloqueio', action: true, cell: (school) => <BlockButton school={school} /> },
        ]}
      />
    </Paper>
  )
}

function SchoolName({ school: { name, email, url, is_blocked } }: { school: ListedSchool }) {
  return (
    <div className={classes.name}>
      <Group gap="xs" wrap="nowrap">
        <Anchor href={url} fw={600} inherit>
          {name}
        </Anchor>
        {is_blocked && (
          <Badge color="red" variant="light" flex="none">
            Bloqueada
          </Badge>
        )}
      </Group>
      <Text size="sm" c="dimmed">
        {email}
      </Text>
    </div>
  )
}

const Balance = ({ cents }: { cents: number }) => (
  <Text span inherit className={classes.balance} data-owes={cents < 0 || undefined}>
    {formatMoney(cents)}
  </Text>
)

function BlockButton({ school: { id, name, is_blocked, total_students } }: { school: ListedSchool }) {
  const { run, isPending } = useConfirmedChange()
  const setBlocked = useSetBlocked()
  const label = is_blocked ? 'Desbloquear' : 'Bloquear'
  const people = total_students
    ? `${countOf(total_students, 'aluno deixa', 'alunos deixam')} de entrar, e quem a administra também`
    : 'Quem a administra deixa de entrar'
  return (
    <BusyButton
      size="sm"
      variant={is_blocked ? 'light' : 'default'}
      busy={isPending}
      aria-label={`${label} ${name}`}
      onClick={() =>
        run({
          ...(is_blocked
            ? {}
            : {
                question: makeDangerQuestion(
                  `A escola “${name}” fecha agora. ${people}: todos veem só a página de contato até você desbloquear. Nada é apagado.`,
                  'Bloquear',
                ),
              }),
          change: () => setBlocked(id, !is_blocked),
          done: is_blocked ? `A escola “${name}” está aberta de novo.` : `A escola “${name}” está bloqueada.`,
        })
      }
    >
      {label}
    </BusyButton>
  )
}
