import { categories } from '@escola/contract/categories.contract'
import { courses, type Degree, DegreeChange } from '@escola/contract/courses.contract'
import { type Lesson, LessonChange, lessons } from '@escola/contract/lessons.contract'
import { formatWorkload } from '@escola/contract/workload'
import { sql } from 'kysely'
import sharp from 'sharp'
import { beforeAll, describe, expect, it } from 'vitest'
import type { z } from 'zod'
import { imageUrl } from '../../files/image-url.ts'
import type { Person } from '../../testing/call.ts'
import { type World, world } from '../../testing/world.ts'
import { CourseValues, ModuleValues } from '../courses/course-values.ts'
import { LessonValues } from '../lessons/lesson-values.ts'

let w: World
let admin: Person
let file: { id: string }
beforeAll(async () => {
  w = await world()
  admin = w.northside.admin
  file = await w.northside.make.file()
})

type MadeCourse = Awaited<ReturnType<World['northside']['make']['course']>>
interface Case<Change, Value> {
  /** Change that a save sends, for a course that has modules of two and of one lesson. */
  change: (course: MadeCourse) => Change
  /** Values that the author's answers hold then. */
  shows: (value: Value) => object
}
type Cases<Change, Values> = { [Key in keyof Values]: Case<Change, Values[Key]> }
interface Noun {
  schema: z.ZodObject
  cases: Record<string, Case<object, never>>
  save(course: MadeCourse, change: object): Promise<unknown>
  row(course: MadeCourse): Promise<Record<string, unknown>>
  read(course: MadeCourse): Promise<object>
  list(course: MadeCourse): Promise<object>
}

const degreeOf = async ({ link }: MadeCourse): Promise<Degree> =>
  (await w.call(courses.get, { as: admin, params: { link } })).body.degree
const lessonOf = async ({ link, lessons: [first] }: MadeCourse): Promise<{ content: Lesson; degree: Degree }> =>
  (await w.call(lessons.get, { as: admin, params: { courseLink: link, lessonLink: first!.link } })).body
const rowOf = (table: 'courses' | 'modules' | 'lessons', id: string) =>
  w.northside.tx((db) => db.selectFrom(table).selectAll().where('id', '=', id).executeTakeFirstOrThrow())
const firstModule = ({ module_order }: MadeCourse) => module_order[0]!

async function uploadCover({ id }: MadeCourse) {
  const bytes = await sharp({ create: { width: 32, height: 18, channels: 3, background: 'navy' } })
    .png()
    .toBuffer()
  return w.call(courses.uploadCover, { as: admin, fields: { id }, file: { bytes, filename: 'capa.png' } })
}
async function saveCourse(course: MadeCourse, change: DegreeChange & { cover?: true }) {
  if (change.cover) return uploadCover(course)
  const { id, link, version } = await degreeOf(course)
  return w.call(courses.save, { as: admin, params: { link }, body: { id, version, ...change } })
}
async function saveLesson(course: MadeCourse, change: Partial<LessonChange>) {
  const { content } = await lessonOf(course)
  return w.call(lessons.save, {
    as: admin,
    params: { courseLink: course.link, lessonLink: content.link },
    body: { degree_id: course.id, version: content.version, ...change },
  })
}

