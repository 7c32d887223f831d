import { forgetToken } from '../api/token.ts'
import { contextQuery } from './context.ts'
import { queryClient } from './query-client.ts'
import type { AppRouter } from './router.ts'

/** The session is over, or too small for this page: forget it and what it had loaded, and come back here after signing in. */
export async function leaveToLogin(router: AppRouter) {
  const { pathname, href } = router.latestLocation
  forgetToken()
  queryClient.setQueryData(contextQuery.queryKey, (context) => context && { ...context, user: null, schools: [] })
  if (pathname !== '/login') {
    await router.navigate({ to: '/login', search: pathname === '/' ? {} : { redirect: href }, replace: true })
  }
  queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== contextQuery.queryKey[0] })
  await queryClient.invalidateQueries(contextQuery)
}
