import { calendars } from '@escola/contract/calendars.contract'
import { cohorts } from '@escola/contract/cohorts.contract'
import { courses, type DegreeChange } from '@escola/contract/courses.contract'
import { lessons } from '@escola/contract/lessons.contract'
import type { SchoolDb } from '@escola/db'
import type { KyselyPlugin } from 'kysely'
import { beforeAll, expect, it } from 'vitest'
import type { Person } from '../../testing/call.ts'
import { makeAttended } from '../../testing/member-scope.ts'
import { type World, world } from '../../testing/world.ts'
import { getCourse } from './courses.service.ts'

let w: World
let admin: Person
beforeAll(async () => {
  w = await world()
  admin = w.northside.admin
})

const create = async (change: DegreeChange = {}) => {
  const made = await w.call(courses.save, { as: admin, params: { link: '0' }, body: change })
  expect(made.status).toBe(200)
  return made.body.degree
}
const save = (degree: { id: string; link: string; version: number }, change: DegreeChange) =>
  w.call(courses.save, {
    as: admin,
    params: { link: degree.link },
    body: { id: degree.id, version: degree.version, ...change },
  })
const rowOf = (id: string) =>
  w.northside.tx((db) => db.selectFrom('courses').selectAll().where('id', '=', id).executeTakeFirst())

it('makes a course and edits its columns directly while it is not published', async () => {
  const category = await w.northside.make.category()
  const made = await create({ categoryId: category.id, title: '  Pães   de queijo ' })
  expect(made).toMatchObject({
    title: 'Pães de queijo',
    link: 'paes-de-queijo',
    version: 1,
    isDraft: true,
    utc_published_on: null,
    modules: [],
    category_id: category.id,
    img_wide_url: '',
    dripping_config: { what: 'modules', when: 'week' },
  })
  const saved = await save(made, {
    description: '<p>Olá <script>alert(1)</script><a href="javascript:alert(1)" onclick="x()">mundo</a></p>',
    workload_hours: 90,
    landing_page_url: 'Página de Vendas',
    dripping_config: { what: 'school_gateways', when: 'month' },
    no_dripping: false,
    is_private: true,
  })
  expect(saved.body.degree).toMatchObject({
    description: '<p>Olá <a>mundo</a></p>',
    workload_hours_pretty: '1h30',
    landing_page_url: 'pagina-de-vendas',
    version: 2,
  })
  expect(saved.body.school.categories.find(({ id }) => id === category.id)?.degrees).toMatchObject([{ id: made.id }])
  expect(await rowOf(made.id)).toMatchObject({
    description: '<p>Olá <a>mundo</a></p>',
    workload_minutes: 90,
    dripping_what: 'school_gateways',
    dripping_when: 'month',
    no_dripping: false,
    is_private: true,
    draft: null,
  })
  const read = await w.call(courses.get, { as: admin, params: { link: 'paes-de-queijo' } })
  expect(read.body.degree).toEqual(saved.body.degree)
})

it('goes back to the placeholder when the title is empty', async () => {
  const made = await create({ title: ' ' })
  expect(made.title).toBe('Novo curso')
  const named = (await save(made, { title: 'Bolos' })).body.degree
  expect((await save(named, { title: '' })).body.degree.title).toBe('Novo curso')
})

it('lets the link follow the title until the first publication, and saves under an old link', async () => {
  const made = await create({ title: 'Primeiro título' })
  const renamed = (await save(made, { title: 'Segundo título' })).body.degree
  expect(renamed.link).toBe('segundo-titulo')
  const late = await save({ ...renamed, link: made.link }, { description_title: 'chegou depois' })
  expect(late.body.degree).toMatchObject({ link: 'segundo-titulo', description_title: 'chegou depois' })
  await w.call(courses.publish, { as: admin, params: { link: renamed.link }, body: { id: made.id } })
  const unpublished = await w.call(courses.publish, {
    as: admin,
    params: { link: renamed.link },
    body: { id: made.id, unpublish: true },
  })
  const third = await save(unpublished.body.degree, { title: 'Terceiro título' })
  expect(third.body.degree).toMatchObject({ title: 'Terceiro título', link: 'segundo-titulo' })
})

it('keeps words of its own paths out of links', async () => {
  expect((await create({ title: 'Nova' })).link).toBe('nova-2')
  expect((await create({ title: 'Student' })).link).toBe('student-2')
})

it('gives twenty courses of one title twenty links', async () => {
  const made = await Promise.all(Array.from({ length: 20 }, () => create({ title: 'Igual' })))
  expect(new Set(made.map(({ link }) => link)).size).toBe(20)
  expect(made.map(({ link }) => link)).toEqual(expect.arrayContaining(['igual', 'igual-2', 'igual-20']))
  const renamed = await Promise.all(made.map((degree) => save(degree, { title: 'Outro igual' })))
  expect(renamed.map(({ status }) => status)).toEqual(made.map(() => 200))
  expect(new Set(renamed.map(({ body }) => body.degree.link)).size).toBe(20)
})

