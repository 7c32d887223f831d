import { IconMenu2 } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useCurrentEntry, useNavigation } from './menu-entries.ts'
import classes from './phone-bar.module.css'
import { PhoneMenu } from './phone-menu.tsx'

/** Bar at the bottom of a phone: the screens that are opened most, and the rest of the menu. */
export function PhoneBar() {
  const currentOf = useCurrentEntry()
  return (
    <nav className={classes.bar} aria-label="Atalhos">
      {useNavigation().shortcuts.map(({ label, short = label, to, holds, icon: Icon, waiting }) => (
        <Link
          key={to}
          to={to as '/'}
          className={classes.entry}
          activeOptions={{ exact: true }}
          aria-current={currentOf({ to, holds })}
          aria-label={waiting ? `${label}: ${waiting}` : label}
        >
          <span className={classes.icon}>
            <Icon size={22} stroke={1.7} aria-hidden />
            {waiting ? <span className={classes.waiting} data-count={waiting > 99 ? '99+' : waiting} /> : null}
          </span>
          {short}
        </Link>
      ))}
      <PhoneMenu
        trigger={(open) => (
          <button type="button" className={classes.entry} onClick={open} aria-haspopup="dialog">
            <span className={classes.icon}>
              <IconMenu2 size={22} stroke={1.7} aria-hidden />
            </span>
            Mais
          </button>
        )}
      />
    </nav>
  )
}
