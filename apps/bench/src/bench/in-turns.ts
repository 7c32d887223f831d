import type { Load } from './load.ts'

const rounds = 5
/** Until the engine has compiled what is asked again and again, a large program answers at half its pace, a small one nearly at its own. */
const warmUps = 4

export interface Compared {
  /** The median of all rounds. */
  ratio: number
  p99Ratio: number
  base: Load
  value: Load
}

/** Measures one thing after the other, five times over, so that whatever else the machine does falls on both. */
export async function compareLoads(base: () => Promise<Load>, value: () => Promise<Load>): Promise<Compared> {
  const pairs: { base: Load; value: Load }[] = []
  for (let round = 0; round < warmUps; round++) {
    await base()
    await value()
  }
  for (let round = 0; round < rounds; round++) pairs.push({ base: await base(), value: await value() })
  return {
    ratio: median(pairs.map((pair) => pair.value.perSecond / pair.base.perSecond)),
    p99Ratio: median(pairs.map((pair) => pair.value.p99 / pair.base.p99)),
    base: medianLoad(pairs.map((pair) => pair.base)),
    value: medianLoad(pairs.map((pair) => pair.value)),
  }
}

export const median = (values: number[]) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)]!

const medianLoad = (loads: Load[]): Load => ({
  perSecond: median(loads.map((load) => load.perSecond)),
  p50: median(loads.map((load) => load.p50)),
  p99: median(loads.map((load) => load.p99)),
})

export const words = ({ perSecond, p50, p99 }: Load) =>
  `${Math.round(perSecond)} /s, half within ${p50.toFixed(1)} ms, 99 % within ${p99.toFixed(1)} ms`
