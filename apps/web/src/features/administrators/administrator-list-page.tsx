import type { Administrator } from '@escola/contract/administrators.contract'
import { adminTexts } from '@escola/contract/messages'
import { refusals } from '@escola/contract/refusals'
import { formatDate } from '@escola/contract/time'
import { pageTitles } from '@escola/contract/titles'
import { Alert, Badge, Paper } from '@mantine/core'
import { IconInfoCircle, IconUserMinus } from '@tabler/icons-react'
import { useSchool, useUser } from '../../session/context.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { ListPage } from '../../ui/lists/list-page.tsx'
import { PagedTable } from '../../ui/lists/paged-table.tsx'
import { useQueryTable } from '../../ui/lists/use-query-table.ts'
import { makeDangerQuestion } from '../../ui/questions/danger-question.ts'
import { RemoveButton } from '../../ui/questions/remove-button.tsx'
import { AddAdministratorButton } from './add-administrator.tsx'
import { administratorQueries, useRemoveAdministrator } from './administrators.queries.ts'

export function AdministratorListPage({ page, onPage }: { page: number; onPage: (page: number) => void }) {
  const school = useSchool()
  const { data, isLoading } = useQueryTable(page, (page) => administratorQueries.list(school.id, page))
  const mayAdd = school.has_multiple_users
  return (
    <ListPage
      title={pageTitles.administrators}
      description="Quem cuida da escola com você: cursos, turmas e alunos."
      actions={mayAdd && <AddAdministratorButton />}
      filters={
        !mayAdd && (
          <Alert variant="light" icon={<IconInfoCircle />}>
            {refusals.multipleUsersOff}.
          </Alert>
        )
      }
      listed={data.users}
      onPage={onPage}
    >
      <Paper px={{ base: 'md', sm: 'lg' }} py={{ base: 0, sm: 'xs' }}>
        <PagedTable
          listed={data.users}
          isLoading={isLoading}
          onPage={onPage}
          pagesLabel="Páginas de administradores"
          caption="Administradores da escola"
          keyOf={(user) => user.user_id}
          lead={(user) => <Avatar user={user} />}
          columns={[
            { label: 'Nome', heading: true, cell: (user) => <Name user={user} /> },
            { label: 'E-mail', fact: true, cell: ({ email }) => email },
            { label: 'Também é aluno', tight: true, cell: ({ role }) => (role.includes('student') ? 'Sim' : 'Não') },
            { label: 'Na escola desde', tight: true, cell: ({ utc_created_on }) => formatDate(utc_created_on) },
            { label: 'Ações', action: true, cell: (user) => <RemoveAdministrator user={user} /> },
          ]}
        />
      </Paper>
    </ListPage>
  )
}

const useIsOwn = (user: Administrator) => useUser()?.user_id === user.user_id

function Name({ user }: { user: Administrator }) {
  const isOwn = useIsOwn(user)
  return (
    <>
      {user.name}
      {isOwn && (
        <Badge variant="light" tt="none" ml="xs">
          você
        </Badge>
      )}
    </>
  )
}

/** An administrator can't remove their own account, so a school keeps at least one. */
function RemoveAdministrator({ user }: { user: Administrator }) {
  const { mutateAsync: remove } = useRemoveAdministrator()
  if (useIsOwn(user)) return null
  const isStudent = user.role.includes('student')
  return (
    <RemoveButton
      label={`Remover ${user.name}`}
      icon={IconUserMinus}
      question={makeDangerQuestion(adminTexts.losesAdministration({ name: user.name, isStudent }))}
      change={() => remove(user.user_id)}
      done={adminTexts.administratorRemoved(user.name)}
    />
  )
}
