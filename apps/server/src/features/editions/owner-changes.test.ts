import { affiliates } from '@escola/contract/affiliates.contract'
import { courses } from '@escola/contract/courses.contract'
import { learning } from '@escola/contract/learning.contract'
import { lessons } from '@escola/contract/lessons.contract'
import { schools } from '@escola/contract/schools.contract'
import { expect, it } from 'vitest'
import { affiliate, makePlan, runEditionJobs, spread } from '../../testing/franchise.ts'
import { world } from '../../testing/world.ts'

/** A franchisor with a course that has a file, and a school for each of two plans that offer it, both with a student. */
async function build() {
  const w = await world()
  const franchisor = await w.makeSchool('Matriz')
  const as = franchisor.admin
  const course = await franchisor.make.course({ modules: [1] })
  const [lesson] = course.lessons
  const upload = await w.call(lessons.uploadFile, {
    as,
    fields: {},
    file: { bytes: Buffer.from('oi'), filename: 'a.txt' },
  })
  const fileId = upload.body.file.id
  const saveFiles = async (version: number, ids: string[]) => {
    const files = ids.map((id) => ({ id, title: 'Arquivo' }))
    const params = { courseLink: course.link, lessonLink: lesson!.link }
    await w.call(lessons.save, { as, params, body: { degree_id: course.id, version, files } })
    return w.call(courses.publish, { as, params: { link: course.link }, body: { id: course.id } })
  }
  await saveFiles(1, [fileId])
  const plans = [await makePlan(franchisor, 'all'), await makePlan(franchisor, [course])]
  const taught: Awaited<ReturnType<typeof w.makeSchool>>[] = []
  for (const plan of plans) {
    const school = await w.makeSchool('Filial')
    await school.make.enrollment(await school.make.cohort({ all: true }), school.student)
    await affiliate(franchisor, school, plan)
    taught.push(school)
  }
  await spread(w, franchisor)
  /** Things that the student of each affiliate gets: cards at home, the lesson, its file. */
  const seen = async () => {
    expect(await runEditionJobs(w, franchisor)).toEqual([])
    return Promise.all(
      taught.map(async ({ id: schoolId, student }) => {
        const home = await w.call(learning.home, { as: student, params: { schoolId } })
        const params = { degreeLink: course.link }
        const opened = await w.call(learning.lesson, { as: student, params, body: { classLink: lesson!.link } })
        const link = await w.call(learning.fileLink, { as: student, params: { contentId: lesson!.id, fileId } })
        const file = link.status === 200 ? (await w.app.inject({ url: link.body.url })).statusCode : link.status
        return [home.body.categories.flatMap(({ degrees }) => degrees).length, opened.status, file]
      }),
    )
  }
  const platform = await w.makePlatformPerson()
  const block = (is_blocked: boolean) =>
    w.call(schools.update, {
      as: platform,
      params: { schoolId: franchisor.id },
      body: { is_blocked, blocked_reason: is_blocked ? 'Não pagou' : '' },
    })
  return { w, as, course, plans, taught, saveFiles, seen, block }
}
type Setup = Awaited<ReturnType<typeof build>>

const all = [1, 200, 200]
const withoutFile = [1, 200, 404]
const nothing = [0, 404, 404]
const status = async (call: Promise<{ status: number }>) => (await call).status

const changes: [string, (setup: Setup) => Promise<number>, status: number, first: number[], second: number[]][] = [
  ['changes nothing', async () => 200, 200, all, all],
  ['deletes the file', ({ saveFiles }) => status(saveFiles(2, [])), 200, withoutFile, withoutFile],
  [
    'deletes the course',
    async ({ w, as, course }) => {
      await w.call(courses.publish, { as, params: { link: course.link }, body: { id: course.id, unpublish: true } })
      return status(w.call(courses.remove, { as, body: { id: course.id } }))
    },
    200,
    nothing,
    nothing,
  ],
  [
    'wants to delete a plan that a school is in',
    ({ w, as, plans }) => status(w.call(affiliates.removePlan, { as, params: { planId: plans[1]!.id } })),
    409,
    all,
    all,
  ],
  [
    'deletes a plan whose school it has removed',
    async ({ w, as, plans, taught }) => {
      await w.call(affiliates.remove, { as, body: { school_id: taught[1]!.id } })
      return status(w.call(affiliates.removePlan, { as, params: { planId: plans[1]!.id } }))
    },
    200,
    all,
    nothing,
  ],
  ['is blocked', ({ block }) => status(block(true)), 200, nothing, nothing],
  [
    'is blocked and opened again',
    async ({ block, seen }) => {
      await block(true)
      expect(await seen()).toEqual([nothing, nothing])
      return status(block(false))
    },
    200,
    all,
    all,
  ],
]

it.each(changes)('shows each affiliate what is left when the owner %s', async (_, change, answer, first, second) => {
  const setup = await build()
  expect(await setup.seen()).toEqual([all, all])
  expect(await change(setup)).toBe(answer)
  expect(await setup.seen()).toEqual([first, second])
})
