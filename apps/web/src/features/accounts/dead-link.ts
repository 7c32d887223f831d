import { type MailedLink, sessions } from '@escola/contract/sessions.contract'
import { ApiError, api } from '../../api/client.ts'

export interface DeadLink {
  purpose: MailedLink['purpose']
  /** unknown: it was never mailed, or was torn on its way. */
  state: 'used' | 'expired' | 'unknown'
  /** Whom it was mailed to; '' when nobody knows. */
  email: string
}

const key = 'escola.dead-link'
let found = takeOver()

/** What was found on the page load before this one: the page that somebody is led to may be another school's. */
function takeOver(): DeadLink | undefined {
  const kept = sessionStorage.getItem(key)
  sessionStorage.removeItem(key)
  return kept ? JSON.parse(kept) : undefined
}

/** The mailed link that somebody has just opened in vain, for the page that they are led to. Kept out of its address, which servers write down. */
export const readDeadLink = () => found
export const forgetDeadLink = () => {
  found = undefined
  sessionStorage.removeItem(key)
}

export const isGone = (error: unknown) => error instanceof ApiError && error.status === 404

/** Whether a mailed link opens nothing any more; what has become of it is kept for the page that is shown in its place. */
export async function noteDeadLink(purpose: DeadLink['purpose'], token: string): Promise<boolean> {
  const link = await api(sessions.mailedLink, { params: { token } }).then(
    (answer) => answer.link,
    (error: unknown) => {
      if (!isGone(error)) throw error
    },
  )
  const { state, email } = link ?? { state: 'unknown', email: '' }
  if (state === 'open') return false
  found = { purpose, state, email }
  sessionStorage.setItem(key, JSON.stringify(found))
  return true
}
