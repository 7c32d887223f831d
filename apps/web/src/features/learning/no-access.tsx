import { studyMessages } from '@escola/contract/messages'
import { Button } from '@mantine/core'
import { IconLock } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useUser } from '../../session/context.ts'
import { Page } from '../../ui/page.tsx'
import classes from './no-access.module.css'
import { SchoolContact } from './school-contact.tsx'

/** In place of a course that the person may not study. */
export function NoAccess() {
  const user = useUser()
  return (
    <Page title={studyMessages.noAccess} narrow>
      <div className={classes.card}>
        <span className={classes.icon}>
          <IconLock size={32} aria-hidden />
        </span>
        <p className={classes.text}>
          Este curso ainda não está liberado para você. Se você já comprou ou acha que deveria ter acesso, fale com a
          escola:
        </p>
        <SchoolContact subject="Olá! Não consigo acessar um curso." />
        {user && (
          <p className={classes.account}>
            Você entrou como <strong>{user.email}</strong>. Se comprou com outro e-mail, entre com ele.
          </p>
        )}
        <Button variant="light" renderRoot={(props) => <Link to="/cursos" {...props} />}>
          Ver meus cursos
        </Button>
      </div>
    </Page>
  )
}
