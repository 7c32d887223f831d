import { firstName } from '@escola/contract/people'
import { UnstyledButton } from '@mantine/core'
import { IconArrowsExchange } from '@tabler/icons-react'
import { useRouter } from '@tanstack/react-router'
import { setViewRole, useAppContext, useViewRole } from '../../session/context.ts'
import { adminMenu } from './menu-entries.ts'
import classes from './sidebar.module.css'

const roleLabels = { admin: 'Administrador', student: 'Estudante', visitor: 'Visitante' }

/** Greets the user by name and role. An administrator's label switches between both views of the school. */
export function Greeting() {
  const { user, school, team } = useAppContext()
  const role = useViewRole()
  const router = useRouter()
  const switches = school?.role.includes('admin') && !school.platform_view
  const labels = { ...roleLabels, admin: adminMenu.ready?.nameTeamRole(team) ?? roleLabels.admin }
  const other = role === 'admin' ? 'student' : 'admin'
  const change = async () => {
    // The user leaves the page first, which may ask about unsaved edits; a user who stays there keeps their view.
    await router.navigate({ to: '/' })
    if (router.latestLocation.pathname === '/') setViewRole(school!.id, other)
  }
  return (
    <div className={classes.greeting}>
      <p className={classes.hello}>{user?.name ? `Olá, ${firstName(user.name)}` : 'Olá'}</p>
      {switches ? (
        <UnstyledButton
          className={classes.role}
          data-switch
          onClick={change}
          aria-label={`${labels[role]}: ver como ${labels[other].toLowerCase()}`}
          title={`Ver como ${labels[other].toLowerCase()}`}
        >
          <span className={classes.label}>{labels[role]}</span>
          <IconArrowsExchange size={14} aria-hidden />
        </UnstyledButton>
      ) : (
        <span className={classes.role}>{labels[role]}</span>
      )}
    </div>
  )
}
