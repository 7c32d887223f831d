/**
 * Does the same for each of some things, in order. One that fails keeps no other one waiting.
 * @throws the last failure, once all were tried
 */
export async function forEachSettled<T>(
  all: T[],
  signal: AbortSignal,
  work: (each: T) => Promise<void>,
): Promise<void> {
  let trouble: unknown
  for (const each of all) {
    signal.throwIfAborted()
    try {
      await work(each)
    } catch (error) {
      trouble = error
    }
  }
  if (trouble) throw trouble
}
