import { minuteMs } from '@escola/contract/durations'
import { newExamSettings } from '@escola/contract/exam-plan'
import { examQuestions } from '@escola/contract/exam-questions.contract'
import { exams } from '@escola/contract/exams.contract'
import pg from 'pg'
import { expect, it } from 'vitest'
import { jobs } from '../../jobs/catalogue.ts'
import { enqueue } from '../../jobs/enqueue.ts'
import type { Person } from '../../testing/call.ts'
import { affiliate, makePlan } from '../../testing/franchise.ts'
import { type Kill, killsProcesses, workThroughDeath } from '../../testing/killed-worker.ts'
import { makeAttended } from '../../testing/member-scope.ts'
import { type World, world } from '../../testing/world.ts'
import { publishCourse } from '../publishing/publishing.service.ts'
import { draw, written } from './edition-exams.testing.ts'
import { spreadEditions } from './spreading.service.ts'

/** KILLED_AFFILIATES=500 KILLED_LESSONS=200 KILLED_TIMES=10, with KILLED_PROCESSES, tries a franchise as large as it may become, and prints figures. */
const affiliates = Number(process.env.KILLED_AFFILIATES ?? (killsProcesses ? 30 : 10))
const lessonCount = Number(process.env.KILLED_LESSONS ?? (killsProcesses ? 20 : 3))
const kills = Number(process.env.KILLED_TIMES ?? 2)
const isMeasured = process.env.KILLED_AFFILIATES !== undefined
const print = (line: string) => void process.stderr.write(`${line}\n`)

/** Every value that comes from the franchisor, for each school that has the course: one line when all are equal. */
const comparison = `
  select count(*)::int as schools, md5(concat(c.title, c.description, c.module_order, l.texts, m.texts, x.texts)) as sum
  from courses c
  join lateral (select string_agg(concat(l.id, l.title, l.description, l.main_media_url, l.files, l.utc_published_on), '|' order by l.id) as texts
    from lessons l where l.school_id = c.school_id and l.course_id = c.id and l.utc_published_on is not null) l on true
  join lateral (select string_agg(concat(m.id, m.title, m.lesson_order), '|' order by m.id) as texts
    from modules m where m.school_id = c.school_id and m.course_id = c.id) m on true
  join lateral (select string_agg(concat(e.id, e.lesson_id, p.settings, p.parts, v.content), '|' order by e.id, v.question_id) as texts
    from exams e join exam_publications p on p.school_id = e.school_id and p.exam_id = e.id and p.number = e.publication
    join exam_publication_questions q on q.school_id = p.school_id and q.exam_id = p.exam_id and q.number = p.number
    join exam_question_versions v on v.school_id = q.school_id and v.question_id = q.question_id and v.number = q.version
    where e.school_id = c.school_id and e.course_id = c.id) x on true
  where c.id = $1 group by 2`

/** An assessment that draws one of two questions. */
async function planExam({ call }: World, as: Person, lessonId: string) {
  for (const statement of ['<p>Uma</p>', '<p>Outra</p>'])
    await call(examQuestions.create, { as, body: written({ statement }) })
  const plan = { settings: newExamSettings, parts: [draw(1)] }
  expect((await call(exams.save, { as, params: { lessonId }, body: { version: null, plan } })).status).toBe(200)
}

it('copies each publishing to all affiliates, whole, although the worker is killed on the way', async () => {
  const w = await world()
  const franchisor = await w.makeSchool('Matriz')
  const course = await franchisor.make.course({ title: 'Um', modules: [lessonCount] })
  await planExam(w, franchisor.admin, course.lessons[0]!.id)
  const plan = await makePlan(franchisor, 'all')
  const affiliateIds: string[] = []
  for (let number = 0; number < affiliates; number++) {
    const school = await w.makeSchool(`Filial ${number}`)
    await affiliate(franchisor, school, plan)
    affiliateIds.push(school.id)
  }
  const client = new pg.Client({ connectionString: w.databaseUrl })
  await client.connect()
  const countCopied = async (version: number) => {
    const text =
      'select count(*)::int as copied from editions where course_id = $1 and version = $2 and utc_copied_on is not null'
    return (await client.query<{ copied: number }>(text, [course.id, version])).rows[0]!.copied
  }
  const compare = async () =>
    (await client.query<{ schools: number }>(comparison, [course.id])).rows.map((row) => row.schools)
  const isQuiet = async () =>
    (await client.query(`select from outbox where utc_done_on is null and name like 'editions.%'`)).rowCount === 0
  /** Seconds that a job of another school waits meanwhile. */
  const waits: number[] = []
  const other = await w.makeSchool('Outra')
  const watch = async (isOver: () => boolean) => {
    while (!isOver()) {
      const began = performance.now()
      await other.tx((db) => enqueue(db, jobs.completeCourse, { courseId: '1' }))
      const open = async () => (await other.pendingJobs()).length
      while ((await open()) > 0 && !isOver()) await new Promise((resolve) => setTimeout(resolve, 20))
      waits.push((performance.now() - began) / 1000)
      await new Promise((resolve) => setTimeout(resolve, 200))
    }
  }
  const run = async (version: number, killsAt: number[]) => {
    const began = performance.now()
    let isOver = false
    const watching = isMeasured && killsAt.length === 0 ? watch(() => isOver) : undefined
    let last = 0
    const held = 'select from courses where school_id = $1 and id = $2 for update'
    await workThroughDeath(w, {
      school: franchisor,
      jobs: [jobs.spreadEditions, jobs.settleEditions, jobs.copyEdition, jobs.copyCorrections],
      kills: killsAt.map((at): Kill => ({ hold: [held, [affiliateIds[at], course.id]], done: at })),
      patienceMs: isMeasured ? 600_000 : minuteMs,
      countDone: () => countCopied(version),
      isDone: async () => {
        const copied = await countCopied(version)
        if (copied === affiliates && last === 0) last = (performance.now() - began) / 1000
        return copied === affiliates && (await isQuiet())
      },
    })
    isOver = true
    await watching
    if (isMeasured)
      print(`version ${version}: all ${affiliates} after ${last.toFixed(1)} s, with ${killsAt.length} kills`)
  }

  await franchisor.tx(spreadEditions)
  await run(0, [])
  const author = makeAttended(franchisor, franchisor.admin, { roles: ['owner'] })
  const publishAnew = async (title: string) => {
    const draft = JSON.stringify({ title, description: '<p>Novo</p>' })
    await franchisor.tx((db) => db.updateTable('courses').set({ draft }).where('id', '=', course.id).execute())
    await franchisor.tx((db) => db.updateTable('lessons').set({ draft }).where('course_id', '=', course.id).execute())
    await publishCourse(author, course.id, w.tools)
  }
  await publishAnew('Dois')
  await run(
    1,
    Array.from({ length: kills }, (_, index) => Math.max(1, Math.floor((affiliates * index) / (kills + 1)))),
  )
  expect(await compare()).toEqual([affiliates + 1])
  if (isMeasured) {
    await publishAnew('Três')
    await run(2, [])
    expect(await compare()).toEqual([affiliates + 1])
    const sorted = waits.toSorted((left, right) => left - right)
    print(
      `jobs of another school: ${sorted.length}, median ${sorted[sorted.length >> 1]?.toFixed(2)} s, longest ${sorted.at(-1)?.toFixed(2)} s`,
    )
  }
  await client.end()
}, 1_800_000)
