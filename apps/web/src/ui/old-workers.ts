/** Part 1 §2.6: what an earlier program has left in the browser would go on answering in place of this one. Part of early.ts. */
export async function forgetOldWorkers() {
  // Over plain HTTP there are none.
  const registrations = (await navigator.serviceWorker?.getRegistrations()) ?? []
  await Promise.all(registrations.map((each) => each.unregister()))
}