it('answers a stale save with what is newer, and writes nothing', async () => {
  const made = await create({ title: 'Duas abas' })
  const first = await save(made, { description: '<p>primeira aba</p>' })
  const stale = await save(made, { description: '<p>segunda aba</p>' })
  expect(stale.status).toBe(409)
  expect(stale.error).toMatchObject({
    code: 'stale_version',
    current: { degree: { description: '<p>primeira aba</p>', version: first.body.degree.version } },
  })
  expect(await rowOf(made.id)).toMatchObject({ description: '<p>primeira aba</p>' })
})

it('lets one of many saves from the same version pass', async () => {
  const made = await create({ title: 'Corrida' })
  const answers = await Promise.all(Array.from({ length: 8 }, (_, n) => save(made, { description_title: `aba ${n}` })))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(409)])
})

it('asks for the version of a course that exists', async () => {
  const made = await create()
  const answer = await w.call(courses.save, { as: admin, params: { link: made.link }, body: { title: 'x' } })
  expect([answer.status, answer.error.fields]).toEqual([400, { version: expect.any(String) }])
})

it('makes modules, keeps their order and refuses what is not of this course', async () => {
  const made = await create({ title: 'Com módulos' })
  const saved = await save(made, {
    modules: [
      { id: 'new-1', title: '', alwaysAvailable: true },
      { id: 'new-2', title: 'Massas', alwaysAvailable: false },
    ],
    moduleOrder: ['new-2', 'new-1'],
  })
  const { modules } = saved.body.degree
  expect(modules).toMatchObject([
    { title: 'Massas', alwaysAvailable: false },
    { title: 'Módulo 1', alwaysAvailable: true },
  ])
  const removed = await save(saved.body.degree, { moduleOrder: [modules[0]!.id] })
  expect(removed.body.degree.modules.map(({ id }) => id)).toEqual([modules[0]!.id])

  const other = await w.northside.make.course()
  const foreign = await w.riverside.make.course()
  for (const id of [other.module_order[0]!, foreign.module_order[0]!, '999999999999']) {
    const answer = await save(removed.body.degree, { moduleOrder: [modules[0]!.id, id] })
    expect([answer.status, Object.keys(answer.error.fields ?? {})]).toEqual([400, ['moduleOrder']])
  }
  const stolen = await save(removed.body.degree, { contentOrderByModule: { [modules[0]!.id]: [other.lessons[0]!.id] } })
  expect([stolen.status, Object.keys(stolen.error.fields ?? {})]).toEqual([400, ['contentOrderByModule']])
})

it('moves a course to another category and refuses one that is not there', async () => {
  const [first, second] = [await w.northside.make.category('Um'), await w.northside.make.category('Dois')]
  const foreign = await w.riverside.make.category()
  const made = await create({ categoryId: first.id })
  expect((await save(made, { categoryId: foreign.id })).status).toBe(400)
  const moved = await save(made, { categoryId: second.id })
  expect(moved.body.degree.category_id).toBe(second.id)
  expect((await save(moved.body.degree, { categoryId: '0' })).body.degree.category_id).toBeNull()
})

it('deletes only what is not published', async () => {
  const course = await w.northside.make.course()
  const refused = await w.call(courses.remove, { as: admin, body: { id: course.id } })
  expect([refused.status, refused.error.code]).toEqual([409, 'course_published'])
  await w.call(courses.publish, { as: admin, params: { link: course.link }, body: { id: course.id, unpublish: true } })
  const removed = await w.call(courses.remove, { as: admin, body: { id: course.id } })
  expect(removed.status).toBe(200)
  expect(removed.body.categories.flatMap(({ degrees }) => degrees).map(({ id }) => id)).not.toContain(course.id)
  expect(await rowOf(course.id)).toBeUndefined()
})

it('answers 404 for a course of another school', async () => {
  const foreign = await w.riverside.make.course()
  const answers = await Promise.all([
    w.call(courses.get, { as: admin, params: { link: foreign.link } }),
    save({ id: foreign.id, link: foreign.link, version: 1 }, { title: 'Roubado' }),
    w.call(courses.publish, { as: admin, params: { link: foreign.link }, body: { id: foreign.id, unpublish: true } }),
    w.call(courses.clearDraft, { as: admin, params: { link: foreign.link }, body: { id: foreign.id } }),
    w.call(courses.remove, { as: admin, body: { id: foreign.id } }),
  ])
  expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404])
})

it('reads a course with fifty modules of ten lessons in three queries', async () => {
  const course = await w.northside.make.course({ modules: Array(50).fill(10) })
  let queries = 0
  const counter: KyselyPlugin = {
    transformQuery: ({ node }) => {
      queries++
      return node
    },
    transformResult: async ({ result }) => result,
  }
  const counted = {
    ...makeAttended(w.northside, w.northside.admin, { roles: ['owner'] }),
    tx: <T>(work: (db: SchoolDb) => Promise<T>) => w.northside.tx((db) => work(db.withPlugin(counter) as SchoolDb)),
  }
  const { degree } = await getCourse(counted, course.link)
  expect(degree.modules.flatMap(({ content }) => content)).toHaveLength(500)
  expect(queries).toBe(3)
})