const courseCases: Cases<DegreeChange & { cover?: true }, CourseValues> = {
  title: { change: () => ({ title: 'Outro título' }), shows: (title) => ({ title }) },
  description_title: {
    change: () => ({ description_title: 'Sobre' }),
    shows: (description_title) => ({ description_title }),
  },
  description: { change: () => ({ description: '<p>Novo</p>' }), shows: (description) => ({ description }) },
  workload_minutes: {
    change: () => ({ workload_hours: 77 }),
    shows: (value) => ({ workload_hours: value, workload_hours_pretty: formatWorkload(value) }),
  },
  landing_page_url: {
    change: () => ({ landing_page_url: 'venda' }),
    shows: (landing_page_url) => ({ landing_page_url }),
  },
  no_dripping: { change: () => ({ no_dripping: false }), shows: (no_dripping) => ({ no_dripping }) },
  dripping_what: {
    change: () => ({ dripping_config: { what: 'school_gateways', when: 'week' } }),
    shows: (what) => ({ dripping_config: { what } }),
  },
  dripping_when: {
    change: () => ({ dripping_config: { what: 'modules', when: 'month' } }),
    shows: (when) => ({ dripping_config: { when } }),
  },
  has_practice: { change: () => ({ has_practice: false }), shows: (has_practice) => ({ has_practice }) },
  in_order: { change: () => ({ in_order: true }), shows: (in_order) => ({ in_order }) },
  is_private: { change: () => ({ is_private: true }), shows: (is_private) => ({ is_private }) },
  is_visible: { change: () => ({ is_visible: false }), shows: (is_visible) => ({ is_visible }) },
  hide_to_affiliates: {
    change: () => ({ hide_to_affiliates: true }),
    shows: (hide_to_affiliates) => ({ hide_to_affiliates }),
  },
  has_comments: { change: () => ({ has_comments: false }), shows: (has_comments) => ({ has_comments }) },
  cover_key: { change: () => ({ cover: true }), shows: (key) => ({ img_wide_url: imageUrl(w.northside.id, key) }) },
  module_order: {
    change: ({ module_order }) => ({ moduleOrder: module_order.toReversed() }),
    shows: (ids) => ({ modules: ids.map((id) => ({ id })) }),
  },
}
const moduleCases: Cases<DegreeChange, ModuleValues> = {
  title: {
    change: (course) => ({ modules: [{ id: firstModule(course), title: 'Outro', alwaysAvailable: false }] }),
    shows: (title) => ({ title }),
  },
  always_available: {
    change: (course) => ({ modules: [{ id: firstModule(course), title: 'Módulo 1', alwaysAvailable: true }] }),
    shows: (alwaysAvailable) => ({ alwaysAvailable }),
  },
  lesson_order: {
    change: (course) => ({
      contentOrderByModule: { [firstModule(course)]: [course.lessons[1]!.id, course.lessons[0]!.id] },
    }),
    shows: (ids) => ({ content: ids.map((id) => ({ id })) }),
  },
}
const lessonCases: Cases<Partial<LessonChange>, LessonValues> = {
  title: { change: () => ({ title: 'Outra aula' }), shows: (title) => ({ title }) },
  description: { change: () => ({ description: '<p>Novo</p>' }), shows: (description) => ({ description }) },
  main_media_url: {
    change: () => ({ main_media_url: 'https://vimeo.com/123456789' }),
    shows: (main_media_url) => ({ main_media_url }),
  },
  main_media_duration: {
    change: () => ({ main_media_duration: 321 }),
    shows: (main_media_duration) => ({ main_media_duration }),
  },
  files: { change: () => ({ files: [{ id: file.id, title: 'Apostila' }] }), shows: (files) => ({ files }) },
  external_links: {
    change: () => ({ external_links: [{ id: 'a', title: 'Receita', link: 'https://exemplo.com.br' }] }),
    shows: (external_links) => ({ external_links }),
  },
  is_visible: { change: () => ({ is_visible: false }), shows: (is_visible) => ({ is_visible }) },
  is_private: { change: () => ({ is_private: true }), shows: (is_private) => ({ is_private }) },
}

const nouns: Record<string, Noun> = {
  course: {
    schema: CourseValues,
    cases: courseCases,
    save: saveCourse,
    row: ({ id }) => rowOf('courses', id),
    read: degreeOf,
    list: async ({ id }) => {
      const { body } = await w.call(categories.list, { as: admin })
      return body.categories.flatMap(({ degrees }) => degrees).find((each) => each.id === id)!
    },
  },
  module: {
    schema: ModuleValues,
    cases: moduleCases,
    save: saveCourse,
    row: (course) => rowOf('modules', firstModule(course)),
    read: async (course) => (await degreeOf(course)).modules.find(({ id }) => id === firstModule(course))!,
    list: async (course) => (await lessonOf(course)).degree.modules.find(({ id }) => id === firstModule(course))!,
  },
  lesson: {
    schema: LessonValues,
    cases: lessonCases,
    save: saveLesson,
    row: ({ lessons: [first] }) => rowOf('lessons', first!.id),
    read: async (course) => (await lessonOf(course)).content,
    list: async (course) =>
      (await degreeOf(course)).modules
        .flatMap(({ content }) => content)
        .find(({ id }) => id === course.lessons[0]!.id)!,
  },
}

