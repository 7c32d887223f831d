import autocannon from 'autocannon'

export interface Load {
  perSecond: number
  /** Milliseconds until an answer was there: for half of them, and for 99 of 100. */
  p50: number
  p99: number
}

/** One request; those of a list are asked in turn. */
export interface LoadRequest {
  path: string
  method?: 'GET' | 'POST'
  headers?: Record<string, string>
  body?: string
}

export interface LoadOptions {
  connections?: number
  seconds?: number
}

/** Asks a server of this machine for a few seconds, on so many connections, each with its own share of the requests. */
export async function load(
  port: number,
  requests: LoadRequest[],
  { connections = 32, seconds = 2 }: LoadOptions = {},
): Promise<Load> {
  const times: number[] = []
  const { path, ...first } = requests[0]!
  let next = 0
  let begun = 0
  let ended = 0
  const result = await autocannon({
    // A connection begins with this request and gets its share afterwards.
    url: `http://127.0.0.1:${port}${path}`,
    ...first,
    connections,
    duration: seconds,
    setupClient: (client) => {
      const share = requests.filter((_, index) => index % connections === next)
      client.setRequests(share.length ? share : [requests[next % requests.length]!])
      // The first of each connection waits until all connections have their share, which is no time of the server's.
      let isFirst = true
      client.on('response', (_status, _bytes, milliseconds) => {
        ended = performance.now()
        if (!isFirst) return void times.push(milliseconds)
        isFirst = false
        begun ||= ended
      })
      next++
    },
  })
  if (result.non2xx || result.errors)
    throw new Error(`${path}: ${result.non2xx} answers were not 2xx, ${result.errors} failed`)
  times.sort((a, b) => a - b)
  const at = (share: number) => times[Math.floor(times.length * share)] ?? Number.NaN
  return { perSecond: times.length / ((ended - begun) / 1000), p50: at(0.5), p99: at(0.99) }
}
