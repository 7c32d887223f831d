import type { School } from '@escola/contract/schools.contract'
import type { QueryClient } from '@tanstack/react-query'
import { createRootRouteWithContext, Outlet } from '@tanstack/react-router'
import { LostPage } from '../features/shell/lost-page.tsx'
import { requireFactor } from '../session/guards.ts'
import { useOwnScheme } from '../ui/account/dark-mode.ts'
import { NoticeHost } from '../ui/notify.ts'
import { ConfirmHost } from '../ui/questions/confirm.ts'

export interface RouteContext {
  queryClient: QueryClient
  school: School | null
  /** Path of the address that the document was loaded with. */
  documentPath: string
}

export const Route = createRootRouteWithContext<RouteContext>()({
  beforeLoad: requireFactor,
  component: Root,
  notFoundComponent: LostPage,
})

function Root() {
  useOwnScheme()
  return (
    <>
      <Outlet />
      <ConfirmHost />
      <NoticeHost />
    </>
  )
}
