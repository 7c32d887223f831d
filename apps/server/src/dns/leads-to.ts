import type { DomainProblem } from '@escola/contract/domains.contract'
import { type Dns, DnsSilent, type NameRecords } from './dns.ts'

const bare = (name: string) => name.toLowerCase().replace(/\.$/, '')

/**
 * Whether a domain leads to the target: by its alias, or by having none but the target's addresses, which is how a domain without a
 * subdomain does it. Both are asked about at once.
 * @returns undefined when it does, else why not
 * @throws DnsSilent when no server answers for the target either, which is our trouble and not the domain's
 */
export async function problemOf(dns: Dns, domain: string, target: string): Promise<DomainProblem | undefined> {
  const [asked, wanted] = await Promise.allSettled([dns.lookUp(domain), dns.lookUp(target)])
  if (asked.status === 'rejected') {
    if (!(asked.reason instanceof DnsSilent) || wanted.status === 'rejected') throw asked.reason
    return 'silent'
  }
  const { aliases, addresses } = asked.value
  if (aliases.some((alias) => bare(alias) === bare(target))) return undefined
  if (wanted.status === 'rejected') throw wanted.reason
  if (addresses.length === 0) return aliases.length > 0 ? 'elsewhere' : 'missing'
  return isWithin(addresses, wanted.value) ? undefined : 'elsewhere'
}

const isWithin = (addresses: string[], target: NameRecords) =>
  addresses.every((address) => target.addresses.includes(address))
