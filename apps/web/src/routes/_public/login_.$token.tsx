import { sessions } from '@escola/contract/sessions.contract'
import { createFileRoute, redirect } from '@tanstack/react-router'
import { type ApiError, api } from '../../api/client.ts'
import { isGone } from '../../features/accounts/dead-link.ts'
import { contextQuery, signIn } from '../../session/context.ts'
import { rememberEnding } from '../../session/ending.ts'
import { leaveFor } from '../../session/guards.ts'
import { readLoginSearch } from '../../session/redirect.ts'
import { notifyError } from '../../ui/notify.ts'

/** Signs in by the link, and leaves nothing of it in the address or behind it. */
export const Route = createFileRoute('/_public/login_/$token')({
  validateSearch: readLoginSearch,
  loaderDeps: ({ search }) => search,
  loader: async ({ params: { token }, deps, context }) => {
    const signedIn = await api(sessions.signInByToken, { body: { token } }).catch((error: unknown) => {
      if (!isGone(error)) throw error
      // A user who is signed in already never sees the login page, which says it to others.
      if (context.queryClient.getQueryData(contextQuery.queryKey)?.user) notifyError(error)
      else rememberEnding((error as ApiError).message)
      throw redirect({ to: '/login', search: deps, replace: true })
    })
    await signIn(signedIn)
    const { redirect: target = '/' } = deps
    const [school] = signedIn.schools
    // The link is one school's; it may have been opened at another's address.
    if (school && school.id !== context.school?.id) await leaveFor(`${school.base_path}${target}`)
    throw redirect({ href: target, replace: true })
  },
})
