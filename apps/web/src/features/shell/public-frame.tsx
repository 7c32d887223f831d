import { Outlet } from '@tanstack/react-router'
import { type ReactNode, useRef } from 'react'
import { DeletionPlace } from '../../ui/account/deletion-place.tsx'
import { Footer } from './footer.tsx'
import { HeaderPlace, PublicHeader } from './header-part.tsx'
import { LoadingBar } from './loading-bar.tsx'
import classes from './shell.module.css'
import { useFocusOnNavigation } from './use-focus-on-navigation.ts'

/** Frame of the pages that need no sidebar: accounts, verification, the choice of a school. */
export function PublicFrame({ children = <Outlet /> }: { children?: ReactNode }) {
  const main = useRef<HTMLElement>(null)
  useFocusOnNavigation(main)
  return (
    <div className={classes.frame}>
      <a href="#conteudo" className={classes.skip}>
        Pular para o conteúdo
      </a>
      <LoadingBar />
      <HeaderPlace of={PublicHeader} />
      <main id="conteudo" ref={main} tabIndex={-1} className={classes.main}>
        <DeletionPlace />
        {children}
      </main>
      <Footer />
    </div>
  )
}
