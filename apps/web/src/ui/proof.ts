import { ApiError } from '../api/client.ts'
import { ask } from './confirm.ts'
import { part } from './part.ts'

const dialog = part(() => import('./proof-dialog.tsx'))

/** Another process may remember the missing proof for so long. */
const rememberedMs = 1100

const isProofNeeded = (error: unknown) => error instanceof ApiError && error.code === 'proof_needed'

/**
 * Makes a change that the server allows only to a user who has just proven their identity: it is tried, and if refused the user is asked, and it is
 * tried again. A user may cancel, and no notice tells of that.
 */
export async function withProof<T>(change: () => Promise<T>): Promise<T> {
  try {
    return await change()
  } catch (error) {
    if (!isProofNeeded(error)) throw error
  }
  const { ProofDialog } = await dialog.load()
  if (!(await ask(ProofDialog))) throw new DOMException('Nobody has said who they are', 'AbortError')
  try {
    return await change()
  } catch (error) {
    if (!isProofNeeded(error)) throw error
  }
  await new Promise((resolve) => setTimeout(resolve, rememberedMs))
  return change()
}
