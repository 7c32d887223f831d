import { minuteMs } from '@escola/contract/durations'
import { type Context, type School, schools, type User } from '@escola/contract/schools.contract'
import { type SignedIn, sessions } from '@escola/contract/sessions.contract'
import { queryOptions, useSuspenseQuery } from '@tanstack/react-query'
import type { RouterHistory } from '@tanstack/react-router'
import { api } from '../api/client.ts'
import { readPlace } from '../api/place.ts'
import { forgetToken, storeToken } from '../api/token.ts'
import { nameOwner } from '../api/translations.ts'
import { forgetEnding } from './ending.ts'
import { forgetKeptInTab } from './kept-in-tab.ts'
import { queryClient } from './query-client.ts'
import { readViewOverride, useViewOverride } from './view-override.ts'

export { setViewRole } from './view-override.ts'

export type ViewRole = 'admin' | 'student' | 'visitor'

/** A page load stays in one school, which its first address decides. */
export const contextPlace = readPlace()

export const contextQuery = queryOptions({
  queryKey: ['context'],
  queryFn: async ({ signal }) => {
    const context = await api(schools.context, { query: contextPlace, signal })
    nameOwner(context.team?.owner_name ?? '')
    return context
  },
  staleTime: 5 * minuteMs,
})

export const useAppContext = (): Context => useSuspenseQuery(contextQuery).data
export const useUser = (): User | null => useAppContext().user

export function useSchool(): School {
  const { school } = useAppContext()
  if (!school) throw new Error('This screen needs a school')
  return school
}

const viewRoleOf = ({ user, school }: Context, override: 'admin' | 'student' | undefined): ViewRole => {
  if (!user || !school) return 'visitor'
  // An administrator of the platform sees no school as its students do.
  if (school.role.includes('admin')) return (!school.platform_view && override) || 'admin'
  return school.role.includes('student') ? 'student' : 'visitor'
}

/** The role that screens show; an administrator may look at the school as its students do. */
export function useViewRole(): ViewRole {
  const context = useAppContext()
  return viewRoleOf(context, useViewOverride(context.school?.id))
}

export const readViewRole = (context: Context) => viewRoleOf(context, readViewOverride(context.school?.id))

/** Whether the user is signed in at a private school that they are no member of; only the login page shows itself to them. */
export const isShutOut = ({ user, school }: Context) =>
  user !== null && school?.is_private === true && school.role.length === 0

/** Keeps a session that just began; the context is loaded again, for it depends on who asks. */
export async function signIn(signedIn: SignedIn) {
  storeToken(signedIn.token)
  forgetEnding()
  queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== contextQuery.queryKey[0] })
  await queryClient.fetchQuery({ ...contextQuery, staleTime: 0 })
}

/** Asks the page whether it may be left, like a navigation does: it saves, or asks about what can't be saved. */
async function mayLeave({ location: here, _getBlockers }: RouterHistory) {
  for (const { blockerFn } of _getBlockers())
    if (await blockerFn({ currentLocation: here, nextLocation: here, action: 'PUSH' })) return false
  return true
}

/** Ends the session here even without an answer of the server, unless the user stays for unsaved edits. */
export async function signOut({ history }: { history: RouterHistory }) {
  if (!(await mayLeave(history))) return
  await api(sessions.signOut).catch(() => undefined)
  forgetToken()
  forgetKeptInTab()
  // The question was answered: the browser's own one would leave a page that looks signed in.
  history.destroy()
  location.reload()
}
