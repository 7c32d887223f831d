import { Button } from '@mantine/core'
import { Link, useMatches } from '@tanstack/react-router'
import { isShutOut, useAppContext } from '../../session/context.ts'
import { AccountMenu } from '../../ui/account/account-menu.tsx'
import classes from './shell.module.css'
import { Wordmark } from './wordmark.tsx'

/** Header of the pages that need no sidebar. */
export function PublicHeader() {
  const context = useAppContext()
  const { school } = context
  // The address changes when the next page begins to load, this header when it is there.
  const page = useMatches({ select: (matches) => matches.at(-1)?.routeId })
  // A user who just signed in leaves for a page whose own header has the menu; one opened here would close under their pointer.
  const hasMenu = page !== '/_public/login' || isShutOut(context)
  return (
    <>
      <Wordmark />
      <div className={classes.tools}>
        {!school && page !== '/_public/cadastro' && (
          <Button component={Link} to="/cadastro" size="sm">
            Criar escola
          </Button>
        )}
        {hasMenu && <AccountMenu />}
      </div>
    </>
  )
}
