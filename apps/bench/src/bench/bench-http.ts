import path from 'node:path'
import type { Bench } from './bench.ts'
import { answerBytes, busiest } from './calls.ts'
import type { Figure } from './figure.ts'
import { compareLoads, words } from './in-turns.ts'
import { load } from './load.ts'

/** The two busiest calls, each against a bare route that answers as many bytes. */
export async function benchHttp(bench: Bench): Promise<Figure[]> {
  const [stack, school] = [await bench.stack(), await bench.school()]
  const floor = await stack.serve(path.join(import.meta.dirname, 'floor-server.ts'), { FLOOR_SCHOOL_ID: school.id })
  const api = await stack.serveApi()
  const figures: Figure[] = []
  for (const [name, ask] of Object.entries(busiest)) {
    const request = ask(school, school.studentTokens[0]!)
    const bytes = await answerBytes(api.port, request)
    const { ratio, base, value } = await compareLoads(
      () => load(floor.port, [{ path: `/floor/${bytes}` }]),
      () => load(api.port, [request]),
    )
    figures.push({
      name,
      value: words(value),
      floor: `${words(base)} (bare Fastify, one prepared query, the same ${bytes} bytes)`,
      ratio,
      percent: true,
      target: 'at least 40 %',
      ok: ratio >= 0.4,
    })
  }
  await api.stop()
  await floor.stop()
  return figures
}
