import { firstName } from '@escola/contract/people'
import { UnstyledButton } from '@mantine/core'
import { IconArrowsExchange } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { setViewRole, useAppContext, useViewRole } from '../../session/context.ts'
import classes from './sidebar.module.css'

const roleLabels = { admin: 'Administrador', student: 'Estudante', visitor: 'Visitante' }

/** Who is here, and as what. An administrator's label switches between both views of the school. */
export function Greeting() {
  const { user, school } = useAppContext()
  const role = useViewRole()
  const navigate = useNavigate()
  const switches = school?.role.includes('admin')
  const other = role === 'admin' ? 'student' : 'admin'
  const change = async () => {
    setViewRole(school!.id, other)
    await navigate({ to: '/' })
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
          {roleLabels[role]}
          <IconArrowsExchange size={14} aria-hidden />
        </UnstyledButton>
      ) : (
        <span className={classes.role}>{roleLabels[role]}</span>
      )}
    </div>
  )
}
