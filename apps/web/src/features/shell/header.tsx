import { Link } from '@tanstack/react-router'
import { AccountMenu } from '../../ui/account/account-menu.tsx'
import classes from './header.module.css'
import { HeaderBadges } from './header-badges.tsx'
import { type HeaderLink, useHeaderLinks } from './header-links.ts'
import { PhoneMenu } from './phone-menu.tsx'
import frame from './shell.module.css'
import { Wordmark } from './wordmark.tsx'

/** Header of the school's pages (part 1 §2.3). */
export function Header() {
  const links = useHeaderLinks()
  return (
    <>
      <PhoneMenu />
      <Wordmark />
      <div className={frame.tools}>
        <HeaderBadges />
        {links.map((link) => (
          <IconLink key={link.to} {...link} />
        ))}
        <AccountMenu links={links} />
      </div>
    </>
  )
}

function IconLink({ label, to, icon: Icon, waiting = 0 }: HeaderLink) {
  return (
    <Link
      to={to as '/'}
      className={classes.link}
      data-waiting={waiting > 0 || undefined}
      aria-label={waiting > 0 ? `${label}: ${waiting} por ler` : label}
      title={label}
    >
      <Icon size={21} stroke={1.7} aria-hidden />
      {waiting > 0 && (
        <span className={classes.waiting} aria-hidden>
          {waiting > 99 ? '99+' : waiting}
        </span>
      )}
    </Link>
  )
}
