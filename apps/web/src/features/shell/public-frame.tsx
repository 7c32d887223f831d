import { Button } from '@mantine/core'
import { Link, Outlet, useRouterState } from '@tanstack/react-router'
import { type ReactNode, useRef } from 'react'
import { useAppContext } from '../../session/context.ts'
import { AccountMenu } from '../../ui/account-menu.tsx'
import { Footer } from './footer.tsx'
import { LoadingBar } from './loading-bar.tsx'
import { SchemeToggle } from './scheme-toggle.tsx'
import classes from './shell.module.css'
import { useFocusOnNavigation } from './use-focus-on-navigation.ts'
import { Wordmark } from './wordmark.tsx'

/** Around the pages that need no sidebar: accounts, verification, the choice of a school. */
export function PublicFrame({ children = <Outlet /> }: { children?: ReactNode }) {
  const { user, school } = useAppContext()
  const pathname = useRouterState({ select: (state) => state.location.pathname })
  const main = useRef<HTMLElement>(null)
  useFocusOnNavigation(main)
  return (
    <div className={classes.frame}>
      <a href="#conteudo" className={classes.skip}>
        Pular para o conteúdo
      </a>
      <LoadingBar />
      <header className={classes.header}>
        <Wordmark />
        <div className={classes.tools}>
          <SchemeToggle />
          {!user && !school && pathname !== '/cadastro' && (
            <Button component={Link} to="/cadastro" size="sm">
              Criar escola
            </Button>
          )}
          {(user || pathname !== '/login') && <AccountMenu />}
        </div>
      </header>
      <main id="conteudo" ref={main} tabIndex={-1} className={classes.main}>
        {children}
      </main>
      <Footer />
    </div>
  )
}
