import { learning } from '@escola/contract/learning.contract'
import { watchLimits } from '@escola/contract/watching'
import { expect, it } from 'vitest'
import type { Person } from '../../testing/call.ts'
import { world } from '../../testing/world.ts'
import { makeLearningSchool } from './learning.testing.ts'

interface Report {
  position: number
  duration?: number
  secondsAgo?: number
  contentId?: string
  degreeId?: string
}

/** A student with a course of three lessons who watches the first. */
async function watcher() {
  const { call } = await world()
  const fixture = await makeLearningSchool()
  const { school, course, student } = fixture
  const [lesson] = course.lessons
  const report = (body: Report, as: Person = student) =>
    call(learning.savePosition, { as, body: { contentId: lesson!.id, degreeId: course.id, ...body } })
  const position = async (as: Person = student, classLink = lesson!.link) => {
    const answer = await call(learning.lesson, { as, params: { degreeLink: course.link }, body: { classLink } })
    return answer.body.content!.position
  }
  const rows = () => school.tx((db) => db.selectFrom('lesson_positions').selectAll().execute())
  return { ...fixture, school, course, student, lesson: lesson!, report, position, rows }
}

it('keeps where each student stopped in each lesson, once', async () => {
  const { school, course, cohort, report, position, rows } = await watcher()
  expect(await position()).toBe(0)
  for (const second of [42, 42, 57]) expect((await report({ position: second, duration: 600 })).status).toBe(200)
  expect(await position()).toBe(57)
  const rita = await school.make.student('Rita Moraes')
  await school.make.enrollment(cohort, rita)
  expect(await position(rita)).toBe(0)
  await report({ position: 300 }, rita)
  await report({ position: 12, contentId: course.lessons[1]!.id })
  expect([await position(rita), await position()]).toEqual([300, 57])
  expect(await rows()).toHaveLength(3)
})

it('begins anew what had hardly begun or nearly ended', async () => {
  const { report, position } = await watcher()
  await report({ position: 300, duration: 600 })
  await report({ position: 571, duration: 600 })
  expect(await position()).toBe(0)
  await report({ position: 300, duration: 600 })
  await report({ position: 4, duration: 600 })
  expect(await position()).toBe(0)
})

it('counts what was watched last, whichever report comes first', async () => {
  const { report, position } = await watcher()
  await report({ position: 100 })
  // Another device was without a connection for an hour; then a retry of the first report arrives once more.
  await report({ position: 400, secondsAgo: 3600 })
  expect(await position()).toBe(100)
  await report({ position: 200 })
  await report({ position: 100, secondsAgo: 20 })
  expect(await position()).toBe(200)
})

it('refuses administrators of the school, students who may not open the lesson, and a lesson that is still locked', async () => {
  const { call } = await world()
  const { school, course, student, report, rows } = await watcher()
  const refused = await report({ position: 42 }, school.admin)
  expect([refused.status, refused.error.code]).toEqual([403, 'students_only'])
  const outsider = await school.make.student('Rita Moraes')
  expect((await report({ position: 42 }, outsider)).error.code).toBe('degree_forbidden')
  const other = await school.make.course({ modules: [1] })
  expect((await report({ position: 42, contentId: other.lessons[0]!.id })).status).toBe(404)
  expect((await report({ position: 42, degreeId: '999999999' })).error.code).toBe('degree_not_found')
  const body = { contentId: course.lessons[0]!.id, degreeId: course.id, position: 42 }
  expect((await call(learning.savePosition, { params: { schoolId: school.id }, body })).status).toBe(401)
  await school.tx((db) => db.updateTable('courses').set({ no_dripping: false }).where('id', '=', course.id).execute())
  const locked = await report({ position: 42, contentId: course.lessons.at(-1)!.id })
  expect(locked.error.code).toBe('degree_lesson_locked')
  await school.tx((db) => db.deleteFrom('enrollments').where('user_id', '=', student.userId).execute())
  expect((await report({ position: 42 })).error.code).toBe('degree_forbidden')
  expect(await rows()).toEqual([])
})

it.each([
  ['position', -1],
  ['position', 1.5],
  ['position', watchLimits.longest + 1],
  ['duration', -1],
  ['secondsAgo', -1],
  ['secondsAgo', watchLimits.oldest + 1],
])('names the field of a %s of %d', async (field, value) => {
  const { report, rows } = await watcher()
  const refused = await report({ position: 42, [field]: value })
  expect([refused.status, Object.keys(refused.error.fields ?? {})]).toEqual([400, [field]])
  expect(await rows()).toEqual([])
})

it('goes with its lesson', async () => {
  const { school, lesson, report, rows } = await watcher()
  await report({ position: 42 })
  await school.tx((db) => db.deleteFrom('lessons').where('id', '=', lesson.id).execute())
  expect(await rows()).toEqual([])
})
