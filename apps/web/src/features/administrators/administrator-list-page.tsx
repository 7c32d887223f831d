import type { Administrator } from '@escola/contract/administrators.contract'
import { refusals } from '@escola/contract/refusals'
import { nameRoles } from '@escola/contract/team-texts'
import { summarizeTitles } from '@escola/contract/text'
import { formatAgo, formatDate } from '@escola/contract/time'
import { courseTitle, pageTitles } from '@escola/contract/titles'
import { Alert, Badge, Paper } from '@mantine/core'
import { IconInfoCircle } from '@tabler/icons-react'
import { useSchool, useUser } from '../../session/context.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Lines } from '../../ui/lists/cell-lines.tsx'
import { ListPage } from '../../ui/lists/list-page.tsx'
import { PagedTable } from '../../ui/lists/paged-table.tsx'
import { useQueryTable } from '../../ui/lists/use-query-table.ts'
import { AddAdministratorButton } from './add-administrator.tsx'
import { administratorQueries } from './administrators.queries.ts'
import { MemberActions } from './member-actions.tsx'

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
            { label: 'Papel', fact: true, cell: (user) => <Roles user={user} /> },
            { label: 'Acesso', fact: true, cell: (user) => <LastSeen user={user} /> },
            { label: 'Também é aluno', tight: true, cell: ({ role }) => (role.includes('student') ? 'Sim' : 'Não') },
            { label: 'Na escola desde', tight: true, cell: ({ utc_created_on }) => formatDate(utc_created_on) },
            { label: 'Ações', action: true, cell: (user) => <OtherActions user={user} /> },
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

function Roles({ user: { team_roles, degrees, may_publish } }: { user: Administrator }) {
  const courses = degrees.length > 0 ? [summarizeTitles(degrees.map(courseTitle))] : []
  return <Lines first={nameRoles(team_roles)} rest={[...courses, may_publish ? '' : 'Não publica']} />
}

function LastSeen({ user: { utc_seen_on, is_invited, has_factor } }: { user: Administrator }) {
  const unseen = is_invited ? 'Convite enviado' : 'Ainda não visto'
  return (
    <Lines
      first={utc_seen_on ? `Visto ${formatAgo(utc_seen_on)}` : unseen}
      rest={[has_factor ? 'Com duas etapas' : 'Sem duas etapas']}
    />
  )
}

const OtherActions = ({ user }: { user: Administrator }) => (useIsOwn(user) ? null : <MemberActions user={user} />)
