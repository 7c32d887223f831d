import { ApiError } from './api-error.ts'
import { randomKey } from './random-key.ts'

const keys = new Map<string, string>()

/**
 * Asks for something to be made under an Idempotency-Key that stays the same until it was: an answer that got lost may hide what was made,
 * and the next try must not make another.
 * @param what names what is made, and where; tries of one thing have one name
 */
export async function makeOnce<T>(name: string, make: (idempotencyKey: string) => Promise<T>): Promise<T> {
  const key = keys.get(name) ?? randomKey()
  keys.set(name, key)
  try {
    const made = await make(key)
    keys.delete(name)
    return made
  } catch (error) {
    // An earlier try has come after all, with other content: what is sent after this is something new.
    if (error instanceof ApiError && error.code === 'key_used') keys.delete(name)
    throw error
  }
}
