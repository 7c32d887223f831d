/** Removes service workers of an earlier program, which would go on answering in place of this one (part 1 §2.6). It is a part of early.ts. */
export async function forgetOldWorkers() {
  // Plain HTTP has no service workers.
  const registrations = (await navigator.serviceWorker?.getRegistrations()) ?? []
  await Promise.all(registrations.map((each) => each.unregister()))
}
