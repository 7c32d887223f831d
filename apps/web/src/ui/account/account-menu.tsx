import { pageTitles } from '@escola/contract/titles'
import { IconLogout, IconSchool, IconUserCircle } from '@tabler/icons-react'
import { Link, useRouter } from '@tanstack/react-router'
import { useId, useState } from 'react'
import { signOut, useAppContext } from '../../session/context.ts'
import { Avatar } from '../avatar.tsx'
import classes from './account-menu.module.css'

interface MenuLink {
  label: string
  to: string
  icon: typeof IconSchool
}

const account: MenuLink = { label: pageTitles.account, to: '/minha-conta', icon: IconUserCircle }
const schoolList: MenuLink = { label: pageTitles.schools, to: '/escolas', icon: IconSchool }

/**
 * Account's menu, as a native popover: it closes by Escape and by a click elsewhere, and gives the focus back, without a line of code.
 * @param links links beside it, which are in it on narrow windows
 */
export function AccountMenu({ links = [] }: { links?: MenuLink[] }) {
  const { user, school, schools } = useAppContext()
  const router = useRouter()
  const [leaving, setLeaving] = useState(false)
  const id = useId()
  if (!user) {
    return (
      <Link to={account.to as '/'} className={classes.way} aria-label={`${account.label}: entrar`}>
        <IconUserCircle size={26} stroke={1.6} aria-hidden />
        Entrar
      </Link>
    )
  }
  const close = () => document.getElementById(id)?.hidePopover()
  const leave = async () => {
    // The page may ask about unsaved edits, which the menu would cover.
    close()
    setLeaving(true)
    await signOut(router)
    setLeaving(false)
  }
  // An administrator of one school comes to a second one by the list.
  const hasList = schools.length > 1 || school?.role.includes('admin')
  const entries = [account, ...(hasList ? [schoolList] : [])].filter(({ to }) => to in router.routesByPath)
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
        {[...entries, ...links].map(({ label, to, icon: Icon }) => (
          <Link
            key={to}
            to={to as '/'}
            className={classes.entry}
            data-phone={links.some((link) => link.to === to) || undefined}
            onClick={close}
          >
            <Icon size={18} stroke={1.7} aria-hidden />
            {label}
          </Link>
        ))}
        <button type="button" className={classes.entry} onClick={leave} disabled={leaving}>
          <IconLogout size={18} stroke={1.7} aria-hidden />
          Sair
        </button>
      </div>
    </div>
  )
}
