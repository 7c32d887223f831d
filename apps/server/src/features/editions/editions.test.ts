import { categories } from '@escola/contract/categories.contract'
import { cohorts } from '@escola/contract/cohorts.contract'
import { courses } from '@escola/contract/courses.contract'
import { learning } from '@escola/contract/learning.contract'
import { lessons } from '@escola/contract/lessons.contract'
import sharp from 'sharp'
import { expect, it } from 'vitest'
import { jobs } from '../../jobs/catalogue.ts'
import { affiliate, makePlan, runEditionJobs, spread } from '../../testing/franchise.ts'
import { makeAttended } from '../../testing/member-scope.ts'
import { type World, world } from '../../testing/world.ts'
import { saveCourse } from '../courses/courses.service.ts'
import { saveLesson } from '../lessons/lessons.service.ts'
import { publishCourse, unpublishCourse } from '../publishing/publishing.service.ts'

type School = Awaited<ReturnType<World['makeSchool']>>

const build = async () => {
  const w = await world()
  const franchisor = await w.makeSchool('Matriz')
  const school = await w.makeSchool('Filial')
  await school.make.enrollment(await school.make.cohort({ all: true }), school.student)
  return { w, franchisor, school, author: makeAttended(franchisor, franchisor.admin, { roles: ['owner'] }) }
}
type Setup = Awaited<ReturnType<typeof build>>

const editionOf = (school: School, id: string) =>
  school.tx(async (db) => ({
    course: await db.selectFrom('courses').selectAll().where('id', '=', id).executeTakeFirst(),
    edition: await db.selectFrom('editions').selectAll().where('course_id', '=', id).executeTakeFirst(),
    files: await db.selectFrom('edition_files').selectAll().where('course_id', '=', id).orderBy('file_id').execute(),
  }))

/** A course as a student of the school finds it. */
async function study({ w }: Setup, school: School, link: string) {
  const { status, body } = await w.call(learning.course, { as: school.student, params: { degreeLink: link } })
  if (status !== 200) return status
  return body.degree.modules.map(({ title, content }) => [title, content.map((each) => [each.id, each.title])])
}

/** Publishes a change of a course, with its title and that of one of its lessons. */
async function republish({ author, w }: Setup, id: string, title: string) {
  const found = await author.tx((db) =>
    db.selectFrom('courses').selectAll().where('id', '=', id).executeTakeFirstOrThrow(),
  )
  await saveCourse(author, { link: found.link, id, version: found.version, title }, w.tools)
  await publishCourse(author, id, w.tools)
}

it('teaches a published course in the affiliate, whole, under the same ids, and follows each publishing', async () => {
  const setup = await build()
  const { w, franchisor, school, author } = setup
  const made = await franchisor.make.course({ title: 'Pães', modules: [2, 1], in_order: true, has_practice: false })
  const own = await school.make.course({ link: made.link, title: 'Outro curso com o mesmo endereço' })
  await affiliate(franchisor, school, await makePlan(franchisor, 'all'))
  expect(await spread(w, franchisor)).toEqual([])
  const completing = async () => (await school.pendingJobs()).filter(([name]) => name === 'learning.complete').length
  expect(await completing(), 'nobody has begun it').toBe(0)

  const { course, edition } = await editionOf(school, made.id)
  expect(course).toMatchObject({
    title: 'Pães',
    in_order: true,
    has_practice: false,
    is_private: true,
    is_visible: true,
    franchisor_id: franchisor.id,
  })
  expect(course!.link).toBe(`${made.link}-2`)
  expect(edition).toMatchObject({ is_open: true, is_gone: false })
  const [first, second, third] = made.lessons
  const all = [
    [
      'Módulo 1',
      [
        [first!.id, 'Aula 1.1'],
        [second!.id, 'Aula 1.2'],
      ],
    ],
    ['Módulo 2', [[third!.id, 'Aula 2.1']]],
  ]
  expect(await study(setup, school, course!.link)).toEqual(all)
  // Students of one school are none of the other.
  expect(await study(setup, franchisor, made.link)).toBe(403)

  // The student's progress stays, and so does the affiliate's own.
  const complete = (contentId: string) =>
    w.call(learning.complete, {
      as: school.student,
      body: {
        contentId,
        degreeId: made.id,
        userDegree: { metadata: { content: { [contentId]: { isComplete: true } } } },
      },
    })
  expect((await complete(first!.id)).body.userDegree.progress).toBe('33.33')
  await school.tx((db) =>
    db
      .updateTable('courses')
      .set({ is_private: false, has_comments: false, landing_page_url: 'minha' })
      .where('id', '=', made.id)
      .execute(),
  )
  const state = await author.tx((db) =>
    db.selectFrom('lessons').selectAll().where('id', '=', first!.id).executeTakeFirstOrThrow(),
  )
  await saveLesson(
    author,
    { lessonLink: state.link, degree_id: made.id, id: first!.id, version: state.version, title: 'Aula nova' },
    w.tools,
  )
  const degree = await author.tx((db) =>
    db.selectFrom('courses').selectAll().where('id', '=', made.id).executeTakeFirstOrThrow(),
  )
  await saveCourse(
    author,
    {
      link: made.link,
      id: made.id,
      version: degree.version,
      contentOrderByModule: { [made.module_order[0]!]: [first!.id] },
    },
    w.tools,
  )
  expect(await study(setup, school, course!.link)).toEqual(all)
  await publishCourse(author, made.id, w.tools)
  expect(await runEditionJobs(w, franchisor)).toEqual([])
  expect(await completing()).toBe(1)
  expect(await study(setup, school, course!.link)).toEqual([
    ['Módulo 1', [[first!.id, 'Aula nova']]],
    ['Módulo 2', [[third!.id, 'Aula 2.1']]],
  ])
  expect((await editionOf(school, made.id)).course).toMatchObject({
    is_private: false,
    has_comments: false,
    landing_page_url: 'minha',
    link: course!.link,
  })
  expect((await complete(third!.id)).body.userDegree.progress).toBe('100.00')
  const issued = await school.tx((db) =>
    db.selectFrom('certificates').select('facts').where('course_id', '=', made.id).execute(),
  )
  expect(issued).toMatchObject([{ facts: { school_name: 'Filial', courses: [{ from_school: 'Escola Mãe' }] } }])
  expect((await editionOf(school, own.id)).course).toMatchObject({ title: own.title, franchisor_id: null })
})

