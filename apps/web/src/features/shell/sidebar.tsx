import { IconLayoutSidebarLeftCollapse, IconLayoutSidebarLeftExpand } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { Greeting } from './greeting.tsx'
import { useMenu } from './menu-entries.ts'
import classes from './sidebar.module.css'
import type { SidebarState } from './sidebar-state.ts'

export function Menu() {
  return (
    <nav aria-label="Menu principal">
      <ul className={classes.menu}>
        {useMenu().map(({ label, to, icon: Icon }) => (
          <li key={to}>
            <Link
              to={to as '/'}
              className={classes.entry}
              activeOptions={{ exact: to === '/' }}
              activeProps={{ 'aria-current': 'page' }}
              title={label}
            >
              <Icon size={20} stroke={1.7} aria-hidden />
              <span className={classes.label}>{label}</span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

export function Sidebar({ state, onToggle }: { state: SidebarState; onToggle: () => void }) {
  const small = state === 'small'
  const Icon = small ? IconLayoutSidebarLeftExpand : IconLayoutSidebarLeftCollapse
  return (
    <aside className={classes.sidebar} data-state={state} aria-label="Barra lateral">
      <Greeting />
      <Menu />
      <button
        type="button"
        className={classes.collapse}
        onClick={onToggle}
        aria-expanded={!small}
        title="Recolher Menu"
      >
        <Icon size={20} stroke={1.7} aria-hidden />
        <span className={classes.label}>{small ? 'Expandir Menu' : 'Recolher Menu'}</span>
      </button>
    </aside>
  )
}
