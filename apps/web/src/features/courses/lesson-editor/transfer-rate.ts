const windowMs = 15_000

/** Rate of the bytes that arrived in the last seconds. */
export class TransferRate {
  #samples: { at: number; done: number }[] = []

  add(done: number, at = performance.now()) {
    this.#samples = [...this.#samples.filter((sample) => at - sample.at < windowMs), { at, done }]
  }

  /** Forgets the time before a pause, which tells nothing about the rate. */
  forget() {
    this.#samples = []
  }

  /** @returns seconds; undefined while they can't be told */
  left(bytes: number): number | undefined {
    const [first] = this.#samples
    const last = this.#samples.at(-1)
    if (!first || !last || last.at - first.at < 1000 || last.done <= first.done) return undefined
    return (bytes * (last.at - first.at)) / (last.done - first.done) / 1000
  }
}

/** 'menos de 1 minuto', 'cerca de 5 minutos', 'cerca de 1h20' */
export function formatLeft(seconds: number): string {
  if (seconds < 55) return 'menos de 1 minuto'
  const minutes = Math.round(seconds / 60)
  if (minutes < 60) return `cerca de ${minutes} ${minutes === 1 ? 'minuto' : 'minutos'}`
  const rest = minutes % 60
  return `cerca de ${Math.floor(minutes / 60)}h${rest ? String(rest).padStart(2, '0') : ''}`
}
