import { IconLayoutSidebarLeftCollapse, IconLayoutSidebarLeftExpand, IconX } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { Greeting } from './greeting.tsx'
import { useCurrentEntry, useNavigation } from './menu-entries.ts'
import classes from './sidebar.module.css'
import type { SidebarState } from './sidebar-state.ts'

export function Menu() {
  const currentOf = useCurrentEntry()
  return (
    <nav aria-label="Menu principal">
      {useNavigation().groups.map(({ heading, entries }) => (
        <div key={entries[0]?.to} className={classes.group}>
          {heading && (
            <p className={classes.heading} aria-hidden>
              {heading}
            </p>
          )}
          <ul className={classes.menu} aria-label={heading}>
            {entries.map(({ label, to, holds, icon: Icon, waiting }) => (
              <li key={to}>
                <Link
                  to={to as '/'}
                  className={classes.entry}
                  activeOptions={{ exact: true }}
                  aria-current={currentOf({ to, holds })}
                  title={label}
                >
                  <Icon size={20} stroke={1.7} aria-hidden />
                  <span className={classes.label}>{label}</span>
                  {waiting ? <span className={classes.waiting}>{waiting}</span> : null}
                </Link>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </nav>
  )
}

interface SidebarProps {
  state: SidebarState
  onChange: (state: SidebarState) => void
}

export function Sidebar({ state, onChange }: SidebarProps) {
  const step = (to: SidebarState, label: string, Icon: typeof IconLayoutSidebarLeftCollapse) => (
    <button
      type="button"
      className={classes.collapse}
      onClick={() => onChange(to)}
      aria-expanded={state === 'open'}
      title={label}
    >
      <Icon size={20} stroke={1.7} aria-hidden />
      <span className={classes.label}>{label}</span>
    </button>
  )
  if (state === 'closed-right')
    return (
      <aside className={classes.sidebar} data-state={state} aria-label="Barra lateral">
        {step('open', 'Mostrar Menu', IconLayoutSidebarLeftExpand)}
      </aside>
    )
  return (
    <aside className={classes.sidebar} data-state={state} aria-label="Barra lateral">
      <Greeting />
      <Menu />
      {state === 'open' ? (
        step('small', 'Recolher Menu', IconLayoutSidebarLeftCollapse)
      ) : (
        <div>
          {step('open', 'Expandir Menu', IconLayoutSidebarLeftExpand)}
          {step('closed-right', 'Esconder Menu', IconX)}
        </div>
      )}
    </aside>
  )
}
