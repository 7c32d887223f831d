import { lazyRouteComponent } from '@tanstack/react-router'
import { Suspense } from 'react'
import classes from './shell.module.css'

/** A lesson goes without a header, and does not load one. */
export const Header = lazyRouteComponent(() => import('./header.tsx'), 'Header')
export const PhoneBar = lazyRouteComponent(() => import('./header.tsx'), 'PhoneBar')
export const PublicHeader = lazyRouteComponent(() => import('./public-header.tsx'), 'PublicHeader')
/** Stands above the pages of a school that its owner sees in another place of the team. */
export const SeenBar = lazyRouteComponent(() => import('./seen-bar.tsx'), 'SeenBar')

/** The header's place is there before it is. */
export const HeaderPlace = ({ of: Content }: { of: typeof Header }) => (
  <header className={classes.header}>
    <Suspense>
      <Content />
    </Suspense>
  </header>
)
