/** Network that an address belongs to: an IPv6 customer has a whole /64 to choose addresses from. */
export function networkOf(ip: string): string {
  if (!ip.includes(':')) return ip
  const mapped = /(?:^|:)(\d+\.\d+\.\d+\.\d+)$/.exec(ip)?.[1]
  return mapped ?? firstGroups(ip, 4)
}

/** Network of an IPv6 /48, of which a house or a company may have all /64; undefined for IPv4. */
export function widerNetworkOf(ip: string): string | undefined {
  return ip.includes(':') && !ip.includes('.') ? `${firstGroups(ip, 3)}/48` : undefined
}

/** Tells whether an address is this machine's own or of a network that the internet does not know. */
export const isPrivateAddress = (ip: string): boolean =>
  /^(::ffff:)?(127\.|10\.|192\.168\.|169\.254\.|172\.(1[6-9]|2\d|3[01])\.)|^(::1$|f[cd][0-9a-f]{2}:|fe[89ab][0-9a-f]:)/i.test(
    ip,
  )

function firstGroups(ip: string, count: number): string {
  const [head = '', tail = ''] = ip.split('::')
  const [before, after] = [head, tail].map((part) => part.split(':').filter(Boolean)) as [string[], string[]]
  const missing = ip.includes('::') ? 8 - before.length - after.length : 0
  return [...before, ...Array<string>(missing).fill('0'), ...after]
    .slice(0, count)
    .map((group) => group.replace(/^0+(?=.)/, ''))
    .join(':')
}
