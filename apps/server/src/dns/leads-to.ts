import { proofNameOf } from '@escola/contract/domains'
import type { DomainProblem } from '@escola/contract/domains.contract'
import { type Dns, DnsSilent, type NameRecords } from './dns.ts'

const normalizeName = (name: string) => name.toLowerCase().replace(/\.$/, '')

/**
 * Whether a domain leads to the target: by its alias, or by having none but the target's addresses, which is how a domain without a
 * subdomain does it. Both are asked about at once.
 * @returns undefined when it does, else why not
 * @throws DnsSilent when no server answers for the target either, which is our trouble and not the domain's
 */
export async function findDomainProblem(dns: Dns, domain: string, target: string): Promise<DomainProblem | undefined> {
  const [found, expected] = await Promise.allSettled([dns.lookUp(domain), dns.lookUp(target)])
  if (found.status === 'rejected') {
    if (!(found.reason instanceof DnsSilent) || expected.status === 'rejected') throw found.reason
    return 'silent'
  }
  const { aliases, addresses } = found.value
  if (aliases.some((alias) => normalizeName(alias) === normalizeName(target))) return undefined
  if (expected.status === 'rejected') throw expected.reason
  // A resolver that knows of nothing says nothing of this one domain, and would have all of them called broken.
  if (expected.value.addresses.length === 0) throw new DnsSilent(`the DNS has no address for ${target}`)
  // An alias may lead to ours by further ones, and the servers have failed to say so.
  if (addresses.length === 0 && found.value.isPartial) return 'silent'
  if (addresses.length === 0) return aliases.length > 0 ? 'elsewhere' : 'missing'
  if (isWithin(addresses, expected.value)) return undefined
  if (expected.value.isPartial) throw new DnsSilent(`the DNS does not know all addresses of ${target}`)
  return 'elsewhere'
}

/**
 * Whether the domain's owner wrote the text beside it. Asked about a name that was just found to lead here, so a server that does not answer is
 * the domain's trouble.
 */
export async function hasProof(dns: Dns, domain: string, text: string): Promise<boolean> {
  try {
    return (await dns.texts(proofNameOf(domain))).includes(text)
  } catch (error) {
    if (error instanceof DnsSilent) return false
    throw error
  }
}

const isWithin = (addresses: string[], target: NameRecords) =>
  addresses.every((address) => target.addresses.includes(address))
