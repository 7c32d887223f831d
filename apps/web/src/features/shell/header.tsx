import { searchTexts } from '@escola/contract/search.contract'
import { ActionIcon } from '@mantine/core'
import { IconMenu2, IconSearch } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useViewRole } from '../../session/context.ts'
import { AccountMenu } from '../../ui/account/account-menu.tsx'
import classes from './header.module.css'
import { HeaderBadges } from './header-badges.tsx'
import { type HeaderLink, useHeaderLinks } from './header-links.ts'
import menu from './phone-menu.module.css'
import { PhoneMenu } from './phone-menu.tsx'
import { openSearch } from './search/search-part.ts'
import frame from './shell.module.css'
import { usePhoneBar } from './use-phone-bar.ts'
import { Wordmark } from './wordmark.tsx'

export { PhoneBar } from './phone-bar.tsx'

/** Header of the school's pages (part 1 §2.3). */
export function Header() {
  const links = useHeaderLinks()
  const hasBar = usePhoneBar()
  return (
    <>
      {!hasBar && (
        <PhoneMenu
          trigger={(open) => (
            <ActionIcon
              className={menu.trigger}
              variant="subtle"
              color="gray"
              size="lg"
              aria-label="Abrir menu"
              onClick={open}
            >
              <IconMenu2 size={22} />
            </ActionIcon>
          )}
        />
      )}
      <Wordmark />
      <div className={frame.tools}>
        <SearchButton isOnPhone={hasBar} />
        <HeaderBadges />
        {links.map((link) => (
          <IconLink key={link.to} {...link} />
        ))}
        <div className={classes.account} data-waiting={links.some(({ waiting }) => waiting) || undefined}>
          <AccountMenu links={links} />
        </div>
      </div>
    </>
  )
}

/** On a phone a page without the bar has the menu in the place of the search. */
function SearchButton({ isOnPhone }: { isOnPhone: boolean }) {
  if (useViewRole() === 'visitor') return null
  return (
    <button
      type="button"
      className={classes.link}
      data-pinned={isOnPhone || undefined}
      aria-label={searchTexts.title}
      aria-keyshortcuts="/ Control+K Meta+K"
      title={`${searchTexts.title} (/ ou Ctrl K)`}
      onClick={() => void openSearch()}
    >
      <IconSearch size={21} stroke={1.7} aria-hidden />
    </button>
  )
}

function IconLink({ label, to, icon: Icon, waiting = 0, isPinned }: HeaderLink) {
  return (
    <Link
      to={to as '/'}
      className={classes.link}
      data-waiting={waiting > 0 || undefined}
      data-pinned={isPinned || undefined}
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
