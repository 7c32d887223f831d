import type { Administrator } from '@escola/contract/administrators.contract'
import { adminTexts, messages } from '@escola/contract/messages'
import { refusals } from '@escola/contract/refusals'
import { formatDate } from '@escola/contract/time'
import { pageTitles } from '@escola/contract/titles'
import { Alert, Badge, Group, Paper } from '@mantine/core'
import { IconInfoCircle, IconUserMinus } from '@tabler/icons-react'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useDeferredValue } from 'react'
import { useSchool, useUser } from '../../session/context.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { BusyIcon } from '../../ui/busy-button.tsx'
import { Page } from '../../ui/page.tsx'
import { PagedTable } from '../../ui/paged-table.tsx'
import { useConfirmedChange } from '../../ui/use-confirmed-change.ts'
import { AddAdministratorButton } from './add-administrator.tsx'
import { administratorQueries, useRemoveAdministrator } from './administrators.queries.ts'

export function AdministratorListPage({ page, onPage }: { page: number; onPage: (page: number) => void }) {
  const school = useSchool()
  const shown = useDeferredValue(page)
  const { users } = useSuspenseQuery(administratorQueries.list(school.id, shown)).data
  const mayAdd = school.has_multiple_users
  return (
    <Page
      title={pageTitles.administrators}
      description="Quem cuida da escola com você: cursos, turmas e alunos."
      actions={mayAdd && <AddAdministratorButton />}
    >
      {!mayAdd && (
        <Alert variant="light" icon={<IconInfoCircle />}>
          {refusals.multipleUsersOff}.
        </Alert>
      )}
      <Paper withBorder radius="lg" p="lg">
        <PagedTable
          listed={users}
          isLoading={shown !== page}
          onPage={onPage}
          pagesLabel="Páginas de administradores"
          caption="Administradores da escola"
          keyOf={(user) => user.user_id}
          columns={[
            { label: 'Nome', heading: true, cell: (user) => <Name user={user} /> },
            { label: 'E-mail', cell: ({ email }) => email },
            { label: 'Também é aluno', tight: true, cell: ({ role }) => (role.includes('student') ? 'Sim' : 'Não') },
            { label: 'Na escola desde', tight: true, cell: ({ utc_created_on }) => formatDate(utc_created_on) },
            { label: 'Ações', action: true, cell: (user) => <RemoveButton user={user} /> },
          ]}
        />
      </Paper>
    </Page>
  )
}

const useIsOwn = (user: Administrator) => useUser()?.user_id === user.user_id

function Name({ user }: { user: Administrator }) {
  const isOwn = useIsOwn(user)
  return (
    <Group gap="sm" wrap="nowrap">
      <Avatar user={user} />
      <span>{user.name}</span>
      {isOwn && (
        <Badge variant="light" tt="none">
          você
        </Badge>
      )}
    </Group>
  )
}

/** Nobody removes themselves: somebody always stays. */
function RemoveButton({ user }: { user: Administrator }) {
  const { mutateAsync: remove } = useRemoveAdministrator()
  const { run, isPending } = useConfirmedChange()
  const isOwn = useIsOwn(user)
  if (isOwn) return null
  const isStudent = user.role.includes('student')
  const handleRemove = () =>
    run({
      question: {
        title: messages.areYouSure,
        text: adminTexts.losesAdministration({ name: user.name, isStudent }),
        confirmLabel: 'Remover',
        danger: true,
      },
      change: () => remove(user.user_id),
      done: adminTexts.administratorRemoved(user.name),
    })
  return (
    <BusyIcon
      variant="subtle"
      color="gray"
      size="lg"
      busy={isPending}
      aria-label={`Remover ${user.name}`}
      onClick={handleRemove}
    >
      <IconUserMinus size={20} stroke={1.7} />
    </BusyIcon>
  )
}
