import { categories } from '@escola/contract/categories.contract'
import { courses, type DegreeChange } from '@escola/contract/courses.contract'
import { type LessonChange, lessons } from '@escola/contract/lessons.contract'
import { beforeAll, expect, it } from 'vitest'
import type { Person } from '../../testing/call.ts'
import { type World, world } from '../../testing/world.ts'

let w: World
let admin: Person
beforeAll(async () => {
  w = await world()
  admin = w.northside.admin
})

type MadeCourse = Awaited<ReturnType<World['northside']['make']['course']>>
const toWireCourse = async ({ link }: { link: string }) =>
  (await w.call(courses.get, { as: admin, params: { link } })).body.degree
const save = async (course: MadeCourse, change: DegreeChange) => {
  const { version } = await toWireCourse(course)
  const answer = await w.call(courses.save, {
    as: admin,
    params: { link: course.link },
    body: { id: course.id, version, ...change },
  })
  expect(answer.status).toBe(200)
  return answer.body.degree
}
const saveLesson = async (course: MadeCourse, lessonLink: string, change: Partial<LessonChange>) => {
  const params = { courseLink: course.link, lessonLink }
  const version =
    lessonLink === '0' ? undefined : (await w.call(lessons.get, { as: admin, params })).body.content.version
  const answer = await w.call(lessons.save, { as: admin, params, body: { degree_id: course.id, version, ...change } })
  expect(answer.status).toBe(200)
  return answer.body.content
}
const body = (course: MadeCourse) => ({ as: admin, params: { link: course.link }, body: { id: course.id } })
const publish = (course: MadeCourse) => w.call(courses.publish, body(course))
const unpublish = (course: MadeCourse) =>
  w.call(courses.publish, { ...body(course), body: { id: course.id, unpublish: true } })
const discard = (course: MadeCourse) => w.call(courses.clearDraft, body(course))

/** All that students' screens are made of: the columns, and the lessons in order. */
const published = (course: MadeCourse) =>
  w.northside.tx(async (db) => {
    const columns = await db.selectFrom('courses').selectAll().where('id', '=', course.id).executeTakeFirstOrThrow()
    const lessons = await db
      .selectFrom('published_lessons as p')
      .innerJoin('modules as m', 'm.id', 'p.module_id')
      .innerJoin('lessons as l', 'l.id', 'p.lesson_id')
      .select(['m.title as module', 'l.title as lesson'])
      .where('p.course_id', '=', course.id)
      .orderBy('p.module_position')
      .orderBy('p.lesson_position')
      .execute()
    return {
      title: columns.title,
      description: columns.description,
      lessons: lessons.map((row) => [row.module, row.lesson]),
    }
  })

it('shows students nothing of an edit until it is published', async () => {
  const course = await w.northside.make.course({ title: 'Antes', modules: [2, 1] })
  const before = await published(course)
  const [first, second] = course.module_order as [string, string]
  const [lesson1, lesson2, lesson3] = course.lessons.map(({ id }) => id) as [string, string, string]
  await save(course, {
    title: 'Depois',
    description: '<p>novo texto</p>',
    modules: [{ id: first, title: 'Começo', alwaysAvailable: true }],
    moduleOrder: [second, first],
    contentOrderByModule: { [first]: [lesson2], [second]: [lesson1, lesson3] },
  })
  await saveLesson(course, course.lessons[0]!.link, { title: 'Aula trocada' })
  const added = await saveLesson(course, '0', { module_id: second, title: 'Aula nova' })

  expect(await published(course)).toEqual(before)
  const draft = await toWireCourse(course)
  expect(draft).toMatchObject({ title: 'Depois', isDraft: true, link: course.link })
  expect(draft.modules.map(({ title, content }) => [title, ...content.map((each) => each.title)])).toEqual([
    ['Módulo 2', 'Aula trocada', 'Aula 2.1', 'Aula nova'],
    ['Começo', 'Aula 1.2'],
  ])
  expect(draft.modules[0]!.content.map(({ isDraft }) => isDraft)).toEqual([true, false, true])

  const answer = await publish(course)
  expect(answer.body.degree).toMatchObject({ isDraft: false, version: draft.version })
  expect(await published(course)).toEqual({
    title: 'Depois',
    description: '<p>novo texto</p>',
    lessons: [
      ['Módulo 2', 'Aula trocada'],
      ['Módulo 2', 'Aula 2.1'],
      ['Módulo 2', 'Aula nova'],
      ['Começo', 'Aula 1.2'],
    ],
  })
  expect(added.isDraft).toBe(true)
})

it('publishes a first time with every lesson, and lets a save from before still pass', async () => {
  const course = await w.northside.make.course({ title: 'Primeira', modules: [2], published: false })
  expect((await published(course)).lessons).toEqual([])
  const { version } = await toWireCourse(course)
  const answer = await publish(course)
  expect(answer.body.degree.utc_published_on).not.toBeNull()
  expect((await published(course)).lessons).toHaveLength(2)
  const inFlight = await w.call(courses.save, {
    as: admin,
    params: { link: course.link },
    body: { id: course.id, version, description_title: 'a caminho' },
  })
  expect(inFlight.status).toBe(200)
  expect(inFlight.body.degree.isDraft).toBe(true)
})