it('makes one course, and in it one lesson, however often one key asks', async () => {
  const school = await w.makeSchool('Chave')
  const headers = { 'idempotency-key': 'a-key-of-my-own' }
  const create = () =>
    w.call(courses.save, { as: school.admin, params: { link: '0' }, body: { title: 'Uma vez' }, headers })
  const answers = [...(await Promise.all([create(), create()])), await create()]
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
  expect(new Set(answers.map(({ body }) => body.degree.id)).size).toBe(1)
  const { id, link } = answers[0]!.body.degree
  const withModule = await w.call(courses.save, {
    as: school.admin,
    params: { link },
    body: {
      id,
      version: answers[0]!.body.degree.version,
      modules: [{ id: 'new-1', title: 'Um', alwaysAvailable: false }],
    },
  })
  const [module] = withModule.body.degree.modules
  const addLesson = () =>
    w.call(lessons.save, {
      as: school.admin,
      params: { courseLink: link, lessonLink: '0' },
      body: { degree_id: id, module_id: module!.id },
      headers,
    })
  const made = [...(await Promise.all([addLesson(), addLesson()])), await addLesson()]
  expect(new Set(made.map(({ body }) => body.content.id)).size).toBe(1)
  expect(made[2]!.body.degree.modules[0]!.content).toHaveLength(1)
})

it('tells an author which classes have the course, and whether any class is sold', async () => {
  const school = await w.makeSchool('Turmas do Curso')
  const course = await school.make.course({ is_private: true })
  const other = await school.make.course()
  const full = await school.make.cohort({ title: 'Todos', all: true })
  const listed = await school.make.cohort({ title: 'Com o curso', courses: [course] })
  const without = await school.make.cohort({ title: 'Sem o curso', courses: [other] })
  const open = await school.make.cohort({ title: 'Pública', isPublic: true })
  await school.make.enrollment(listed, school.student)
  await school.make.enrollment(without, school.student, new Date('2020-01-01'))
  const ask = async ({ link }: { link: string }) =>
    (await w.call(courses.cohorts, { as: school.admin, params: { link } })).body
  const { gatewayList, sells, students } = await ask(course)
  expect(gatewayList.map(({ id, has_degree, totalStudents }) => [id, has_degree, totalStudents])).toEqual([
    [open.id, false, 0],
    [without.id, false, 0],
    [listed.id, true, 1],
    [full.id, true, 0],
  ])
  expect([sells, students]).toEqual([false, 1])
  expect((await ask(other)).gatewayList.map(({ has_degree }) => has_degree)).toEqual([true, true, false, true])
  await school.tx((db) => db.updateTable('cohorts').set({ is_hidden: true }).where('id', '=', open.id).execute())
  const integrations = [{ gateway: 'hotmart' as const, code: 'segredo', ids: '77' }]
  await w.call(cohorts.update, { as: school.admin, params: { id: listed.id }, body: { integrations } })
  expect(await ask(other)).toMatchObject({
    gatewayList: [
      { id: without.id, is_sold: false },
      { id: listed.id, is_sold: true },
      { id: full.id, is_sold: false },
    ],
    sells: true,
  })
})

it('is closed to those who sign up by themselves at once, and keeps what else its author has written', async () => {
  const school = await w.makeSchool('Aberto sem querer')
  const course = await school.make.course()
  const listed = await school.make.cohort({ courses: [course] })
  await school.make.cohort({ isPublic: true })
  const integrations = [{ gateway: 'hotmart' as const, code: 'segredo', ids: '78' }]
  const isGivenAway = async () => {
    const { body } = await w.call(calendars.list, { as: school.admin, params: { id: listed.id } })
    return body.degrees.flatMap(({ isGivenAway, isOpenToAll }) => [isGivenAway, isOpenToAll])
  }
  expect(await isGivenAway()).toEqual([false, true])
  await w.call(cohorts.update, { as: school.admin, params: { id: listed.id }, body: { integrations } })
  expect(await isGivenAway()).toEqual([true, true])
  const params = { link: course.link }
  const { version } = (await w.call(courses.get, { as: school.admin, params })).body.degree
  await w.call(courses.save, { as: school.admin, params, body: { id: course.id, version, description_title: 'Novo' } })
  const closed = await w.call(courses.makePrivate, { as: school.admin, params })
  expect(closed.body.degree).toMatchObject({ is_private: true, isDraft: true, description_title: 'Novo' })
  expect(await isGivenAway()).toEqual([false, false])
  const seen = await school.tx((db) =>
    db.selectFrom('courses').select(['is_private', 'description_title']).where('id', '=', course.id).execute(),
  )
  expect(seen).toEqual([{ is_private: true, description_title: '' }])
})