it('closes an edition for each reason, keeps its rows, and opens it again with the newest version', async () => {
  const setup = await build()
  const { w, franchisor, school, author } = setup
  const made = await franchisor.make.course()
  const other = await franchisor.make.course()
  const plan = await makePlan(franchisor, [made])
  await affiliate(franchisor, school, plan)
  await spread(w, franchisor)
  const seen = async () => {
    await runEditionJobs(w, franchisor)
    return typeof (await study(setup, school, made.link)) !== 'number'
  }
  expect((await editionOf(school, other.id)).course).toBeUndefined()
  expect(await seen()).toBe(true)

  const both = (table: 'affiliates' | 'franchisors', values: object) =>
    (table === 'affiliates' ? franchisor : school).tx((db) => db.updateTable(table).set(values).execute())
  const reasons: Record<string, [close: () => Promise<unknown>, open: () => Promise<unknown>]> = {
    unpublished: [() => unpublishCourse(author, made.id), () => publishCourse(author, made.id, w.tools)],
    hidden: [
      () =>
        franchisor.tx((db) =>
          db.updateTable('courses').set({ hide_to_affiliates: true }).where('id', '=', made.id).execute(),
        ),
      () =>
        franchisor.tx((db) =>
          db.updateTable('courses').set({ hide_to_affiliates: false }).where('id', '=', made.id).execute(),
        ),
    ],
    'out of the plan': [
      () => franchisor.tx((db) => db.deleteFrom('affiliate_plan_courses').execute()),
      () =>
        franchisor.tx((db) =>
          db.insertInto('affiliate_plan_courses').values({ plan_id: plan.id, course_id: made.id }).execute(),
        ),
    ],
    declined: [
      () => both('affiliates', { utc_declined_on: new Date() }),
      () => both('affiliates', { utc_declined_on: null }),
    ],
    removed: [
      () => both('affiliates', { utc_removed_on: new Date(), plan_id: null }),
      () => both('affiliates', { utc_removed_on: null, plan_id: plan.id }),
    ],
    'never approved here': [
      () => both('franchisors', { utc_approved_on: null }),
      () => both('franchisors', { utc_approved_on: new Date() }),
    ],
    blocked: [
      () => franchisor.tx((db) => db.updateTable('schools').set({ is_blocked: true }).execute()),
      () => franchisor.tx((db) => db.updateTable('schools').set({ is_blocked: false }).execute()),
    ],
  }
  for (const [reason, [close, open]] of Object.entries(reasons)) {
    await close()
    await spread(w, franchisor)
    expect([reason, await seen()]).toEqual([reason, false])
    expect((await editionOf(school, made.id)).edition).toMatchObject({ is_open: false, is_gone: false })
    await open()
    await spread(w, franchisor)
    expect([reason, await seen()]).toEqual([reason, true])
  }

  await school.tx((db) => db.updateTable('lesson_completions').set({ utc_completed_on: new Date() }).execute())
  await unpublishCourse(author, made.id)
  await w.call(courses.remove, { as: franchisor.admin, body: { id: made.id } })
  expect(await runEditionJobs(w, franchisor)).toEqual([])
  expect((await editionOf(school, made.id)).edition).toMatchObject({ is_open: false, is_gone: true })
  expect(await study(setup, school, made.link)).toBe(404)
})

