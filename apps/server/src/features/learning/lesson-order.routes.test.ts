import { allRoutes } from '@escola/contract/api'
import { bookmarks } from '@escola/contract/bookmarks.contract'
import { examAttempts } from '@escola/contract/exam-attempts.contract'
import { newExamSettings } from '@escola/contract/exam-plan'
import { learning } from '@escola/contract/learning.contract'
import { lessonOrder } from '@escola/contract/lesson-order.contract'
import { search } from '@escola/contract/search.contract'
import { studentViews } from '@escola/contract/student-views.contract'
import { threads } from '@escola/contract/threads.contract'
import { expect, it } from 'vitest'
import type { ZodObject } from 'zod'
import type { Person } from '../../testing/call.ts'
import { makeAttended } from '../../testing/member-scope.ts'
import { statementsOf } from '../../testing/statement-checks.ts'
import { world } from '../../testing/world.ts'
import { makeExamSchool } from '../exam-attempts/exam-attempts.testing.ts'
import { makeLearningSchool, markLesson } from './learning.testing.ts'
import { getOrderReach } from './order-reach.service.ts'
import { Outlines } from './outlines.service.ts'

/** A course of three lessons in order, with one student in its class. */
async function makeOrdered(inOrder = true) {
  const { call } = await world()
  const fixture = await makeLearningSchool()
  const { school, course, student } = fixture
  const setOrder = (in_order: boolean) =>
    school.tx((db) => db.updateTable('courses').set({ in_order }).where('id', '=', course.id).execute())
  await setOrder(inOrder)
  const open = (lesson: number, as: Person = student, isAhead?: boolean) =>
    call(learning.lesson, {
      as,
      params: { degreeLink: course.link },
      body: { classLink: course.lessons[lesson]!.link, isAhead },
    })
  const codes = async (as: Person = student) =>
    Promise.all(
      course.lessons.map(async (_, at) => {
        const { status, error } = await open(at, as, true)
        return status === 200 ? 'ok' : error.code
      }),
    )
  const mark = (lesson: number, isComplete = true) => markLesson(fixture, student, lesson, isComplete)
  const opened = () =>
    school.tx(async (db) =>
      (await db.selectFrom('course_progress').select('opened').execute()).map((row) => row.opened),
    )
  return { call, ...fixture, setOrder, open, codes, mark, opened }
}

const held = 'degree_lesson_held'

it('opens each lesson when the one before is complete, and locks none when a mark is taken back', async () => {
  const { codes, mark, call, student, course } = await makeOrdered()
  expect(await codes()).toEqual(['ok', held, held])
  expect((await mark(1)).error.code).toBe(held)
  const outline = async () => {
    const { degree } = (await call(learning.course, { as: student, params: { degreeLink: course.link } })).body
    return [degree.nextContentLink, ...degree.modules.flatMap(({ content }) => content.map(({ after }) => after))]
  }
  const [first, second] = course.lessons.map(({ link }) => link)
  expect(await outline()).toEqual([first, undefined, first, second])
  await mark(0)
  expect(await codes()).toEqual(['ok', 'ok', held])
  expect(await outline()).toEqual([second, undefined, undefined, second])
  await mark(0, false)
  expect(await codes()).toEqual(['ok', 'ok', held])
})

it('lets administrators pass, and shows them the order in the view of a student', async () => {
  const { codes, school, call, course, student } = await makeOrdered()
  expect(await codes(school.admin)).toEqual(['ok', 'ok', 'ok'])
  const { link } = await school.tx((db) =>
    db.selectFrom('memberships').where('user_id', '=', student.userId).select('link').executeTakeFirstOrThrow(),
  )
  const params = { link, degreeLink: course.link, lessonLink: course.lessons[1]!.link }
  expect((await call(studentViews.lesson, { as: school.admin, params })).error.code).toBe(held)
})

