import { dayMs } from '@escola/contract/durations'
import { learning } from '@escola/contract/learning.contract'
import { expect, it } from 'vitest'
import type { Person } from '../../testing/call.ts'
import { makeAttended } from '../../testing/member-scope.ts'
import { openTransaction, untilWaiting } from '../../testing/waiting-transactions.ts'
import { world } from '../../testing/world.ts'
import { getLesson } from './learning.service.ts'
import { certificatesOf, makeLearningSchool, markLesson } from './learning.testing.ts'
import { Outlines } from './outlines.service.ts'

/** A learning school whose lessons are opened at any moment. */
async function makeReaders() {
  const { call, tools, databaseUrl } = await world()
  const fixture = await makeLearningSchool()
  const { school, course, student } = fixture
  const degreeLink = course.link
  const openAt = (days: number, lesson = 0) =>
    getLesson(
      makeAttended(school, student),
      { degreeLink, lessonLink: course.lessons[lesson]!.link },
      { ...tools, outlines: new Outlines(), now: () => new Date(Date.now() + days * dayMs) },
    )
  const open = (as: Person, classLink?: string, isAhead?: boolean) =>
    call(learning.lesson, { as, params: { degreeLink }, body: { classLink, isAhead } })
  /** Days since the course was begun, for each student. */
  const starts = async () => {
    const rows = await school.tx((db) => db.selectFrom('course_progress').select('utc_started_on').execute())
    return rows.map((row) => Math.round((Date.now() - row.utc_started_on.getTime()) / dayMs))
  }
  /** Holds the course as its publishing does. */
  const lockCourse = () =>
    openTransaction(databaseUrl, 'select from courses where school_id = $1 and id = $2 for update', [
      school.id,
      course.id,
    ])
  return { ...fixture, databaseUrl, openAt, open, starts, lockCourse }
}

it('begins a course with the first lesson that its student opens, and the certificate says so', async () => {
  const readers = await makeReaders()
  await readers.openAt(-10, 1)
  await readers.openAt(-3)
  expect(await readers.starts()).toEqual([10])
  for (const lesson of [0, 1, 2]) expect((await markLesson(readers, readers.student, lesson)).status).toBe(200)
  await readers.openAt(0)
  expect(await readers.starts()).toEqual([10])
  const [certificate] = await certificatesOf(readers)
  const startedOn = new Date((certificate!.facts as { started_on: string }).started_on)
  expect(Math.round((Date.now() - startedOn.getTime()) / dayMs)).toBe(10)
})

it('begins nothing by a look at the course, a lesson that is read ahead or may not be opened, or an administrator', async () => {
  const { school, course, student, open, starts } = await makeReaders()
  const outsider = await school.make.student()
  const lesson = course.lessons[0]!.link
  const looks = [
    await open(student),
    await open(student, lesson, true),
    await open(student, 'nao-existe'),
    await open(outsider, lesson),
    await open(school.admin, lesson),
  ]
  expect(looks.map(({ status }) => status)).toEqual([200, 200, 404, 403, 200])
  expect(await starts()).toEqual([])
})

it('lets no later opening wait for a publishing', async () => {
  const { student, open, lockCourse, starts, course } = await makeReaders()
  const lesson = course.lessons[0]!.link
  expect((await open(student, lesson)).status).toBe(200)
  const publishing = await lockCourse()
  expect((await open(student, lesson)).status).toBe(200)
  await publishing.commit()
  expect(await starts()).toEqual([0])
})

it('begins a course once when its student opens lessons at the same time, after the publishing that is under way', async () => {
  const { course, student, databaseUrl, lockCourse, open, starts } = await makeReaders()
  const publishing = await lockCourse()
  const openings = Promise.all(course.lessons.map(({ link }) => open(student, link)))
  await untilWaiting(databaseUrl, course.lessons.length)
  await publishing.commit()
  expect((await openings).map(({ status }) => status)).toEqual([200, 200, 200])
  expect(await starts()).toEqual([0])
})
