/**
 * Does the same for each of some things, in order. A failure does not hold up the others.
 * @throws the failure, once all were tried; of several an AggregateError
 */
export async function forEachSettled<T>(
  all: T[],
  signal: AbortSignal | undefined,
  work: (each: T) => Promise<void>,
): Promise<void> {
  const failures: unknown[] = []
  for (const each of all) {
    signal?.throwIfAborted()
    try {
      await work(each)
    } catch (error) {
      failures.push(error)
    }
  }
  if (failures.length > 1)
    throw new AggregateError(failures, `${failures.length} of ${all.length} failed: ${failures[0]}`)
  if (failures.length === 1) throw failures[0]
}
