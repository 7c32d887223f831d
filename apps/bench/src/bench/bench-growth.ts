import type { Bench } from './bench.ts'
import { makeSchools } from './bench-schools.ts'
import { busiest } from './calls.ts'
import type { Figure } from './figure.ts'
import { compareLoads, words } from './in-turns.ts'
import { load } from './load.ts'

const all = 10_000
/** Schools up to this one have a hundred students, those after it one. */
const large = 1000
const studentsOf = Array.from({ length: all }, (_, index) => (index < large ? 100 : 1))
/** Requests of one round; more are not made in its time. */
const atOnce = 10_000
const sizes = [100, large, 2000, all]

/** Returns the next requests at each call, always the same number, because the load generator is slower with more requests at hand. */
function inTurn<T>(list: T[]): () => T[] {
  let at = 0
  return () => {
    const share = Array.from({ length: atOnce }, (_, index) => list[(at + index) % list.length]!)
    at += atOnce
    return share
  }
}

/** The students of many schools asking in turn, so that none is cached for long, against those of one school. */
export async function benchGrowth(bench: Bench): Promise<Figure[]> {
  const stack = await bench.stack()
  const schools = await makeSchools(stack, studentsOf)
  const api = await stack.serveApi()
  const figures: Figure[] = []
  for (const [name, ask] of Object.entries(busiest)) {
    /** The first student of each school, then the second of each …; of very many schools one student each. */
    const makeCalls = (count: number) =>
      inTurn(
        Array.from({ length: count > large ? 1 : 100 }, (_, student) =>
          schools.slice(0, count).map((school) => ask(school, school.studentTokens[student]!)),
        ).flat(),
      )
    const runSingle = makeCalls(1)
    for (const count of sizes) {
      const runMany = makeCalls(count)
      const { ratio, p99Ratio, base, value } = await compareLoads(
        () => load(api.port, runSingle()),
        () => load(api.port, runMany()),
      )
      figures.push({
        name: `${name}: students of ${count} schools in turn`,
        value: words(value),
        floor: `${words(base)} (the students of one school)`,
        ratio: 1 / ratio,
        target: `at most 1.3×, and so the 99 % (${p99Ratio.toFixed(2)}×)`,
        ok: ratio >= 1 / 1.3 && p99Ratio <= 1.3,
      })
    }
  }
  await api.stop()
  return figures
}