const publish = (course: MadeCourse, unpublish = false) =>
  w.call(courses.publish, { as: admin, params: { link: course.link }, body: { id: course.id, unpublish } })
const discard = (course: MadeCourse) =>
  w.call(courses.clearDraft, { as: admin, params: { link: course.link }, body: { id: course.id } })

describe.each(Object.entries(nouns))(
  'what an author may change in a %s',
  (_, { schema, cases, save, row, read, list }) => {
    const keys = Object.keys(schema.shape)
    /** The row's columns that may be drafted. */
    const columns = async (course: MadeCourse) => {
      const all = await row(course)
      return Object.fromEntries(keys.map((key) => [key, all[key]]))
    }
    const draft = async (course: MadeCourse) => (await row(course)).draft as Record<string, unknown> | null
    const make = () => w.northside.make.course({ modules: [2, 1] })
    /** Draft that a save leaves over the values that students see. */
    const saveDraft = async (course: MadeCourse, key: string) => {
      await save(course, cases[key]!.change(course))
      const left = await draft(course)
      expect(Object.keys(left!)).toEqual([key])
      return left![key]
    }
    const shows = (key: string, value: unknown) => cases[key]!.shows(value as never)
    /** The part of it that the list has a place for. */
    const listed = (summary: object, shown: object) =>
      Object.fromEntries(Object.entries(shown).filter(([name]) => name in summary))

    it('is what is tried here', () => expect(Object.keys(cases).sort()).toEqual(keys.sort()))

    it.each(keys)('%s is read, listed, discarded and published from the draft', async (key) => {
      const course = await make()
      const before = await columns(course)
      const value = await saveDraft(course, key)
      expect(value).not.toEqual(before[key])
      expect(await columns(course)).toEqual(before)
      expect(await read(course)).toMatchObject(shows(key, value))
      const summary = await list(course)
      expect(summary).toMatchObject(listed(summary, shows(key, value)))

      await discard(course)
      expect(await draft(course)).toBeNull()
      expect(await columns(course)).toEqual(before)
      expect(await read(course)).toMatchObject(shows(key, before[key]))
      expect(await list(course)).toMatchObject(listed(summary, shows(key, before[key])))

      const secondValue = await saveDraft(course, key)
      expect((await publish(course)).status).toBe(200)
      expect(await draft(course)).toBeNull()
      expect(await columns(course)).toEqual({ ...before, [key]: secondValue })
      expect(await read(course)).toMatchObject(shows(key, secondValue))
      expect(await list(course)).toMatchObject(listed(summary, shows(key, secondValue)))
    })

    it.each(keys)('%s is kept when the course is taken back', async (key) => {
      const course = await make()
      const before = await columns(course)
      const value = await saveDraft(course, key)
      expect((await publish(course, true)).status).toBe(200)
      expect(await draft(course)).toBeNull()
      expect(await columns(course)).toEqual({ ...before, [key]: value })
    })

    it.each(keys)('%s is written to its column while no student sees the course', async (key) => {
      const course = await make()
      await publish(course, true)
      const before = await columns(course)
      await save(course, cases[key]!.change(course))
      const { [key]: value, ...others } = await columns(course)
      expect(await draft(course)).toBeNull()
      expect({ ...others, [key]: before[key] }).toEqual(before)
      expect(value).not.toEqual(before[key])
      expect(await read(course)).toMatchObject(shows(key, value))
    })
  },
)

