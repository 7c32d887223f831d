import { blockedPlanTexts } from '@escola/contract/billing-texts'
import { countOf } from '@escola/contract/messages'
import { centsOf, formatMoney } from '@escola/contract/money'
import type { ListedSchool, platform } from '@escola/contract/platform.contract'
import { costsMonthly } from '@escola/contract/prices'
import type { ResponseOf } from '@escola/contract/route'
import type { SchoolSort } from '@escola/contract/sorts'
import { formatDate } from '@escola/contract/time'
import { Anchor, Badge, Group, Menu, Paper, Text } from '@mantine/core'
import { IconLock, IconLockOpen } from '@tabler/icons-react'
import { useState } from 'react'
import { Avatar } from '../../ui/avatar.tsx'
import { formatNumber } from '../../ui/format.ts'
import { PagedTable } from '../../ui/lists/paged-table.tsx'
import { RowMenu } from '../../ui/lists/row-menu.tsx'
import { useConfirmedChange } from '../../ui/questions/use-confirmed-change.ts'
import { BlockDialog } from './block-dialog.tsx'
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
    <Paper px={{ base: 'md', sm: 'lg' }} py="xs">
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
        sortedInSheet
        lead={({ name }) => <Avatar user={{ name, profile_img_url: '' }} />}
        columns={[
          { label: 'ID', tight: true, wideOnly: true, sortedBy: 'id', cell: ({ id }) => id },
          { label: 'Nome', heading: true, sortedBy: 'name', cell: (school) => <SchoolName school={school} /> },
          {
            label: 'Alunos',
            fact: 'named',
            tight: true,
            sortedBy: 'total_students',
            cell: ({ total_students }) => formatNumber(total_students ?? 0),
          },
          {
            label: 'Saldo',
            state: true,
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
          { label: 'Ações', action: true, cell: (school) => <Actions school={school} /> },
        ]}
      />
    </Paper>
  )
}

function SchoolName({ school: { name, email, url, plan_id, plan_name, is_blocked } }: { school: ListedSchool }) {
  return (
    <div className={classes.name}>
      <Group gap="xs" wrap="nowrap">
        <Anchor href={url} fw={600} inherit>
          {name}
        </Anchor>
        {is_blocked && (
          <Badge color="danger" variant="light" flex="none">
            Bloqueada
          </Badge>
        )}
      </Group>
      <Text size="sm" c="dimmed" className={classes.more}>
        {email}
      </Text>
      {plan_name && (
        <Text size="sm" c="dimmed" className={classes.more}>
          Plano {plan_name}
          {is_blocked && costsMonthly(plan_id) && ` (${blockedPlanTexts.state})`}
        </Text>
      )}
    </div>
  )
}

const Balance = ({ cents }: { cents: number }) => (
  <Text span inherit className={classes.balance} data-owes={cents < 0 || undefined}>
    {formatMoney(cents)}
  </Text>
)

function Actions({ school }: { school: ListedSchool }) {
  const { id, name } = school
  const { run, isPending } = useConfirmedChange()
  const setBlocked = useSetBlocked()
  const [isAsking, setAsking] = useState(false)
  return (
    <>
      <RowMenu label={`Ações de ${name}`} busy={isPending}>
        {school.is_blocked ? (
          <Menu.Item
            leftSection={<IconLockOpen size={16} aria-hidden />}
            onClick={() => run({ change: () => setBlocked(id), done: `A escola “${name}” está aberta de novo.` })}
          >
            Desbloquear
          </Menu.Item>
        ) : (
          <Menu.Item color="danger" leftSection={<IconLock size={16} aria-hidden />} onClick={() => setAsking(true)}>
            Bloquear
          </Menu.Item>
        )}
      </RowMenu>
      <BlockDialog school={school} isOpen={isAsking} onClose={() => setAsking(false)} />
    </>
  )
}