it('leaves open what was opened once, and writes that down for courses in order alone', async () => {
  const { open, codes, setOrder, opened, mark, course, school } = await makeOrdered(false)
  await open(2)
  expect(await opened()).toEqual([[]])
  await setOrder(true)
  expect(await codes()).toEqual(['ok', held, held])
  await open(0)
  await mark(0)
  await open(1)
  await open(1)
  expect(await opened()).toEqual([[course.lessons[0]!.id, course.lessons[1]!.id]])
  // The author puts another lesson first.
  const [first, second, third] = course.lessons.map(({ id }) => id)
  await school.tx(async (db) => {
    const [one, two] = course.module_order
    await db
      .updateTable('modules')
      .set({ lesson_order: [third!, first!, second!] })
      .where('id', '=', one!)
      .execute()
    await db.updateTable('modules').set({ lesson_order: [] }).where('id', '=', two!).execute()
    await db.updateTable('courses').set({ title: 'Outra ordem' }).where('id', '=', course.id).execute()
  })
  expect(await codes()).toEqual(['ok', 'ok', 'ok'])
})

it('knows from a watched video that a lesson was opened before the switch', async () => {
  const { codes, setOrder, call, student, course } = await makeOrdered(false)
  const body = { contentId: course.lessons[2]!.id, degreeId: course.id, position: 42 }
  await call(learning.savePosition, { as: student, body })
  await setOrder(true)
  await expect.poll(() => codes()).toEqual(['ok', held, 'ok'])
})

it('opens what follows an assessment that must be passed once it is passed, and no sooner', async () => {
  const { call } = await world()
  const { school, course, lesson, student } = await makeExamSchool({ settings: { must_pass: true } })
  await school.tx((db) => db.updateTable('courses').set({ in_order: true }).where('id', '=', course.id).execute())
  const second = () =>
    call(learning.lesson, {
      as: student,
      params: { degreeLink: course.link },
      body: { classLink: course.lessons[1]!.link },
    })
  expect((await second()).error.code).toBe(held)
  const passed = { user_id: student.userId, course_id: course.id, lesson_id: lesson!.id }
  await school.tx((db) => db.insertInto('lesson_completions').values(passed).execute())
  expect((await second()).status).toBe(200)
})

/** Student routes that take a lesson. */
const lessonFields = ['contentId', 'contentLink', 'classLink', 'lessonLink', 'lessonId']
const fieldsOf = (schema: unknown) => Object.keys((schema as ZodObject | undefined)?.shape ?? {})
const routesOfLessons = allRoutes
  .filter(({ route }) => route.access === 'member')
  .filter(({ route }) =>
    [route.params, 'body' in route ? route.body : undefined]
      .flatMap(fieldsOf)
      .some((field) => lessonFields.includes(field)),
  )
  .map(({ name }) => name)

it('refuses a lesson that is held back on every way to it', async () => {
  const { call, school, course, student } = await makeOrdered()
  const lesson = course.lessons[1]!
  const { id: threadId } = await school.make.thread({ id: course.id, lessons: [lesson] }, student)
  const now = new Date()
  const exam = { course_id: course.id, lesson_id: lesson.id, plan: '{}', utc_created_on: now, utc_changed_on: now }
  await school.tx(async (db) => {
    const { id: exam_id } = await db.insertInto('exams').values(exam).returning('id').executeTakeFirstOrThrow()
    const publication = {
      exam_id,
      number: 1,
      settings: JSON.stringify(newExamSettings),
      parts: '[]',
      utc_published_on: now,
    }
    await db.insertInto('exam_publications').values(publication).execute()
    await db.updateTable('exams').set({ publication: 1 }).where('id', '=', exam_id).execute()
  })
  const { id: fileId } = await school.make.file()
  const as = { as: student }
  const place = { contentId: lesson.id, contentLink: lesson.link, threadId, fileId }
  const query = { degreeLink: course.link }
  const contentId = lesson.id
  const degreeId = course.id
  const metadata = { content: { [contentId]: { isComplete: true } } }
  const ways = {
    'bookmarks.save': () => call(bookmarks.save, { ...as, body: { degreeId, contentId, isBookmark: true } }),
    'examAttempts.begin': () => call(examAttempts.begin, { ...as, params: place }),
    'examAttempts.state': () => call(examAttempts.state, { ...as, params: place }),
    'learning.complete': () =>
      call(learning.complete, { ...as, body: { degreeId, contentId, userDegree: { metadata } } }),
    'learning.fileLink': () => call(learning.fileLink, { ...as, params: place }),
    'learning.lesson': () => call(learning.lesson, { ...as, params: query, body: { classLink: lesson.link } }),
    'learning.savePosition': () => call(learning.savePosition, { ...as, body: { degreeId, contentId, position: 42 } }),
    'threads.ask': () => call(threads.ask, { ...as, params: place, query, body: { message: '<p>Oi</p>' } }),
    'threads.ofLesson': () => call(threads.ofLesson, { ...as, params: { ...place, ...query } }),
    'threads.remove': () => call(threads.remove, { ...as, params: place, query }),
    'threads.reply': () => call(threads.reply, { ...as, params: place, query, body: { message: '<p>Oi</p>' } }),
  }
  expect(Object.keys(ways).sort(), 'a new route of a lesson is to be asked here').toEqual(routesOfLessons.sort())
  for (const [name, ask] of Object.entries(ways)) {
    const { status, error } = await ask()
    expect([name, status, error?.code]).toEqual([name, 403, held])
  }
})

