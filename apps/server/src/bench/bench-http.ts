import path from 'node:path'
import autocannon from 'autocannon'
import type { BenchSchool } from './bench-school.ts'
import type { BenchStack } from './bench-stack.ts'
import type { Figure } from './figure.ts'

const here = import.meta.dirname
const seconds = 8
const connections = 32

/** Requests per second of the two busiest calls, against the floor measured right before and right after them. */
export async function benchHttp(stack: BenchStack, school: BenchSchool): Promise<Figure[]> {
  const floorPort = await stack.freePort()
  const floor = await stack.run(path.join(here, 'floor-server.ts'), { FLOOR_SCHOOL_ID: school.id }, floorPort)
  const port = await stack.freePort()
  const api = await stack.run(path.join(here, '../main-api.ts'), {}, port)
  const headers = { authorization: `Bearer ${school.studentToken}` }
  const base = `http://127.0.0.1:${port}/api`
  const measureFloor = () => requestsPerSecond({ url: `http://127.0.0.1:${floorPort}/floor` })
  const before = await measureFloor()
  const context = await requestsPerSecond({
    url: `${base}/context?domain=localhost&pathname=/escola/${school.id}`,
    headers,
  })
  const between = await measureFloor()
  const lesson = await requestsPerSecond({
    url: `${base}/school/${school.id}/degree/student/${school.courseLink}`,
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({ classLink: school.lessonLink }),
  })
  const after = await measureFloor()
  await api.stop()
  await floor.stop()
  const figure = (name: string, value: number, floors: number[]): Figure => {
    const base = floors.reduce((sum, one) => sum + one, 0) / floors.length
    return {
      name,
      value: `${Math.round(value)} req/s`,
      floor: `${Math.round(base)} req/s (bare Fastify, one prepared query)`,
      ratio: value / base,
      target: 'at least 25 %',
      ok: value / base >= 0.25,
      percent: true,
    }
  }
  return [
    figure('GET /context, a signed-in student', context, [before, between]),
    figure("the student's lesson call", lesson, [between, after]),
  ]
}

async function requestsPerSecond(options: autocannon.Options): Promise<number> {
  await autocannon({ ...options, connections, duration: 2 })
  const result = await autocannon({ ...options, connections, duration: seconds })
  if (result.non2xx || result.errors)
    throw new Error(`${options.url}: ${result.non2xx} answers were not 2xx, ${result.errors} failed`)
  return result.requests.average
}
