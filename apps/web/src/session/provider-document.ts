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

/** Guards pages that reach the payment provider: a document that began elsewhere may not, so the page is loaded anew as a whole. */
export async function requireProviderDocument({ location, preload, context }: Guarded) {
  if (preload || reachesProvider(context.documentPath)) return
  const leaving = leaveFor(location.publicHref)
  // The router is at the address by now, where one with a # loads nothing by itself.
  if (location.hash && window.location.pathname === new URL(location.publicHref, window.location.origin).pathname)
    window.location.reload()
  await leaving
}
