/**
 * Does the same for each affiliate, one after the other. One whose turn fails holds up none of the others.
 * @throws the first error, once all had their turn
 */
export async function forEachAffiliate(
  affiliateIds: string[],
  signal: AbortSignal | undefined,
  work: (affiliateId: string) => Promise<void>,
): Promise<void> {
  const errors: unknown[] = []
  for (const id of affiliateIds) {
    signal?.throwIfAborted()
    await work(id).catch((error: unknown) => errors.push(error))
  }
  if (errors.length > 0) throw errors[0]
}
