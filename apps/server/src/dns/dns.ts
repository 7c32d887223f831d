import { Resolver } from 'node:dns/promises'

/** Records that the domain name system has of a name; both lists are empty for one that is not there. */
export interface NameRecords {
  /** Names that this one is another name for. */
  aliases: string[]
  addresses: string[]
}

/** No server answered for the name, in time or at all. */
export class DnsSilent extends Error {}

export interface Dns {
  /** Throws DnsSilent. */
  lookUp(name: string): Promise<NameRecords>
}

/** A caller waits no longer than this, whatever the servers do. */
const patienceMs = 3000

const noRecords = new Set(['ENODATA', 'ENOTFOUND'])

/** @param servers addresses of DNS servers, with a port where it is not 53; without any, those of this machine */
export const createDns = (servers: string[]): Dns => ({
  lookUp: async (name) => {
    // One each time: to give up on one ends all that it is asking.
    const resolver = new Resolver({ timeout: patienceMs, tries: 1 })
    if (servers.length > 0) resolver.setServers(servers)
    const giveUp = setTimeout(() => resolver.cancel(), patienceMs)
    const recordsOr = (answer: Promise<string[]>) =>
      answer.catch((error: { code?: string }) => {
        if (noRecords.has(error.code ?? '')) return []
        throw new DnsSilent(`the DNS does not answer for ${name}: ${error.code}`)
      })
    try {
      const [aliases, four, six] = await Promise.all([
        recordsOr(resolver.resolveCname(name)),
        recordsOr(resolver.resolve4(name)),
        recordsOr(resolver.resolve6(name)),
      ])
      return { aliases, addresses: [...four, ...six] }
    } finally {
      clearTimeout(giveUp)
    }
  },
})
