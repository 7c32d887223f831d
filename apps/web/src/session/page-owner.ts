import { type Context, schools, type User } from '@escola/contract/schools.contract'
import type { RegisteredRouter } from '@tanstack/react-router'
import { makeBearer, requestOf } from '../api/request.ts'
import { adoptToken, readStoredToken, readToken, tokenKey } from '../api/token.ts'
import { contextPlace, contextQuery } from './context.ts'
import { leaveToLogin } from './leave-to-login.ts'
import { unveilPage, veilPage } from './page-veil.ts'
import { queryClient } from './query-client.ts'

export const signedOutElsewhere = 'Você saiu em outra aba. Entre novamente'

interface Watched {
  router: RegisteredRouter
  /** Another user has signed in, to whom this page must show nothing. */
  onOther: (user: User) => void
}

const waits = { first: 2000, longest: 30_000 }

/**
 * Follows what other tabs do with the session, from now on: the page belongs to the user it began with. It goes on in a new session of that user, leaves
 * when they have signed out, and is given up when another user has signed in. Calls need none of this, as they are all made in the page's own session.
 */
export function watchOwner({ router, onOther }: Watched) {
  let timer: ReturnType<typeof setTimeout> | undefined
  let isGivenUp = false

  const follow = async (wait = waits.first): Promise<void> => {
    clearTimeout(timer)
    if (await settle(wait)) unveilPage()
  }
  /** @returns whether it is known by now whose page this is */
  const settle = async (wait: number): Promise<boolean> => {
    const [own, stored] = [readToken(), readStoredToken()]
    // The user who has signed in or out since then meets a page of their own.
    if (isGivenUp) {
      location.reload()
      return false
    }
    // A visitor's page belongs to no user.
    if (own === null || stored === own) return true
    if (stored === null) {
      await leaveToLogin(router, signedOutElsewhere)
      return true
    }
    const context = await askContext(stored)
    // A later change is followed by itself.
    if (readToken() !== own || readStoredToken() !== stored) return false
    if (context === undefined) {
      timer = setTimeout(() => void follow(Math.min(wait * 2, waits.longest)), wait)
      return false
    }
    if (!context?.user) return true
    if (context.user.id === queryClient.getQueryData(contextQuery.queryKey)?.user?.id) {
      adoptToken(stored)
      queryClient.setQueryData(contextQuery.queryKey, context)
      await router.invalidate()
      return true
    }
    isGivenUp = true
    // The page of now may be seen, and takes the focus.
    unveilPage()
    onOther(context.user)
    return true
  }

  const hear = ({ key }: StorageEvent) => {
    // No key: everything was cleared.
    if (key === tokenKey || key === null) void follow()
  }
  // The browser shows a page again that it had put aside, and that heard nothing meanwhile.
  const comeBack = ({ persisted }: PageTransitionEvent) => {
    if (!persisted) return
    // The user who pressed 'back' may be another one: they see nothing of it before it is known who has signed in.
    if (!isGivenUp && readToken() !== null && readStoredToken() !== readToken()) veilPage()
    void follow()
  }
  addEventListener('storage', hear)
  addEventListener('pageshow', comeBack)
  void follow()
  return () => {
    clearTimeout(timer)
    unveilPage()
    removeEventListener('storage', hear)
    removeEventListener('pageshow', comeBack)
  }
}

/** Asks who has signed in; null of a session that is over already, undefined while no server says so: none answers, or asks to wait. */
async function askContext(token: string): Promise<Context | null | undefined> {
  const { address, init } = requestOf(schools.context, { query: contextPlace })
  const answer = await fetch(address, { ...init, headers: makeBearer(token) }).catch(() => undefined)
  if (answer?.ok) return answer.json()
  return answer && (answer.status === 401 || answer.status === 403) ? null : undefined
}
