import { Resolver } from 'node:dns/promises'

/** Records that the domain name system has of a name; both lists are empty for one that is not there. */
export interface NameRecords {
  /** Names that this one is another name for. */
  aliases: string[]
  addresses: string[]
  /** The servers failed for a type of record, as some do for AAAA: there may be others. */
  isPartial?: boolean
}

/** No server answered for the name, in time or at all. */
export class DnsSilent extends Error {}

export interface Dns {
  /** Throws DnsSilent. */
  lookUp(name: string): Promise<NameRecords>
  /** TXT records of a name; none for one that is not there. Throws DnsSilent. */
  texts(name: string): Promise<string[]>
}

/** A caller waits no longer than this, whatever the servers do. */
const patienceMs = 3000

const noRecords = new Set(['ENODATA', 'ENOTFOUND'])

/** @param servers addresses of DNS servers, with a port where it is not 53; without any, those of this machine */
export function createDns(servers: string[]): Dns {
  const ask = async <Answers>(work: (resolver: Resolver) => Promise<Answers>): Promise<Answers> => {
    // One each time: to give up on one ends all that it is asking.
    const resolver = new Resolver({ timeout: patienceMs, tries: 1 })
    if (servers.length > 0) resolver.setServers(servers)
    const giveUp = setTimeout(() => resolver.cancel(), patienceMs)
    try {
      return await work(resolver)
    } finally {
      clearTimeout(giveUp)
    }
  }
  return {
    lookUp: (name) =>
      ask(async (resolver) => {
        const answers = await Promise.allSettled([
          recordsOr(name, resolver.resolveCname(name)),
          recordsOr(name, resolver.resolve4(name)),
          recordsOr(name, resolver.resolve6(name)),
        ])
        const [aliases, four, six] = answers.map((answer) => (answer.status === 'fulfilled' ? answer.value : []))
        const failed = answers.find((answer) => answer.status === 'rejected')
        const records = { aliases: aliases!, addresses: [...four!, ...six!] }
        if (!failed) return records
        // Records of one type count, whatever happens to another.
        if (records.aliases.length + records.addresses.length === 0) throw failed.reason
        return { ...records, isPartial: true }
      }),
    texts: (name) =>
      ask(async (resolver) => {
        // A long text comes in pieces.
        const records = await recordsOr(name, resolver.resolveTxt(name))
        return records.map((pieces) => pieces.join(''))
      }),
  }
}

const recordsOr = <Record>(name: string, answer: Promise<Record[]>): Promise<Record[]> =>
  answer.catch((error: { code?: string }) => {
    if (noRecords.has(error.code ?? '')) return []
    throw new DnsSilent(`the DNS does not answer for ${name}: ${error.code}`)
  })