it('is all that a save can send', async () => {
  const course = await w.northside.make.course({ modules: [2, 1] })
  const listSentKeys = (...all: Record<string, Case<object, never>>[]) =>
    new Set(all.flatMap((cases) => Object.values(cases)).flatMap(({ change }) => Object.keys(change(course))))
  const place = ['id', 'version', 'categoryId', 'degree_id', 'module_id']
  const listKeys = (schema: z.ZodObject) => Object.keys(schema.shape).filter((key) => !place.includes(key))
  expect(listSentKeys(courseCases, moduleCases)).toEqual(new Set([...listKeys(DegreeChange), 'cover']))
  expect(listSentKeys(lessonCases)).toEqual(new Set(listKeys(LessonChange)))
})

it('is written when a lesson is made', async () => {
  const course = await w.northside.make.course({ modules: [1], published: false })
  const changes = Object.values(lessonCases).map(({ change }) => change(course))
  const made = await w.call(lessons.save, {
    as: admin,
    params: { courseLink: course.link, lessonLink: '0' },
    body: Object.assign({ degree_id: course.id, module_id: firstModule(course) }, ...changes),
  })
  const row = await rowOf('lessons', made.body.content.id)
  const untouched: Record<string, unknown> = await rowOf('lessons', course.lessons[0]!.id)
  for (const [key, { shows }] of Object.entries<Case<object, never>>(lessonCases)) {
    const value = (row as Record<string, unknown>)[key]
    expect(value, key).not.toEqual(untouched[key])
    expect(made.body.content).toMatchObject(shows(value as never))
  }
})

it('takes a value away where the draft says that there is none', async () => {
  const course = await w.northside.make.course({ cover_key: 'antiga', draft: JSON.stringify({ cover_key: null }) })
  expect((await degreeOf(course)).img_wide_url).toBe('')
  expect(await nouns.course!.list(course)).toMatchObject({ img_wide_url: '' })
  await publish(course)
  expect(await rowOf('courses', course.id)).toMatchObject({ cover_key: null, draft: null })
})

describe('publishing writes to', () => {
  /** Last writer of each row, by its title. */
  const writers = async (course: MadeCourse) => {
    const of = (table: 'modules' | 'lessons') =>
      w.northside.tx((db) =>
        db
          .selectFrom(table)
          .select(['title', sql<string>`xmin::text`.as('xmin')])
          .where('course_id', '=', course.id)
          .orderBy('id')
          .execute(),
      )
    return new Map([...(await of('modules')), ...(await of('lessons'))].map(({ title, xmin }) => [title, xmin]))
  }
  const written = async (course: MadeCourse, act: () => Promise<unknown>) => {
    const before = await writers(course)
    await act()
    return [...(await writers(course))].filter(([title, xmin]) => before.get(title) !== xmin).map(([title]) => title)
  }

  it('nothing but what has a draft or was never published', async () => {
    const course = await w.northside.make.course({ modules: [2, 1] })
    await saveLesson(course, { description: '<p>Novo</p>' })
    await saveCourse(course, { modules: [{ id: course.module_order[1]!, title: 'Módulo 2', alwaysAvailable: true }] })
    expect(await written(course, () => publish(course))).toEqual(['Módulo 2', 'Aula 1.1'])
    await w.call(lessons.save, {
      as: admin,
      params: { courseLink: course.link, lessonLink: '0' },
      body: { degree_id: course.id, module_id: firstModule(course), title: 'Aula nova' },
    })
    expect(await written(course, () => publish(course))).toEqual(['Módulo 1', 'Aula nova'])
    expect(await written(course, () => publish(course))).toEqual([])
  })

  it('every lesson when it is the first time or the course is taken back, and to no module', async () => {
    const course = await w.northside.make.course({ modules: [2, 1], published: false })
    const all = ['Aula 1.1', 'Aula 1.2', 'Aula 2.1']
    expect(await written(course, () => publish(course))).toEqual(all)
    expect(await written(course, () => publish(course, true))).toEqual(all)
    expect(await written(course, () => publish(course, true))).toEqual([])
  })
})