it('never writes an older version over a newer one, and mends what differs at night', async () => {
  const setup = await build()
  const { w, franchisor, school } = setup
  const made = await franchisor.make.course({ title: 'Um' })
  await affiliate(franchisor, school, await makePlan(franchisor, 'all'))
  await spread(w, franchisor)
  await republish(setup, made.id, 'Dois')
  await runEditionJobs(w, franchisor)
  expect((await editionOf(school, made.id)).course).toMatchObject({ title: 'Dois' })
  // A copy of an older version that comes late.
  await school.tx((db) => db.updateTable('editions').set({ version: '99' }).execute())
  await republish(setup, made.id, 'Três')
  await runEditionJobs(w, franchisor)
  expect((await editionOf(school, made.id)).course).toMatchObject({ title: 'Dois' })
  await school.tx((db) => db.updateTable('editions').set({ version: '1' }).execute())
  await spread(w, franchisor)
  expect((await editionOf(school, made.id)).course).toMatchObject({ title: 'Três' })

  const verify = async () => {
    await franchisor.tx((db) => db.insertInto('outbox').values({ name: 'editions.verify', payload: '{}' }).execute())
    return (await runEditionJobs(w, franchisor)).map(({ message }) => message)
  }
  await school.tx((db) => db.updateTable('courses').set({ is_private: false, has_comments: false }).execute())
  expect(await verify()).toEqual([])
  const [lesson] = made.lessons
  const damages = [
    () =>
      school.tx((db) => db.updateTable('lessons').set({ title: 'Danificada' }).where('id', '=', lesson!.id).execute()),
    () => school.tx((db) => db.updateTable('modules').set({ lesson_order: [] }).execute()),
    () => school.tx((db) => db.updateTable('courses').set({ title: 'Danificado' }).where('id', '=', made.id).execute()),
  ]
  for (const damage of damages) {
    await damage()
    expect(await verify()).toEqual([expect.stringContaining(`mended in schools ${school.id}`)])
    expect(await verify()).toEqual([])
  }
  expect((await editionOf(school, made.id)).course).toMatchObject({ title: 'Três', is_private: false })
})

