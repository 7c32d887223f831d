import type { RegisteredRouter } from '@tanstack/react-router'
import type { ApiError } from '../api/api-error.ts'
import { forgetToken, readToken } from '../api/token.ts'
import { contextQuery } from './context.ts'
import { rememberEnding } from './ending.ts'
import { forgetKeptInTab } from './kept-in-tab.ts'
import { queryClient } from './query-client.ts'

/** Leads away from a page at which the server refuses the session as a whole. */
export const leavePage = (router: RegisteredRouter, error: ApiError) =>
  error.lacksFactor ? leaveToFactor(router) : leaveToLogin(router, error.message)

/** The factor was removed elsewhere, or the user has only now become the platform's administrator. */
async function leaveToFactor(router: RegisteredRouter) {
  await queryClient.fetchQuery({ ...contextQuery, staleTime: 0 })
  await router.invalidate()
}

/** The session is over, or too small for this page: forget it and what it had loaded, and come back here after signing in. */
export async function leaveToLogin(router: RegisteredRouter, reason: string) {
  const { pathname, href } = router.latestLocation
  const wasSignedIn = Boolean(queryClient.getQueryData(contextQuery.queryKey)?.user)
  const wasIn = wasSignedIn || readToken() !== null
  forgetToken()
  forgetKeptInTab()
  // Calls that were under way are refused after it, each with a reason of its own.
  if (wasSignedIn) rememberEnding(reason)
  queryClient.setQueryData(contextQuery.queryKey, (context) => context && { ...context, user: null, schools: [] })
  if (pathname !== '/login') {
    // A session that is over saves nothing more: asking whether to leave would only stand over the login page.
    const search = pathname === '/' ? {} : { redirect: href }
    await router.navigate({ to: '/login', search, replace: true, ignoreBlocker: true })
  }
  queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== contextQuery.queryKey[0] })
  // A visitor's refusal is final: asking again would be refused too and come back here.
  if (wasIn) await queryClient.invalidateQueries(contextQuery)
}
