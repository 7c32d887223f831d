import type { School } from '@escola/contract/schools.contract'
import { createRouter, type RouterHistory } from '@tanstack/react-router'
import { routeTree } from './routeTree.gen.ts'
import { queryClient } from './session/query-client.ts'
import { NotFound } from './ui/loading/not-found.tsx'
import { PageError } from './ui/loading/page-error.tsx'
import { PageSkeleton } from './ui/loading/page-skeleton.tsx'

export const createAppRouter = (school: School | null, history?: RouterHistory) =>
  createRouter({
    routeTree,
    history,
    basepath: school?.base_path || '/',
    context: { queryClient, school, documentPath: (history ?? window).location.pathname },
    defaultPreload: 'intent',
    // Freshness is the query client's business.
    defaultPreloadStaleTime: 0,
    scrollRestoration: true,
    defaultNotFoundComponent: NotFound,
    defaultErrorComponent: PageError,
    defaultPendingComponent: PageSkeleton,
    defaultPendingMs: 200,
    defaultPendingMinMs: 300,
  })

export type AppRouter = ReturnType<typeof createAppRouter>

declare module '@tanstack/react-router' {
  interface Register {
    router: AppRouter
  }
}
