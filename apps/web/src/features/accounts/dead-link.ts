import { type MailedLink, sessions } from '@escola/contract/sessions.contract'
import { ApiError, api } from '../../api/client.ts'

export interface DeadLink {
  purpose: MailedLink['purpose']
  /** unknown: it was never mailed, or was torn on its way. */
  state: 'used' | 'expired' | 'unknown'
  /** Whom it was mailed to; '' when nobody knows. */
  email: string
}

let found: DeadLink | undefined

/** The mailed link that somebody has just opened in vain, for the page that they are led to. Kept out of its address, which servers write down. */
export const readDeadLink = () => found
export const forgetDeadLink = () => {
  found = undefined
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
  return true
}