it('says that nothing is a draft when an edit is taken back by hand', async () => {
  const course = await w.northside.make.course({ title: 'Igual' })
  expect((await save(course, { title: 'Outro' })).isDraft).toBe(true)
  expect((await save(course, { title: 'Igual' })).isDraft).toBe(false)
})

it('discards edits, and keeps lessons that were never published', async () => {
  const course = await w.northside.make.course({ title: 'Original', modules: [1, 1] })
  const before = await published(course)
  const [first, second] = course.module_order as [string, string]
  await save(course, { title: 'Mudado', moduleOrder: [first], contentOrderByModule: { [first]: [] } })
  await saveLesson(course, course.lessons[1]!.link, { title: 'Mudada' })
  const kept = await saveLesson(course, '0', { module_id: first, title: 'Só minha', description: '<p>texto único</p>' })
  const withNew = await save(course, {
    modules: [
      { id: 'new-a', title: 'Módulo com aula', alwaysAvailable: false },
      { id: 'new-b', title: 'Módulo vazio', alwaysAvailable: false },
    ],
  })
  await saveLesson(course, '0', { module_id: withNew.modules.at(-2)!.id, title: 'Outra só minha' })

  const { degree } = (await discard(course)).body
  expect(await published(course)).toEqual(before)
  expect(degree.title).toBe('Original')
  expect(degree.modules.map(({ id, title, content }) => [title, ...content.map((each) => each.title), id])).toEqual([
    ['Módulo 1', 'Aula 1.1', 'Só minha', first],
    ['Módulo 2', 'Aula 2.1', second],
    ['Módulo com aula', 'Outra só minha', expect.any(String)],
  ])
  const read = await w.call(lessons.get, { as: admin, params: { courseLink: course.link, lessonLink: kept.link } })
  expect(read.body.content).toMatchObject({ description: '<p>texto único</p>', module_id: first, isDraft: true })
  await publish(course)
  expect((await published(course)).lessons).toEqual([
    ['Módulo 1', 'Aula 1.1'],
    ['Módulo 1', 'Só minha'],
    ['Módulo 2', 'Aula 2.1'],
    ['Módulo com aula', 'Outra só minha'],
  ])
})

it('leaves nothing to discard after a discard when no lesson is new', async () => {
  const course = await w.northside.make.course({ modules: [2] })
  await save(course, { contentOrderByModule: { [course.module_order[0]!]: [course.lessons[1]!.id] } })
  expect((await discard(course)).body.degree.isDraft).toBe(false)
  const answers = await w.call(categories.list, { as: admin })
  const summary = answers.body.categories.flatMap(({ degrees }) => degrees).find(({ id }) => id === course.id)
  expect(summary?.isDraft).toBe(false)
})

it('refuses a save from before a discard', async () => {
  const course = await w.northside.make.course()
  const { version } = await save(course, { description_title: 'a' })
  await discard(course)
  const late = await w.call(courses.save, {
    as: admin,
    params: { link: course.link },
    body: { id: course.id, version, description_title: 'b' },
  })
  expect(late.status).toBe(409)
})

it('takes a course back without losing its drafts', async () => {
  const course = await w.northside.make.course({ title: 'Público', modules: [1] })
  await save(course, { title: 'Rascunho' })
  await saveLesson(course, course.lessons[0]!.link, { title: 'Aula em rascunho' })
  const { degree } = (await unpublish(course)).body
  expect(degree).toMatchObject({ title: 'Rascunho', utc_published_on: null, link: course.link })
  expect(degree.modules[0]!.content).toMatchObject([{ title: 'Aula em rascunho', utc_published_on: null }])
  expect((await published(course)).lessons).toEqual([])
  const renamed = await saveLesson(course, course.lessons[0]!.link, { title: 'Com outro nome' })
  expect(renamed.link).toBe(course.lessons[0]!.link)
  await publish(course)
  expect(await published(course)).toMatchObject({ title: 'Rascunho', lessons: [['Módulo 1', 'Com outro nome']] })
})

it('removes a lesson for students when that is published', async () => {
  const course = await w.northside.make.course({ modules: [2] })
  await save(course, { contentOrderByModule: { [course.module_order[0]!]: [course.lessons[1]!.id] } })
  expect((await published(course)).lessons).toHaveLength(2)
  await publish(course)
  expect((await published(course)).lessons).toEqual([['Módulo 1', 'Aula 1.2']])
  expect((await toWireCourse(course)).isDraft).toBe(false)
})

it('takes a course that is made private off the public class', async () => {
  const { make, tx } = w.northside
  const course = await make.course()
  const cohort = await make.cohort({ isPublic: true, courses: [course] })
  const isNamed = async () =>
    (await tx((db) => db.selectFrom('cohort_courses').select('course_id').where('course_id', '=', course.id).execute()))
      .length > 0
  const name = () =>
    tx((db) => db.insertInto('cohort_courses').values({ cohort_id: cohort.id, course_id: course.id }).execute())
  await save(course, { is_private: true })
  expect(await isNamed()).toBe(true)
  await publish(course)
  expect(await isNamed()).toBe(false)
  // A private course that the school names afterwards is meant.
  await name()
  await save(course, { description_title: 'Para todos' })
  await publish(course)
  expect(await isNamed()).toBe(true)
  await save(course, { is_private: false })
  await publish(course)
  await unpublish(course)
  expect(await isNamed()).toBe(true)
  await save(course, { is_private: true })
  expect(await isNamed()).toBe(false)
})
