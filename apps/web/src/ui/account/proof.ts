import { createElement } from 'react'
import { ApiError } from '../../api/client.ts'
import { part } from '../loading/part.ts'
import { ask } from '../questions/confirm.ts'

const dialog = part(() => import('./proof-dialog.tsx'))

/** Another process may cache the missing proof for so long. */
const cachedMs = 1100

type Needed = 'proof_needed' | 'factor_proof_needed'

/** Returns what a refusal asks for; other errors are thrown on. */
function neededFor(error: unknown): Needed {
  if (error instanceof ApiError && (error.code === 'proof_needed' || error.code === 'factor_proof_needed'))
    return error.code
  throw error
}

/**
 * Makes a change that the server allows only to a user who has just proven their identity: it is tried, and if refused the user is asked, and it is
 * tried again. A user may cancel without a notice.
 */
export async function withProof<T>(change: () => Promise<T>): Promise<T> {
  let byFactor: boolean
  try {
    return await change()
  } catch (error) {
    byFactor = neededFor(error) === 'factor_proof_needed'
  }
  const { ProofDialog } = await dialog.load()
  const isProven = await ask((props) => createElement(ProofDialog, { byFactor, ...props }))
  if (!isProven) throw new DOMException('Nobody has said who they are', 'AbortError')
  try {
    return await change()
  } catch (error) {
    neededFor(error)
  }
  await new Promise((resolve) => setTimeout(resolve, cachedMs))
  return change()
}
