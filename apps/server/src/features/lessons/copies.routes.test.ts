import { copies } from '@escola/contract/copies.contract'
import { courses } from '@escola/contract/courses.contract'
import { editionMessages } from '@escola/contract/editions.contract'
import { learning } from '@escola/contract/learning.contract'
import { lessons } from '@escola/contract/lessons.contract'
import { limits } from '@escola/contract/limits'
import { refusals } from '@escola/contract/refusals'
import { titleOfCopy } from '@escola/contract/titles'
import { beforeAll, expect, it } from 'vitest'
import { type World, world } from '../../testing/world.ts'
import { namedLessonFiles } from './lesson-files.queries.ts'

let w: World
beforeAll(async () => {
  w = await world()
})

const admin = () => w.northside.admin
const copyCourse = (id: string, headers = {}) => w.call(copies.course, { as: admin(), body: { id }, headers })
const rowOf = (id: string) =>
  w.northside.tx((db) => db.selectFrom('courses').selectAll().where('id', '=', id).executeTakeFirstOrThrow())
const lessonsOf = (courseId: string) =>
  w.northside.tx((db) =>
    db.selectFrom('lessons').selectAll().where('course_id', '=', courseId).orderBy('link').execute(),
  )
const titlesOf = ({ modules }: { modules: { title: string; content: { title: string }[] }[] }) =>
  modules.map(({ title, content }) => [title, ...content.map((lesson) => lesson.title)])

it('copies a course as its author sees it, for no student', async () => {
  const category = await w.northside.make.category()
  const course = await w.northside.make.course({ modules: [2, 1], category_id: category.id })
  const [first] = course.lessons
  const file = { id: '77', title: 'Apostila', filename: 'a.pdf', type: 'application/pdf', size: 9 }
  await w.northside.tx(async (db) => {
    const draft = JSON.stringify({ title: 'Escrito depois', main_media_url: 'upload:55', files: [file] })
    await db.updateTable('lessons').set({ draft }).where('id', '=', first!.id).execute()
    await db
      .updateTable('courses')
      .set({ draft: JSON.stringify({ workload_minutes: 90 }) })
      .where('id', '=', course.id)
      .execute()
  })
  const before = { course: await rowOf(course.id), lessons: await lessonsOf(course.id) }
  const { status, body } = await copyCourse(course.id)
  expect(status).toBe(200)
  const { degree } = body
  expect(degree).toMatchObject({
    title: titleOfCopy(course.title),
    link: expect.stringMatching(/^paes-artesanais-copia/),
    category_id: category.id,
    workload_hours: 90,
    utc_published_on: null,
  })
  const original = await w.call(courses.get, { as: admin(), params: { link: course.link } })
  expect(titlesOf(degree)).toEqual(titlesOf(original.body.degree))
  expect(degree.modules[0]!.content[0]!.title).toBe('Escrito depois')
  const copied = await lessonsOf(degree.id)
  expect(copied.map(({ link }) => link)).toEqual(before.lessons.map(({ link }) => link))
  expect(copied.find(({ link }) => link === first!.link)).toMatchObject({
    title: 'Escrito depois',
    main_media_url: 'upload:55',
    files: [file],
    draft: null,
    utc_published_on: null,
  })
  expect({ course: await rowOf(course.id), lessons: await lessonsOf(course.id) }).toEqual(before)
  expect(body.school.categories.find(({ id }) => id === category.id)!.degrees.map(({ id }) => id)).toEqual([
    course.id,
    degree.id,
  ])
  const student = await w.northside.make.student()
  await w.northside.make.enrollment(await w.northside.make.cohort({ all: true }), student)
  expect((await w.call(learning.course, { as: student, params: { degreeLink: degree.link } })).status).not.toBe(200)
})

it('keeps the files of a copy when the original is deleted', async () => {
  const course = await w.northside.make.course({ published: false, modules: [1] })
  const files = JSON.stringify([{ id: '4242', title: 'A', filename: 'a.pdf', type: 'application/pdf', size: 9 }])
  await w.northside.tx((db) => db.updateTable('lessons').set({ files }).where('course_id', '=', course.id).execute())
  await copyCourse(course.id)
  await w.call(courses.remove, { as: admin(), body: { id: course.id } })
  const named = await w.northside.tx((db) => namedLessonFiles().execute(db))
  expect(named.rows.map(({ id }) => id)).toContain('4242')
})

it('makes one copy of a call that is repeated', async () => {
  const course = await w.northside.make.course()
  const headers = { 'idempotency-key': 'copy-0001' }
  const [one, other] = [await copyCourse(course.id, headers), await copyCourse(course.id, headers)]
  expect(other.body.degree.id).toBe(one.body.degree.id)
  expect((await copyCourse(course.id)).body.degree.title).toBe(titleOfCopy(course.title))
})

