import { courses } from '@escola/contract/courses.contract'
import { learning } from '@escola/contract/learning.contract'
import { type LessonChange, lessons } from '@escola/contract/lessons.contract'
import { messages } from '@escola/contract/messages'
import { beforeAll, expect, it } from 'vitest'
import type { Person } from '../../testing/call.ts'
import { type World, world } from '../../testing/world.ts'
import { makeLearningSchool } from '../learning/learning.testing.ts'

let w: World
let admin: Person
beforeAll(async () => {
  w = await world()
  admin = w.northside.admin
})

const save = (courseLink: string, lessonLink: string, body: LessonChange) =>
  w.call(lessons.save, { as: admin, params: { courseLink, lessonLink }, body })
const rowOf = (id: string) =>
  w.northside.tx((db) => db.selectFrom('lessons').selectAll().where('id', '=', id).executeTakeFirstOrThrow())

it('makes a lesson at the end of its module', async () => {
  const course = await w.northside.make.course({ published: false })
  const [module_id] = course.module_order
  const made = await save(course.link, '0', {
    degree_id: course.id,
    module_id,
    title: '',
    description: '<p>Oi<img src=x onerror=alert(1)></p>',
    main_media_url: 'youtu.be/dQw4w9WgXcQ',
    external_links: [{ id: 'a', title: 'Receita', link: 'https://exemplo.com.br' }],
  })
  expect(made.body.content).toMatchObject({
    title: 'Nova aula',
    link: 'nova-aula-2',
    description: '<p>Oi</p>',
    main_media_url: 'https://www.youtube.com/watch?v=dQw4w9WgXcQ',
    module_id,
    version: 1,
    files: [],
    external_links: [{ id: 'a', title: 'Receita', link: 'https://exemplo.com.br' }],
  })
  expect(made.body.degree.modules[0]!.content.map(({ title }) => title)).toEqual(['Aula 1.1', 'Aula 1.2', 'Nova aula'])
  const stale = await w.call(courses.save, {
    as: admin,
    params: { link: course.link },
    body: { id: course.id, version: 1, contentOrderByModule: { [module_id!]: [] } },
  })
  expect(stale.status).toBe(409)
})

it('gives twenty lessons made at once twenty links and loses none', async () => {
  const course = await w.northside.make.course({ published: false, modules: [0] })
  const body = { degree_id: course.id, module_id: course.module_order[0], title: 'Igual' }
  const made = await Promise.all(Array.from({ length: 20 }, () => save(course.link, '0', body)))
  expect(made.map(({ status }) => status)).toEqual(made.map(() => 200))
  const read = await w.call(courses.get, { as: admin, params: { link: course.link } })
  const links = read.body.degree.modules[0]!.content.map(({ link }) => link)
  expect(new Set(links).size).toBe(20)
})

it('keeps an edit of a published lesson out of its columns', async () => {
  const course = await w.northside.make.course()
  const [lesson] = course.lessons
  const saved = await save(course.link, lesson!.link, {
    id: lesson!.id,
    degree_id: course.id,
    version: 1,
    title: 'Outra',
    main_media_url: 'https://vimeo.com/123456789',
  })
  expect(saved.body.content).toMatchObject({ title: 'Outra', link: lesson!.link, isDraft: true, version: 2 })
  expect(await rowOf(lesson!.id)).toMatchObject({
    title: 'Aula 1.1',
    main_media_url: 'https://www.youtube.com/watch?v=dQw4w9WgXcQ',
    draft: { title: 'Outra', main_media_url: 'https://vimeo.com/123456789' },
  })
})

it('shows students what is published, and nothing of what is written since, until it is published too', async () => {
  const { school, course, student } = await makeLearningSchool()
  const as = school.admin
  const [first, second] = course.lessons
  const params = { degreeLink: course.link }
  const write = (version: number, change: Partial<LessonChange>) =>
    w.call(lessons.save, {
      as,
      params: { courseLink: course.link, lessonLink: first!.link },
      body: { degree_id: course.id, version, ...change },
    })
  const seen = async () => ({
    lesson: (await w.call(learning.lesson, { as: student, params, body: { classLink: first!.link } })).body,
    beside: (await w.call(learning.lesson, { as: student, params, body: { classLink: second!.link } })).body,
    course: (await w.call(learning.course, { as: student, params })).body,
    home: (await w.call(learning.home, { as: student })).body,
    // An administrator who looks as a student does gets the same answer.
    preview: (await w.call(learning.lesson, { as, params, body: { classLink: first!.link } })).body.content,
  })
  const before = await seen()
  const { file } = (
    await w.call(lessons.uploadFile, {
      as,
      fields: {},
      file: { bytes: Buffer.from('%PDF-1.7\n%%EOF\n'), filename: 'rascunho.pdf' },
    })
  ).body
  const link = { id: 'a', title: 'Rascunho', link: 'https://rascunho.example/' }
  const written = {
    title: 'Rascunho',
    description: '<p>Rascunho</p>',
    main_media_url: 'https://view.genially.com/66ef09bc2d8d928848f09bb2',
    main_media_duration: 77,
    files: [{ id: file.id, title: 'Rascunho' }],
    external_links: [link],
    is_visible: false,
  }
  let version = 1
  for (const [field, value] of Object.entries(written)) {
    const { body } = await write(version, { [field]: value })
    expect(body.content.isDraft).toBe(true)
    version = body.content.version
    expect(await seen(), field).toEqual(before)
  }
  const asked = { as: student, params: { contentId: first!.id, fileId: file.id } }
  expect((await w.call(learning.fileLink, asked)).status).toBe(404)

  await write(version, { is_visible: true })
  await w.call(courses.publish, { as, params: { link: course.link }, body: { id: course.id } })
  const { is_visible, ...shown } = written
  expect((await seen()).lesson.content).toMatchObject({ ...shown, link: first!.link })
  expect((await w.call(learning.fileLink, asked)).status).toBe(200)
})

