import type { School } from '@escola/contract/schools.contract'
import { loadPage } from '../../api/token.ts'

interface SavedSchool {
  before: School
  saved: School
  platformUrl: string
}

/** Leads a user who came by an address that the school has lost to the one that it has. */
export function leadTo({ before, saved, platformUrl }: SavedSchool) {
  const address = `/${saved.namespace.namespace}/config`
  const cameByDomain = before.base_path === '' && location.hostname === before.namespace.domain
  if (cameByDomain && !saved.use_own_domain) loadPage(`${platformUrl}${address}`)
  const cameByName = before.base_path === `/${before.namespace.namespace}`
  if (cameByName && saved.namespace.namespace !== before.namespace.namespace) loadPage(address)
}
