import type { School } from '@escola/contract/schools.contract'
import { contextQuery } from './context.ts'
import { queryClient } from './query-client.ts'

/** Calls back once when a sign-in without a page load makes the user an administrator of the page's school. */
export function onceAdministrator(callback: (school: School) => void) {
  const stop = queryClient.getQueryCache().subscribe(({ query }) => {
    if (query.queryKey[0] !== contextQuery.queryKey[0]) return
    const school = queryClient.getQueryData(contextQuery.queryKey)?.school
    if (!school?.role.includes('admin')) return
    stop()
    callback(school)
  })
}
