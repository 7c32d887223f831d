import { pageTitles } from '@escola/contract/titles'
import { Button } from '@mantine/core'
import { IconLogout, IconSchool } from '@tabler/icons-react'
import { Link, useRouterState } from '@tanstack/react-router'
import { useId, useState } from 'react'
import { signOut, useAppContext } from '../session/context.ts'
import { safeRedirect } from '../session/redirect.ts'
import classes from './account-menu.module.css'
import { Avatar } from './avatar.tsx'

/** A native popover: closes by Escape and by a click elsewhere, and gives the focus back, without a line of code. */
export function AccountMenu() {
  const { user, schools } = useAppContext()
  const href = useRouterState({ select: (state) => state.location.href })
  const [leaving, setLeaving] = useState(false)
  const id = useId()
  if (!user) {
    const redirect = href === '/' ? undefined : safeRedirect(href)
    return (
      <Button component={Link} to="/login" search={(redirect ? { redirect } : {}) as never} variant="light" size="sm">
        Entrar
      </Button>
    )
  }
  const leave = () => {
    setLeaving(true)
    void signOut()
  }
  return (
    <div>
      <button type="button" className={classes.trigger} popoverTarget={id} aria-label={`Sua conta: ${user.name}`}>
        <Avatar user={user} />
      </button>
      <div id={id} popover="auto" className={classes.menu}>
        <p className={classes.who}>
          <strong>{user.name}</strong>
          <span>{user.email}</span>
        </p>
        {schools.length > 1 && (
          <Link to="/escolas" className={classes.entry} onClick={() => document.getElementById(id)?.hidePopover()}>
            <IconSchool size={18} stroke={1.7} aria-hidden />
            {pageTitles.schools}
          </Link>
        )}
        <button type="button" className={classes.entry} onClick={leave} disabled={leaving}>
          <IconLogout size={18} stroke={1.7} aria-hidden />
          Sair
        </button>
      </div>
    </div>
  )
}