it('is found by the search once it is open', async () => {
  const { call, student, mark, school } = await makeOrdered()
  const find = async (as: Person) =>
    (await call(search.everything, { as, query: { q: 'Aula', view: 'student' } })).body.contents.map(
      ({ title }) => title,
    )
  expect(await find(student)).toEqual(['Aula 1.1'])
  expect(await find(school.admin)).toEqual(['Aula 1.1', 'Aula 1.2', 'Aula 2.1'])
  await mark(0)
  expect(await find(student)).toEqual(['Aula 1.1', 'Aula 1.2'])
})

it('costs one statement more for a lesson that is opened first, and none afterwards or without the switch', async () => {
  const costs = async (inOrder: boolean) => {
    const { open } = await makeOrdered(inOrder)
    await open(0, undefined, true)
    const count = async () => (await statementsOf(() => open(0))).filter((text) => / with [1-9]\d*$/.test(text)).length
    return [await count(), await count()]
  }
  const [first, again] = await costs(false)
  const [firstInOrder, againInOrder] = await costs(true)
  expect([firstInOrder! - first!, againInOrder]).toEqual([1, again])
})

it('says what the switch would close and leave open to those who have begun', async () => {
  const { tools } = await world()
  const { call, school, course, open, mark, student, cohort } = await makeOrdered(false)
  const ask = async () =>
    (await call(lessonOrder.reach, { as: school.admin, params: { link: course.link } })).body.reach
  const nothing = { closing: 0, kept: { students: 0, lessons: 0 }, isWhole: true }
  expect(await ask()).toEqual(nothing)
  await open(0)
  expect(await ask()).toEqual({ ...nothing, closing: 1 })
  await call(learning.savePosition, {
    as: student,
    body: { contentId: course.lessons[2]!.id, degreeId: course.id, position: 42 },
  })
  const kept = { students: 1, lessons: 1 }
  await expect.poll(ask).toEqual({ ...nothing, closing: 1, kept })
  await mark(0)
  expect(await ask()).toEqual({ ...nothing, kept })
  const other = await school.make.student('Outra')
  await school.make.enrollment(cohort, other)
  await open(0, other)
  const small = { ...tools, outlines: new Outlines() }
  const asOwner = makeAttended(school, school.admin, { roles: ['owner'] })
  expect((await getOrderReach(asOwner, course.link, small, { atMost: 1, atOnce: 1 })).reach.isWhole).toBe(false)
  expect((await getOrderReach(asOwner, course.link, small, { atMost: 2, atOnce: 1 })).reach).toEqual({
    ...{ closing: 1, isWhole: true },
    kept,
  })
  expect((await call(lessonOrder.reach, { as: school.admin, params: { link: 'nada' } })).status).toBe(404)
})
