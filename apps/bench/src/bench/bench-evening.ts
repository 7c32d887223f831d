import { learning } from '@escola/contract/learning.contract'
import { watchLimits } from '@escola/contract/watching'
import type { Bench } from './bench.ts'
import { type BenchSchool, courseLink, makeSchools } from './bench-schools.ts'
import { busiest, json } from './calls.ts'
import type { Figure } from './figure.ts'
import type { LoadRequest } from './load.ts'
import { type Arrivals, arrive, type OpenLoad, openConnections } from './open-loop.ts'

/** Schools that share the students of an evening, and the students that each has; who they are is drawn again for each call. */
const shapes = [
  { schools: 1, students: 3000 },
  { schools: 100, students: 100 },
  { schools: 1000, students: 20 },
]
const step = 10_000
const mostSteps = 16
const target = 60_000
const p99Target = 100
/** Seconds of each measurement, and of the one before it whose figures are not read. */
const seconds = 12
const warmUp = 4

const draw = <T>(list: T[]): T => list[Math.floor(Math.random() * list.length)]!

/** How an evening's students ask: a position each minute, a lesson's end every five, and all that belongs to coming every half hour. */
function eveningOf(students: number, schools: BenchSchool[]): Arrivals[] {
  const context = busiest['GET /context, a signed-in student']
  const lesson = busiest["the student's lesson call"]
  const at = (path: string, { id }: BenchSchool) =>
    `/api${path.replace(':schoolId', id).replace(':degreeLink', courseLink)}`
  const calls: [seconds: number, (school: BenchSchool, token: string) => LoadRequest][] = [
    [
      watchLimits.reportEvery,
      (school, token) => ({
        method: 'POST',
        path: at(learning.savePosition.path, school),
        ...json(token, { contentId: draw(school.openLessons), degreeId: school.courseId, position: 60, duration: 600 }),
      }),
    ],
    [
      300,
      (school, token) => {
        const contentId = draw(school.openLessons)
        const userDegree = { metadata: { content: { [contentId]: { isComplete: true } } } }
        return {
          method: 'POST',
          path: at(learning.complete.path, school),
          ...json(token, { contentId, degreeId: school.courseId, userDegree }),
        }
      },
    ],
    [300, lesson],
    [1800, context],
    [
      1800,
      (school, token) => ({ path: at(learning.home.path, school), headers: { authorization: `Bearer ${token}` } }),
    ],
    [
      1800,
      (school, token) => ({ path: at(learning.course.path, school), headers: { authorization: `Bearer ${token}` } }),
    ],
    [1800, lesson],
  ]
  return calls.map(([every, ask]) => ({
    perSecond: students / every,
    draw: () => {
      const school = draw(schools)
      return ask(school, draw(school.studentTokens))
    },
  }))
}

/** The most students at once whose calls are answered within the target, for students of one school and of many, and what twice as many get. */
export async function benchEvening(bench: Bench): Promise<Figure[]> {
  const stack = await bench.stack()
  const figures: Figure[] = []
  for (const shape of shapes) {
    const schools = await makeSchools(
      stack,
      Array.from({ length: shape.schools }, () => shape.students),
    )
    const api = await stack.serveApi({ OVERLOAD_WAIT_MS: '250' })
    const measure = async (students: number) => {
      const connections = openConnections()
      await arrive(api.port, connections, eveningOf(students, schools), warmUp)
      const load = await arrive(api.port, connections, eveningOf(students, schools), seconds)
      connections.destroy()
      return load
    }
    const isCalm = (load: OpenLoad) => load.p99 < p99Target && load.refused === 0 && load.failed === 0
    let [calm, busy] = [0, mostSteps + 1]
    let best: OpenLoad | undefined
    while (busy - calm > 1) {
      const steps = calm === 0 && busy > target / step ? target / step : (calm + busy) >> 1
      const load = await measure(steps * step)
      if (isCalm(load)) [calm, best] = [steps, load]
      else busy = steps
    }
    const students = calm * step
    const twice = await measure(2 * Math.max(students, step))
    const mebibytes = await memoryOf(api.port)
    await api.stop()
    const name = shape.schools === 1 ? 'one school' : `${shape.schools} schools`
    figures.push({
      name: `students of ${name} at once, 99 % answered within ${p99Target} ms`,
      value: `${students}, ${Math.round(best?.perSecond ?? 0)} /s`,
      floor: '',
      target: `at least ${target}`,
      ok: students >= target,
    })
    figures.push({
      name: `twice as many students of ${name}`,
      value: `${Math.round(twice.perSecond)} /s within ${Math.round(twice.p99)} ms (99 %), ${Math.round(twice.refused * 100)} % refused within ${Math.round(twice.refusedP99)} ms (99 %), ${twice.failed} failed; the API holds ${mebibytes} MB`,
      floor: '',
      target: 'every answer within a second; at most 250 MB',
      ok: twice.p99 < 1000 && twice.refusedP99 < 1000 && twice.failed === 0 && mebibytes <= 250,
    })
  }
  return figures
}

async function memoryOf(port: number): Promise<number> {
  const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text()
  const bytes = Number(/^process_resident_memory_bytes (\S+)$/m.exec(text)?.[1])
  return Math.round(bytes / 1024 ** 2)
}