it('copies a module behind itself, as a draft of a published course', async () => {
  const course = await w.northside.make.course({ modules: [2, 1] })
  const id = course.module_order[0]!
  const body = { id, degree_id: course.id, to_degree_id: course.id }
  const answer = await w.call(copies.module, { as: admin(), body })
  const { degree } = answer.body
  const [original, copy, last] = degree.modules
  expect([original!.id, last!.id]).toEqual(course.module_order)
  expect(copy!.title).toBe(titleOfCopy(original!.title))
  expect(copy!.content.map(({ title }) => title)).toEqual(original!.content.map(({ title }) => title))
  expect(new Set(degree.modules.flatMap(({ content }) => content.map(({ link }) => link))).size).toBe(5)
  expect(degree.isDraft).toBe(true)
  expect((await rowOf(course.id)).module_order).toEqual(course.module_order)
})

it('copies a module to the end of another course, with its title', async () => {
  const from = await w.northside.make.course({ modules: [2] })
  const to = await w.northside.make.course({ modules: [1], published: false })
  const body = { id: from.module_order[0]!, degree_id: from.id, to_degree_id: to.id }
  const { degree } = (await w.call(copies.module, { as: admin(), body })).body
  expect(degree.id).toBe(to.id)
  expect(degree.modules).toHaveLength(2)
  const original = await w.call(courses.get, { as: admin(), params: { link: from.link } })
  expect(titlesOf(degree)[1]).toEqual(titlesOf(original.body.degree)[0])
})

it('copies a lesson behind itself, and to the end of a module of another course', async () => {
  const from = await w.northside.make.course({ modules: [2] })
  const to = await w.northside.make.course({ modules: [1] })
  const [lesson] = from.lessons
  const body = { id: lesson!.id, degree_id: from.id, to_degree_id: from.id, to_module_id: from.module_order[0]! }
  const read = await w.call(courses.get, { as: admin(), params: { link: from.link } })
  const [first, second] = titlesOf(read.body.degree)[0]!.slice(1)
  const beside = (await w.call(copies.lesson, { as: admin(), body })).body.degree
  expect(titlesOf(beside)[0]!.slice(1)).toEqual([first, titleOfCopy(first!), second])
  const away = { ...body, to_degree_id: to.id, to_module_id: to.module_order[0]! }
  const elsewhere = (await w.call(copies.lesson, { as: admin(), body: away })).body.degree
  expect(titlesOf(elsewhere)[0]!.at(-1)).toBe(first)
  const copy = elsewhere.modules[0]!.content[1]!
  const params = { courseLink: to.link, lessonLink: copy.link }
  const { content } = (await w.call(lessons.get, { as: admin(), params })).body
  expect(content).toMatchObject({ title: first, utc_published_on: null, version: 1 })
})

it('refuses what is not there, is full, or belongs to a franchisor', async () => {
  const course = await w.northside.make.course({ modules: [1, 1] })
  const to = await w.northside.make.course({ modules: [1] })
  const here = { degree_id: course.id, to_degree_id: course.id }
  const refused = async (call: ReturnType<typeof w.call>) => {
    const { status, error } = await call
    return [status, error.fields ?? error.code]
  }
  expect(await refused(copyCourse('999999999'))).toEqual([404, 'degree_not_found'])
  const foreign = await w.riverside.make.course()
  expect(await refused(copyCourse(foreign.id))).toEqual([404, 'degree_not_found'])
  const module = (body: object) =>
    w.call(copies.module, { as: admin(), body: { id: course.module_order[0]!, ...here, ...body } })
  expect(await refused(module({ id: to.module_order[0]! }))).toEqual([400, { id: refusals.unknownModule }])
  expect(await refused(module({ to_degree_id: foreign.id }))).toEqual([404, 'degree_not_found'])
  const lesson = (body: object) =>
    w.call(copies.lesson, {
      as: admin(),
      body: { id: course.lessons[0]!.id, ...here, to_module_id: course.module_order[1]!, ...body },
    })
  expect(await refused(lesson({ id: to.lessons[0]!.id }))).toEqual([400, { id: refusals.unknownLesson }])
  expect(await refused(lesson({ to_module_id: to.module_order[0]! }))).toEqual([
    400,
    { to_module_id: refusals.unknownModule },
  ])
  await w.northside.tx(async (db) => {
    const full = Array.from({ length: limits.moduleLessons }, (_, index) => `${index + 1}`)
    await db.updateTable('modules').set({ lesson_order: full }).where('id', '=', course.module_order[1]!).execute()
  })
  expect(await refused(lesson({}))).toEqual([400, { to_module_id: refusals.moduleFull }])

  const franchisor = { franchisor_id: w.riverside.id, name: 'Riverside', invitation: 1, utc_invited_on: new Date() }
  await w.northside.tx((db) => db.insertInto('franchisors').values(franchisor).execute())
  const edition = await w.northside.make.course({ franchisor_id: w.riverside.id })
  expect(await refused(copyCourse(edition.id))).toEqual([409, { degree: editionMessages.readOnly('Riverside') }])
})
