import type { ParsedLocation } from '@tanstack/react-router'
import { leaveFor } from './guards.ts'

/** Addresses whose documents may reach the payment provider: the server gives them a policy of their own. */
const reachesProvider = (path: string) => /\/(?:(?:add-saldo|trocar-plano)\/[^/]+|minha-conta)\/?$/.test(path)

interface Guarded {
  location: ParsedLocation
  /** The page is only made ready. */
  preload: boolean
  context: { documentPath: string }
}

/** Guards pages that reach the payment provider: a document that began elsewhere may not, so the page is loaded again as a whole. */
export async function requireProviderDocument({ location, preload, context }: Guarded) {
  if (preload || reachesProvider(context.documentPath)) return
  const { pathname } = new URL(location.publicHref, window.location.origin)
  if (window.location.pathname !== pathname) await leaveFor(location.publicHref)
  // The router has written the address already, and with a # nothing would be loaded for it.
  window.location.reload()
  await new Promise<never>(() => {})
}
