import { firstName } from '@escola/contract/people'
import { UnstyledButton } from '@mantine/core'
import { IconArrowsExchange } from '@tabler/icons-react'
import { useRouter } from '@tanstack/react-router'
import { setViewRole, useAppContext, useViewRole } from '../../session/context.ts'
import classes from './sidebar.module.css'

const roleLabels = { admin: 'Administrador', student: 'Estudante', visitor: 'Visitante' }

/** Who is here, and as what. An administrator's label switches between both views of the school. */
export function Greeting() {
  const { user, school } = useAppContext()
  const role = useViewRole()
  const router = useRouter()
  const switches = school?.role.includes('admin')
  const other = role === 'admin' ? 'student' : 'admin'
  const change = async () => {
    // First away from the page, which may ask about what isn't saved; whoever stays there keeps their view.
    await router.navigate({ to: '/' })
    if (router.latestLocation.pathname === '/') setViewRole(school!.id, other)
  }
  return (
    <div className={classes.greeting}>
      <p className={classes.hello}>{user ? `Olá, ${firstName(user.name)}` : 'Olá'}</p>
      {switches ? (
        <UnstyledButton
          className={classes.role}
          data-switch
          onClick={change}
          aria-label={`${roleLabels[role]}: ver como ${roleLabels[other].toLowerCase()}`}
          title={`Ver como ${roleLabels[other].toLowerCase()}`}
        >
          <span className={classes.label}>{roleLabels[role]}</span>
          <IconArrowsExchange size={14} aria-hidden />
        </UnstyledButton>
      ) : (
        <span className={classes.role}>{roleLabels[role]}</span>
      )}
    </div>
  )
}
