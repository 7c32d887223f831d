/** Seconds. */
const bounds = [0.005, 0.02, 0.05, 0.1, 0.3, 1, 3]

interface Series {
  labels: { method: string; route: string; status: number }
  /** Number of answers in each bucket, in the order of the bounds; the last bucket has no upper bound. */
  counts: number[]
  sum: number
}

/** How long answers take, by route, as a histogram of prom-client's registry. Its own works out the labels of each answer again, which costs as much as routing. */
export class ResponseTimeHistogram {
  readonly name = 'http_request_seconds'
  readonly help = 'Time to answer, by route'
  readonly type = 'histogram'
  readonly aggregator = 'sum'
  readonly #series = new Map<string, Series>()

  record(method: string, route: string, status: number, seconds: number) {
    const key = `${status} ${method} ${route}`
    let series = this.#series.get(key)
    if (!series) {
      series = { labels: { method, route, status }, counts: Array(bounds.length + 1).fill(0), sum: 0 }
      this.#series.set(key, series)
    }
    const bucket = bounds.findIndex((bound) => seconds <= bound)
    series.counts[bucket < 0 ? bounds.length : bucket]!++
    series.sum += seconds
  }

  async get() {
    const { name, help, type, aggregator } = this
    const values = [...this.#series.values()].flatMap(({ labels, counts, sum }) => {
      let total = 0
      const buckets = counts.map((count, index) => {
        total += count
        const le = bounds[index] ?? '+Inf'
        return { metricName: `${name}_bucket`, labels: { le, ...labels }, value: total }
      })
      return [
        ...buckets,
        { metricName: `${name}_sum`, labels, value: sum },
        { metricName: `${name}_count`, labels, value: total },
      ]
    })
    return { name, help, type, aggregator, values }
  }
}
