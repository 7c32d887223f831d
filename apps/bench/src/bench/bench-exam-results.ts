import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fillPath } from '@escola/contract/call'
import { minuteMs } from '@escola/contract/durations'
import { examQuestions } from '@escola/contract/exam-questions.contract'
import { examResults } from '@escola/contract/exam-results.contract'
import type { Bench } from './bench.ts'
import { type BenchSchool, makeSchools } from './bench-schools.ts'
import { type BenchStack, serverSource } from './bench-stack.ts'
import { asked, publishExam } from './exam-class.ts'
import { beginForAll, fillBank, handInForAll } from './exam-crowd.ts'
import type { Figure } from './figure.ts'
import { median } from './in-turns.ts'

const attempts = Number(process.env.EXAM_ATTEMPTS ?? 20_000)
const questions = 20_000
const rounds = 9
const plannerPatienceMs = 5 * minuteMs

/** Results of an assessment that a large school took, its bank, and the planner that hands in all attempts that ended in the same second. */
export async function benchExamResults(bench: Bench): Promise<Figure[]> {
  const stack = await bench.stack()
  const [school] = (await makeSchools(stack, [attempts])) as [BenchSchool]
  const [lessonId] = school.openLessons as [string]
  const api = await stack.serveApi()
  await publishExam(api.port, school, lessonId)
  await fillBank(stack, school.id, questions)
  await beginForAll(stack, { schoolId: school.id, lessonId })
  await handInForAll(stack, school.id)

  const ask = async (route: string, query = '') => {
    const start = performance.now()
    const url = `http://127.0.0.1:${api.port}/api${fillPath(route, { schoolId: school.id, lessonId })}${query}`
    const answer = await fetch(url, { headers: { authorization: `Bearer ${school.adminToken}` } })
    await answer.arrayBuffer()
    if (!answer.ok) throw new Error(`${url} answered ${answer.status}`)
    return performance.now() - start
  }
  const timed = async (name: string, route: string, query = '', atMostMs = 100) => {
    const times: number[] = []
    for (let round = 0; round < rounds; round++) times.push(await ask(route, query))
    return figure(name, median(times), atMostMs)
  }
  const results = `at ${attempts} attempts of ${asked} questions`
  const first = await ask(examResults.questions.path, '?page=1')
  const figures = [
    figure(`results by question ${results}, first visit of a process`, first, undefined),
    await timed(`results by question ${results}`, examResults.questions.path, '?page=1', 300),
    await timed(`overview ${results}`, examResults.overview.path),
    await timed(`first page of their ${attempts} students`, examResults.students.path, '?page=1'),
    await timed('those who passed', examResults.students.path, '?page=1&state=passed'),
    await timed(`first page of a bank of ${questions} questions`, examQuestions.list.path, '?page=1'),
    await timed('search in it for words of one', examQuestions.list.path, '?page=1&search=copia%2019999'),
    await timed('search in it for a word of all', examQuestions.list.path, '?page=1&search=massa'),
    await timed('its questions with a tag', examQuestions.list.path, '?page=1&tag=rara'),
    await timed('those that no assessment uses', examQuestions.list.path, '?page=1&used=none'),
  ]
  const before = await memoryOf(api.pid)
  const file = await ask(examResults.marksFile.path)
  figures.push({
    name: `marks of ${attempts} students as a file`,
    value: `${Math.round(file)} ms, the API holds ${Math.max(0, (await memoryOf(api.pid)) - before)} MB more`,
    floor: '',
    target: 'at most 50 MB more',
    ok: (await memoryOf(api.pid)) - before <= 50,
  })
  await api.stop()
  return [...figures, ...(await measurePlanner(stack, school))]
}

/** All attempts ended in the same second, and no student hands in. */
async function measurePlanner(stack: BenchStack, school: BenchSchool): Promise<Figure[]> {
  const { admin } = stack
  await admin.query(
    `update exam_attempts set utc_handed_in_on = null, handed_in_how = null, earned = null, points = null, total = null where school_id = $1`,
    [school.id],
  )
  await admin.query(
    'update exam_marks set points = null, total = null, attempts = 0, utc_passed_on = null where school_id = $1',
    [school.id],
  )
  await admin.query('vacuum analyze exam_attempts, exam_marks')
  await admin.query(`insert into due_jobs (school_id, name, utc_due_on) values ($1, 'exam_attempts.end', now())`, [
    school.id,
  ])
  const countLeft = async () => {
    const { rows } = await admin.query<{ left: string }>(
      'select count(*) as left from exam_attempts where school_id = $1 and utc_handed_in_on is null',
      [school.id],
    )
    return Number(rows[0]!.left)
  }
  const worker = stack.run(path.join(serverSource, 'main-worker.ts'))
  const asleep = performance.now()
  while ((await countLeft()) === attempts && performance.now() - asleep < plannerPatienceMs) await wait(200)
  const [begun, before] = [performance.now(), await memoryOf(worker.pid)]
  let peak = before
  while ((await countLeft()) > 0 && performance.now() - begun < plannerPatienceMs) {
    peak = Math.max(peak, await memoryOf(worker.pid))
    await wait(500)
  }
  const [took, left] = [performance.now() - begun, await countLeft()]
  await worker.stop()
  return [
    {
      name: `${attempts} attempts that ended in the same second, handed in by the planner`,
      value: `${(took / 1000).toFixed(0)} s, ${(took / (attempts - left)).toFixed(1)} ms each, ${peak - before} MB more, ${left} left`,
      floor: '',
      target: 'none left after 5 minutes, at most 100 MB more',
      ok: left === 0 && peak - before <= 100,
    },
  ]
}

const figure = (name: string, ms: number, atMostMs: number | undefined): Figure => ({
  name,
  value: `${Math.round(ms)} ms`,
  floor: '',
  target: atMostMs === undefined ? 'told' : `at most ${atMostMs} ms`,
  ok: atMostMs === undefined || ms <= atMostMs,
})

/** Megabytes that a process holds now. */
async function memoryOf(pid: number): Promise<number> {
  const kilobytes = /^VmRSS:\s+(\d+)/m.exec(await readFile(`/proc/${pid}/status`, 'utf8'))![1]
  return Math.round(Number(kilobytes) / 1024)
}
