import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import dnsPacket, { type Answer } from 'dns-packet'

/** Type of record that a server answers with a failure, as some do with AAAA. */
interface Failing {
  fails?: string
}
/** Answer for a name: the name that it stands for, its addresses, or its texts; 'silence' never answers. */
export type NamedRecords =
  | ({ alias: string } & Failing)
  | ({ addresses: string[] } & Failing)
  | { texts: string[] }
  | 'silence'

export interface DnsServer {
  /** Address in the form of DNS_SERVERS: 127.0.0.1:port */
  address: string
  stop(): Promise<void>
}

const ttl = 1
const typeOf = (address: string) => (address.includes(':') ? 'AAAA' : 'A')

/**
 * A name server of this machine that knows what tests gave it, and nothing else.
 * @param recordsOf asked for each query again; undefined for a name that does not exist
 */
export async function startDns(recordsOf: (name: string) => NamedRecords | undefined): Promise<DnsServer> {
  /** An alias comes with what it leads to, as from a server that looks on. */
  const answersOf = (name: string, type: string): Answer[] | 'silence' | 'failure' | undefined => {
    const records = recordsOf(name.toLowerCase())
    if (records === undefined || records === 'silence') return records
    if ('fails' in records && records.fails === type) return 'failure'
    if ('texts' in records)
      return type === 'TXT' ? records.texts.map((text) => ({ name, type: 'TXT', ttl, data: text })) : []
    if ('addresses' in records)
      return records.addresses
        .filter((address) => typeOf(address) === type)
        .map((address) => ({ name, type: typeOf(address), ttl, data: address }))
    const further = type === 'CNAME' ? [] : answersOf(records.alias, type)
    return [{ name, type: 'CNAME', ttl, data: records.alias }, ...(Array.isArray(further) ? further : [])]
  }
  const socket = createSocket('udp4')
  socket.on('message', (message, { port, address }) => {
    const { id, questions = [] } = dnsPacket.decode(message)
    const [question] = questions
    const answers = question && answersOf(question.name, question.type)
    if (answers === 'silence') return
    const [serverFailure, nameError] = [2, 3]
    const outcome = answers === 'failure' ? serverFailure : answers ? 0 : nameError
    const flags = dnsPacket.RECURSION_DESIRED | dnsPacket.RECURSION_AVAILABLE | outcome
    socket.send(
      dnsPacket.encode({
        type: 'response',
        ...(id === undefined ? {} : { id }),
        flags,
        questions,
        answers: Array.isArray(answers) ? answers : [],
      }),
      port,
      address,
    )
  })
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  return {
    address: `127.0.0.1:${socket.address().port}`,
    stop: async () => {
      socket.close()
      await once(socket, 'close')
    },
  }
}
