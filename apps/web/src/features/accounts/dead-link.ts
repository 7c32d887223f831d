import type { ResponseOf } from '@escola/contract/route'
import { sessions } from '@escola/contract/sessions.contract'
import { ApiError, api } from '../../api/client.ts'
import { tabStore } from '../../api/storage.ts'

export interface DeadLink {
  purpose: 'activation' | 'invitation' | 'recovery'
  /** unknown: it was never mailed, or was torn on its way. */
  state: 'used' | 'expired' | 'unknown'
  /** E-mail that the link was sent to; '' when it is unknown. */
  email: string
}

const key = 'escola.dead-link'
let found = takeOver()

/** Takes over the link found on the page load before this one: the page that the user is led to may be another school's. */
function takeOver(): DeadLink | undefined {
  const kept = tabStore.read(key)
  tabStore.write(key, null)
  return kept ? JSON.parse(kept) : undefined
}

/**
 * Reads the dead link that the user has just opened, for the page that they are led to. It is kept out of the page's address, because servers log
 * addresses.
 */
export const readDeadLink = () => found
export const forgetDeadLink = () => {
  found = undefined
  tabStore.write(key, null)
}

export const isGone = (error: unknown) => error instanceof ApiError && error.status === 404

/** Reads what a mailed link is; null of one that was never mailed, or was torn on its way. */
export const readMailedLink = (token: string): Promise<ResponseOf<typeof sessions.mailedLink> | null> =>
  api(sessions.mailedLink, { params: { token } }).catch((error: unknown) => {
    if (isGone(error)) return null
    throw error
  })

/** Finds an open mailed link. The state of a dead one is kept for the page that is shown in its place. */
export async function findOpenLink(purpose: DeadLink['purpose'], token: string) {
  const answer = await readMailedLink(token)
  const { state, email } = answer?.link ?? { state: 'unknown' as const, email: '' }
  if (state === 'open') return answer
  found = { purpose, state, email }
  tabStore.write(key, JSON.stringify(found))
  return null
}
