import { once } from 'node:events'
import { Agent, type IncomingMessage, request } from 'node:http'
import { learning } from '@escola/contract/learning.contract'
import { lessons } from '@escola/contract/lessons.contract'
import type { Bench } from './bench.ts'
import { type BenchSchool, courseLink, makeSchools } from './bench-schools.ts'
import { json } from './calls.ts'
import type { Figure } from './figure.ts'
import { median } from './in-turns.ts'
import type { LoadRequest } from './load.ts'

const rounds = 150
/** Rounds before the measurement, which fill the caches and let the engine compile hot code. */
const warmUps = 300
const atMostTimes = 1.3
const few = 100
const many = 100_000

/** Measures the busiest calls of an author and a student in one course: as it is, ten times as long, and in a school a thousand times as large. */
export async function benchCourse(bench: Bench): Promise<Figure[]> {
  const stack = await bench.stack()
  const [short] = await makeSchools(stack, [few], { modules: 2, lessons: 10 })
  const [long] = await makeSchools(stack, [few], { modules: 20, lessons: 10 })
  const [small, large] = await makeSchools(stack, [few, many])
  const api = await stack.serveApi()
  const agent = new Agent({ keepAlive: true })
  /** Ends with the last byte of the answer, as a browser's request does; unpacking it is the visitor's own work. */
  const ask = async ({ path, headers, body, method = 'GET' }: LoadRequest) => {
    const calling = request({
      agent,
      host: '127.0.0.1',
      port: api.port,
      path: `/api${path}`,
      method,
      headers: { ...headers, 'accept-encoding': 'gzip, deflate, br' },
    }).end(body)
    const [answer] = (await once(calling, 'response')) as [IncomingMessage]
    await answer.toArray()
    if (answer.statusCode !== 200) throw new Error(`${path}: ${answer.statusCode}`)
  }
  const openCourse = ({ id, studentTokens }: BenchSchool) => {
    const path = learning.course.path.replace(':schoolId', id).replace(':degreeLink', courseLink)
    let turn = 0
    return async () => {
      await ask({ path, headers: { authorization: `Bearer ${studentTokens[turn++ % few]}` } })
    }
  }
  const saveLesson = ({ id, courseId, adminToken, openLessons }: BenchSchool) => {
    const path = lessons.save.path
      .replace(':schoolId', id)
      .replace(':courseLink', courseLink)
      .replace(':lessonLink', 'aula-1-1')
    const lesson = openLessons[0]!
    let version = 1
    return async () => {
      const body = { id: lesson, degree_id: courseId, version, title: `Aula ${version++}` }
      await ask({ path, method: 'POST', ...json(adminToken, body) })
    }
  }
  const compareTimes = async (name: string, base: () => Promise<void>, value: () => Promise<void>, words: string[]) => {
    const times = { base: [] as number[], value: [] as number[] }
    const measureMs = async (work: () => Promise<void>) => {
      const start = performance.now()
      await work()
      return performance.now() - start
    }
    for (let round = -warmUps; round < rounds; round++) {
      const [baseMs, valueMs] = [await measureMs(base), await measureMs(value)]
      if (round < 0) continue
      times.base.push(baseMs)
      times.value.push(valueMs)
    }
    const [floor, ms] = [median(times.base), median(times.value)]
    return {
      name: `${name}, ${words[1]}`,
      value: `${ms.toFixed(2)} ms`,
      floor: `${floor.toFixed(2)} ms (${words[0]})`,
      ratio: ms / floor,
      target: `at most ${atMostTimes}×`,
      ok: ms / floor <= atMostTimes,
    }
  }
  const lengths = ['20 lessons', '200 lessons']
  const schools = [`${few} students`, `${many} students`]
  const figures = [
    await compareTimes("the student's course page", openCourse(short!), openCourse(long!), lengths),
    await compareTimes('the save of one lesson', saveLesson(short!), saveLesson(long!), lengths),
    await compareTimes("the student's course page", openCourse(small!), openCourse(large!), schools),
    await compareTimes('the save of one lesson', saveLesson(small!), saveLesson(large!), schools),
  ]
  await api.stop()
  return figures
}
