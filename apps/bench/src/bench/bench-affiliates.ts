import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { courses } from '@escola/contract/courses.contract'
import { learning } from '@escola/contract/learning.contract'
import type pg from 'pg'
import type { Bench } from './bench.ts'
import { type BenchSchool, courseLink, lessonLink, makeSchools } from './bench-schools.ts'
import { serverSource } from './bench-stack.ts'
import { json } from './calls.ts'
import type { Figure } from './figure.ts'
import { compareLoads, words } from './in-turns.ts'
import { type LoadRequest, load } from './load.ts'

/** AFFILIATES=500 measures a franchise as large as it may become. */
const affiliateCount = Number(process.env.AFFILIATES ?? 50)
const secondsEach = 0.12
const patienceMs = 600_000
const studentCount = 32

/** An affiliate's students in a course of its franchisor, against those of a school in its own; and how soon a publishing is everywhere. */
export async function benchAffiliates(bench: Bench): Promise<Figure[]> {
  const stack = await bench.stack()
  const [franchisor, own, affiliate] = await makeSchools(stack, Array(3).fill(studentCount))
  const others = await makeSchools(stack, Array(affiliateCount - 1).fill(1))
  const [{ id, admin }, all] = [{ ...franchisor!, admin: stack.admin }, [affiliate!, ...others]]
  await join(admin, id, all)
  const [api, worker] = [await stack.serveApi(), stack.run(path.join(serverSource, 'main-worker.ts'))]
  await admin.query(`insert into outbox (school_id, name, payload) values ($1, 'editions.spread', '{}')`, [id])
  await untilCopied(admin, franchisor!.courseId, 0)
  await enroll(admin, affiliate!, franchisor!)
  const figures = await compareStudents(api.port, own!, affiliate!)
  const seconds = await publish(admin, api.port, franchisor!)
  await worker.stop()
  await api.stop()
  return [
    ...figures,
    {
      name: `from a publishing to the last of ${affiliateCount} affiliates`,
      value: `${seconds.toFixed(1)} s, 48 lessons each`,
      floor: '',
      target: `at most ${secondsEach} s each`,
      ok: seconds <= affiliateCount * secondsEach,
    },
  ]
}

/** Makes the schools affiliates of the franchisor, in a plan of all its courses, and unpublishes their own courses under another link. */
async function join(client: pg.Client, franchisorId: string, schools: BenchSchool[]): Promise<void> {
  const ids = schools.map((school) => school.id)
  await client.query(
    `with plan as (insert into affiliate_plans (school_id, title, all_courses, utc_created_on) values ($1, 'Plano', true, now()) returning id)
      insert into affiliates (school_id, affiliate_id, plan_id, name, utc_invited_on, utc_approved_on)
        select $1, affiliate_id, plan.id, 'Filial', now(), now() from plan, unnest($2::bigint[]) as affiliate_id`,
    [franchisorId, ids],
  )
  await client.query(
    `insert into franchisors (school_id, franchisor_id, invitation, name, utc_invited_on, utc_approved_on)
      select school_id, $1, 1, 'Matriz', now(), now() from unnest($2::bigint[]) as school_id`,
    [franchisorId, ids],
  )
  await client.query(
    `update courses set link = 'proprio', utc_published_on = null, is_visible = false where school_id = any($1::bigint[])`,
    [ids],
  )
}

/** Students of the affiliate have the edition in their class, and have completed of it what other schools' students have of their own course. */
async function enroll(client: pg.Client, { id, cohortId }: BenchSchool, franchisor: BenchSchool): Promise<void> {
  const values = [id, franchisor.courseId]
  await client.query('insert into cohort_courses (school_id, cohort_id, course_id) values ($1, $3, $2)', [
    ...values,
    cohortId,
  ])
  await client.query(
    `insert into course_progress (school_id, user_id, course_id) select school_id, user_id, $2 from memberships where school_id = $1 and is_student`,
    values,
  )
  await client.query(
    `insert into lesson_completions (school_id, user_id, lesson_id, course_id)
      select $1, m.user_id, d.lesson_id, $2 from memberships m, (select distinct lesson_id from lesson_completions where school_id = $3) d
      where m.school_id = $1 and m.is_student`,
    [...values, franchisor.id],
  )
}

async function compareStudents(port: number, own: BenchSchool, affiliate: BenchSchool): Promise<Figure[]> {
  const calls: Record<string, (school: BenchSchool, token: string) => LoadRequest> = {
    home: ({ id }, token) => ({
      path: `/api${learning.home.path.replace(':schoolId', id)}`,
      headers: { authorization: `Bearer ${token}` },
    }),
    course: ({ id }, token) => ({
      path: `/api${learning.course.path.replace(':schoolId', id).replace(':degreeLink', courseLink)}`,
      headers: { authorization: `Bearer ${token}` },
    }),
    lesson: ({ id }, token) => ({
      method: 'POST',
      path: `/api${learning.lesson.path.replace(':schoolId', id).replace(':degreeLink', courseLink)}`,
      ...json(token, { classLink: lessonLink }),
    }),
  }
  const figures: Figure[] = []
  for (const [name, ask] of Object.entries(calls)) {
    const of = (school: BenchSchool) => school.studentTokens.map((token) => ask(school, token))
    const { ratio, base, value } = await compareLoads(
      () => load(port, of(own)),
      () => load(port, of(affiliate)),
    )
    figures.push({
      name: `an affiliate's ${name}`,
      value: words(value),
      floor: `${words(base)} (of a school's own course)`,
      ratio: 1 / ratio,
      target: 'at most 1.15×',
      ok: 1 / ratio <= 1.15,
    })
  }
  return figures
}

/** @returns seconds from the answer of the publishing until each affiliate has the new version */
async function publish(client: pg.Client, port: number, { id, courseId, adminToken }: BenchSchool): Promise<number> {
  await client.query(`update lessons set draft = '{"title": "Nova"}' where school_id = $1 and course_id = $2`, [
    id,
    courseId,
  ])
  const { rows } = await client.query<{ version: number }>(
    'select published_version::int as version from courses where school_id = $1 and id = $2',
    [id, courseId],
  )
  const address = courses.publish.path.replace(':schoolId', id).replace(':link', courseLink)
  const init = { method: 'POST', ...json(adminToken, { id: courseId }) }
  const answer = await fetch(`http://127.0.0.1:${port}/api${address}`, init)
  if (!answer.ok) throw new Error(`the course was not published: ${await answer.text()}`)
  const start = performance.now()
  await untilCopied(client, courseId, rows[0]!.version + 1)
  return (performance.now() - start) / 1000
}

async function untilCopied(client: pg.Client, courseId: string, version: number): Promise<void> {
  const end = Date.now() + patienceMs
  while (Date.now() < end) {
    const { rows } = await client.query<{ copied: number }>(
      'select count(*)::int as copied from editions where course_id = $1 and version >= $2 and utc_copied_on is not null',
      [courseId, version],
    )
    if (rows[0]!.copied === affiliateCount) return
    await wait(50)
  }
  throw new Error('not all affiliates have the course')
}
