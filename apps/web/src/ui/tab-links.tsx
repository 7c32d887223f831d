import { Link } from '@tanstack/react-router'
import classes from './tab-links.module.css'

interface TabLinksProps<Tab extends string> {
  label: string
  /** A tab on a page of its own says where. */
  tabs: readonly { tab: Tab; label: string; to?: string }[]
  current: Tab
  /** Search of the address of a tab; undefined while there is no address yet, where the tabs only keep their place. */
  searchOf: ((tab: Tab) => object) | undefined
}

/** Parts of a page, each with an address of its own. */
export function TabLinks<Tab extends string>({ label, tabs, current, searchOf }: TabLinksProps<Tab>) {
  if (!searchOf)
    return (
      <div className={classes.tabs} aria-hidden>
        {tabs.map(({ tab, label }) => (
          <span key={tab} className={classes.tab} data-current={tab === current || undefined}>
            {label}
          </span>
        ))}
      </div>
    )
  return (
    <nav aria-label={label} className={classes.tabs}>
      {tabs.map(({ tab, label, to = '.' }) => (
        <Link
          key={tab}
          to={to as '.'}
          search={searchOf(tab) as never}
          resetScroll={false}
          className={classes.tab}
          aria-current={tab === current ? 'page' : undefined}
          data-current={tab === current || undefined}
        >
          {label}
        </Link>
      ))}
    </nav>
  )
}