it('follows the title with the link until it is published, and finds the lesson under its old link by id', async () => {
  const course = await w.northside.make.course({ published: false, modules: [0] })
  const made = (await save(course.link, '0', { degree_id: course.id, module_id: course.module_order[0], title: 'Um' }))
    .body.content
  const renamed = (await save(course.link, made.link, { degree_id: course.id, version: 1, title: 'Dois' })).body.content
  expect(renamed.link).toBe('dois')
  const late = await save('link-antigo', made.link, {
    id: made.id,
    degree_id: course.id,
    version: 2,
    description: '<p>x</p>',
  })
  expect(late.body.content).toMatchObject({ link: 'dois', description: '<p>x</p>', version: 3 })
})

it('answers a stale save with the newer lesson', async () => {
  const course = await w.northside.make.course()
  const [lesson] = course.lessons
  const change = { id: lesson!.id, degree_id: course.id, version: 1 }
  await save(course.link, lesson!.link, { ...change, description: '<p>primeira</p>' })
  const stale = await save(course.link, lesson!.link, { ...change, description: '<p>segunda</p>' })
  expect([stale.status, stale.error]).toEqual([
    409,
    expect.objectContaining({
      code: 'stale_version',
      current: expect.objectContaining({
        content: expect.objectContaining({ description: '<p>primeira</p>', version: 2 }),
      }),
    }),
  ])
})

it.each([
  ['the placeholder', '<p>Escreva aqui a descrição da aula</p>', ''],
  ['nothing', '', ''],
  ['more than the placeholder', '<p>Escreva aqui a descrição da aula de pão</p>', undefined],
])('keeps a description of %s', async (_, description, expected = description) => {
  const course = await w.northside.make.course({ published: false })
  const saved = await save(course.link, course.lessons[0]!.link, { degree_id: course.id, version: 1, description })
  expect(saved.body.content.description).toBe(expected)
})

it('keeps an external link as the editor shows it: trimmed, with its path percent-encoded', async () => {
  const course = await w.northside.make.course({ published: false })
  const link = ' https://exemplo.com.br/já está '
  const saved = await save(course.link, course.lessons[0]!.link, {
    degree_id: course.id,
    version: 1,
    external_links: [{ id: 'a', title: ' Receita ', link }],
  })
  expect(saved.body.content.external_links).toEqual([
    { id: 'a', title: 'Receita', link: 'https://exemplo.com.br/j%C3%A1%20est%C3%A1' },
  ])
})

it('refuses a video of no known provider and keeps the old one', async () => {
  const course = await w.northside.make.course({ published: false })
  const [lesson] = course.lessons
  const refused = await save(course.link, lesson!.link, {
    degree_id: course.id,
    version: 1,
    main_media_url: 'https://example.com/video.mp4',
  })
  expect([refused.status, refused.error]).toMatchObject([
    400,
    { code: 'invalid_video', fields: { main_media_url: messages.invalidVideo } },
  ])
  expect(await rowOf(lesson!.id)).toMatchObject({ main_media_url: 'https://www.youtube.com/watch?v=dQw4w9WgXcQ' })
})

it.each([
  ['a link that is no web address', { external_links: [{ id: 'a', title: 'x', link: 'javascript:alert(1)' }] }],
  [
    'an address of more than 200 characters',
    { external_links: [{ id: 'a', title: 'x', link: `https://a.example/${'a'.repeat(190)}` }] },
  ],
  ['a file that is not there', { files: [{ id: '999999', title: 'x' }] }],
])('refuses %s', async (_, change) => {
  const course = await w.northside.make.course()
  const answer = await save(course.link, course.lessons[0]!.link, { degree_id: course.id, version: 1, ...change })
  expect(answer.status).toBe(400)
})

it('needs a module of the same course for a new lesson', async () => {
  const [course, other] = [await w.northside.make.course(), await w.northside.make.course()]
  for (const module_id of [undefined, other.module_order[0]]) {
    const answer = await save(course.link, '0', { degree_id: course.id, module_id, title: 'x' })
    expect([answer.status, Object.keys(answer.error.fields ?? {})]).toEqual([400, ['module_id']])
  }
})

it('answers 404 for a lesson of another course or school', async () => {
  const [course, other] = [await w.northside.make.course(), await w.northside.make.course({ modules: [3] })]
  const foreign = await w.riverside.make.course()
  const [third] = other.lessons.slice(2)
  const answers = [
    await save(course.link, third!.link, { id: third!.id, degree_id: course.id, version: 1, title: 'x' }),
    await save(foreign.link, foreign.lessons[0]!.link, { degree_id: foreign.id, version: 1, title: 'x' }),
    await w.call(lessons.get, { as: admin, params: { courseLink: course.link, lessonLink: third!.link } }),
    await w.call(lessons.get, {
      as: admin,
      params: { courseLink: foreign.link, lessonLink: foreign.lessons[0]!.link },
    }),
  ]
  expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404])
})