it('refuses each call that would change an edition, in words that name its franchisor', async () => {
  const setup = await build()
  const { w, franchisor, school } = setup
  const made = await franchisor.make.course()
  await affiliate(franchisor, school, await makePlan(franchisor, 'all'))
  await spread(w, franchisor)
  const before = await editionOf(school, made.id)
  const as = school.admin
  const params = { link: made.link }
  const [lesson] = made.lessons
  const picture = sharp({ create: { width: 580, height: 180, channels: 3, background: 'red' } })
  const cover = { bytes: await picture.png().toBuffer(), filename: 'capa.png' }
  const answers = {
    'courses.save': await w.call(courses.save, { as, params, body: { id: made.id, version: 1, title: 'Meu' } }),
    'courses.publish': await w.call(courses.publish, { as, params, body: { id: made.id } }),
    'courses.unpublish': await w.call(courses.publish, { as, params, body: { id: made.id, unpublish: true } }),
    'courses.clearDraft': await w.call(courses.clearDraft, { as, params, body: { id: made.id } }),
    'courses.makePrivate': await w.call(courses.makePrivate, { as, params }),
    'courses.uploadCover': await w.call(courses.uploadCover, { as, fields: { id: made.id }, file: cover }),
    // The answer is known before the bytes are looked at.
    'courses.uploadCover of no picture': await w.call(courses.uploadCover, {
      as,
      fields: { id: made.id },
      file: { bytes: Buffer.from('nada'), filename: 'capa.png' },
    }),
    'courses.remove': await w.call(courses.remove, { as, body: { id: made.id } }),
    'lessons.get': await w.call(lessons.get, { as, params: { courseLink: made.link, lessonLink: lesson!.link } }),
    'lessons.save': await w.call(lessons.save, {
      as,
      params: { courseLink: made.link, lessonLink: lesson!.link },
      body: { degree_id: made.id, id: lesson!.id, version: 1, title: 'Minha' },
    }),
  }
  for (const [name, { status, body }] of Object.entries(answers))
    expect([name, status, body]).toMatchObject([
      name,
      409,
      { code: 'edition_read_only', fields: { degree: expect.stringContaining('Escola Mãe') } },
    ])
  expect(await editionOf(school, made.id)).toEqual(before)
  // The author's view leads elsewhere.
  const { body } = await w.call(courses.get, { as, params })
  expect(body.degree).toMatchObject({ id: made.id, school_id: franchisor.id })

  // Classes and certificate models choose it as they do a course of the school's own.
  const { degrees } = (await w.call(categories.choices, { as })).body
  expect(degrees).toEqual([
    {
      id: made.id,
      title: expect.any(String),
      published: true,
      is_private: true,
      category: '',
      franchisor: 'Escola Mãe',
    },
  ])
  const choice = { all_degrees: false, degrees: [made.id] }
  const cohort = await school.make.cohort()
  expect((await w.call(cohorts.update, { as, params: { id: cohort.id }, body: choice })).status).toBe(200)

  // The board doesn't know the edition, and never moves it.
  const category = await school.make.category()
  await school.tx((db) => db.updateTable('courses').set({ category_id: category.id, position: 3 }).execute())
  const board = await w.call(categories.list, { as })
  expect(board.body.categories.flatMap(({ degrees }) => degrees)).toEqual([])
  await w.call(categories.update, { as, body: { categories: [{ id: category.id, title: 'Nova', degrees: [] }] } })
  expect((await editionOf(school, made.id)).course).toMatchObject({ category_id: category.id, position: 3 })
  const named = { categories: [{ id: category.id, title: 'Nova', degrees: [made.id] }] }
  expect((await w.call(categories.update, { as, body: named })).status).toBe(404)
  expect((await w.call(categories.update, { as, body: { categories: [] } })).status).toBe(200)
  expect((await editionOf(school, made.id)).course).toMatchObject({ category_id: null })
})

it('passes on only courses that a school wrote itself, also where franchises form a chain or a cycle', async () => {
  const setup = await build()
  const { w, franchisor, school } = setup
  const third = await w.makeSchool('Terceira')
  const first = await franchisor.make.course()
  const second = await school.make.course()
  await affiliate(franchisor, school, await makePlan(franchisor, 'all'))
  const plan = await makePlan(school, 'all')
  await affiliate(school, third, plan)
  await affiliate(school, franchisor, plan)
  for (let round = 0; round < 2; round++)
    for (const each of [franchisor, school]) expect(await spread(w, each)).toEqual([])
  const owners = (each: School) =>
    each.tx((db) => db.selectFrom('courses').select(['id', 'franchisor_id']).orderBy('id').execute())
  expect(await owners(third)).toEqual([{ id: second.id, franchisor_id: school.id }])
  const [own, edition] = [first, second].map(({ id }) => id)
  expect(await owners(franchisor)).toEqual([
    { id: own, franchisor_id: null },
    { id: edition, franchisor_id: school.id },
  ])
  expect(await owners(school)).toEqual([
    { id: own, franchisor_id: franchisor.id },
    { id: edition, franchisor_id: null },
  ])
})

it('shows an edition under the category of its original, however that changes, and asks for nothing else', async () => {
  const { w, franchisor, school, author } = await build()
  const category = await franchisor.make.category()
  const made = await franchisor.make.course()
  await affiliate(franchisor, school, await makePlan(franchisor, 'all'))
  await spread(w, franchisor)
  const asked = async () =>
    (await franchisor.pendingJobs()).filter(([name]) => name === jobs.spreadEditions.name).length
  const shown = async () => {
    expect(await runEditionJobs(w, franchisor)).toEqual([])
    return (await editionOf(school, made.id)).edition!.category_title
  }
  const save = (title: string, degrees: string[]) =>
    w.call(categories.update, {
      as: franchisor.admin,
      body: { categories: [{ id: category.id, title, degrees }] },
    })
  await save('Doces', [made.id])
  expect(await shown()).toBe('Doces')
  await save('Salgados', [made.id])
  expect(await shown()).toBe('Salgados')
  await save('Salgados', [made.id])
  expect(await asked()).toBe(0)
  const move = async (categoryId: string) => {
    const { link, version } = (await editionOf(franchisor, made.id)).course!
    await saveCourse(author, { link, id: made.id, version, categoryId }, w.tools)
  }
  await move(category.id)
  expect(await asked()).toBe(0)
  await move('0')
  expect(await shown()).toBe('')
  await save('Bolos', [])
  expect(await asked()).toBe(0)
})
