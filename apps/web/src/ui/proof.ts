import { ApiError } from '../api/client.ts'
import { ask } from './confirm.ts'
import { part } from './part.ts'

const dialog = part(() => import('./proof-dialog.tsx'))

/** Another process may remember for so long that nothing was proven. */
const rememberedMs = 1100

const isProofNeeded = (error: unknown) => error instanceof ApiError && error.code === 'proof_needed'

/**
 * For a change that the server makes only for somebody who has just said who they are: it is tried, and where that is needed the person is asked,
 * and it is tried again. Whoever would rather not calls it off, and nothing is said of that.
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
