import { Outlet, useRouterState } from '@tanstack/react-router'
import { type ReactNode, Suspense, useRef } from 'react'
import { useAppContext } from '../../session/context.ts'
import { DeletionPlace } from '../../ui/account/deletion-place.tsx'
import { Footer } from './footer.tsx'
import { Header, HeaderPlace, PhoneBar, SeenBar } from './header-part.tsx'
import { LoadingBar } from './loading-bar.tsx'
import { SearchPlace } from './search/search-part.ts'
import classes from './shell.module.css'
import { Sidebar } from './sidebar.tsx'
import { useSidebarState } from './sidebar-state.ts'
import { useFocusOnNavigation } from './use-focus-on-navigation.ts'
import { usePhoneBar } from './use-phone-bar.ts'

/**
 * A lesson's page is the video: c/{course}/{lesson} goes without the header (part 1 §2.3). Asked of the page that is shown, not of the
 * address: while a lesson is on its way, nothing moves under the pointer.
 */
const isLesson = ({ matches }: { matches: { routeId: string }[] }) =>
  matches.at(-1)?.routeId.startsWith('/_app/c/$link/$')

/** Frame of the school's pages; with children, of content that is no page. */
export function Shell({ children = <Outlet /> }: { children?: ReactNode }) {
  const bare = useRouterState({ select: isLesson })
  const sidebar = useSidebarState(bare ? 'lesson' : 'page')
  const hasBar = usePhoneBar()
  const seen = useAppContext().team?.seen
  const main = useRef<HTMLElement>(null)
  useFocusOnNavigation(main)
  return (
    <div className={classes.shell} data-bare={bare || undefined} data-phone-bar={hasBar || undefined}>
      <a href="#conteudo" className={classes.skip}>
        Pular para o conteúdo
      </a>
      <LoadingBar />
      {!bare && <HeaderPlace of={Header} />}
      <Sidebar {...sidebar} />
      <main id="conteudo" ref={main} tabIndex={-1} className={classes.main}>
        <Suspense>{seen && <SeenBar />}</Suspense>
        {!bare && <DeletionPlace />}
        {children}
      </main>
      <Footer />
      <Suspense>{hasBar && <PhoneBar />}</Suspense>
      <SearchPlace />
    </div>
  )
}
