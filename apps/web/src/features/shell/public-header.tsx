import { Button } from '@mantine/core'
import { Link, useRouterState } from '@tanstack/react-router'
import { useAppContext } from '../../session/context.ts'
import { AccountMenu } from '../../ui/account-menu.tsx'
import classes from './shell.module.css'
import { Wordmark } from './wordmark.tsx'

/** Header of the pages that need no sidebar. */
export function PublicHeader() {
  const { user, school } = useAppContext()
  const pathname = useRouterState({ select: (state) => state.location.pathname })
  return (
    <>
      <Wordmark />
      <div className={classes.tools}>
        {!user && !school && pathname !== '/cadastro' && (
          <Button component={Link} to="/cadastro" size="sm">
            Criar escola
          </Button>
        )}
        {(user || pathname !== '/login') && <AccountMenu />}
      </div>
    </>
  )
}
