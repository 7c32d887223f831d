import { courses } from '@escola/contract/courses.contract'
import { learning } from '@escola/contract/learning.contract'
import { lessons } from '@escola/contract/lessons.contract'
import { schools } from '@escola/contract/schools.contract'
import { expect, it } from 'vitest'
import type { Written } from '../../http/writer.ts'
import type { Person } from '../../testing/call.ts'
import { makeAttended } from '../../testing/member-scope.ts'
import { world } from '../../testing/world.ts'
import { getCourse, getLesson } from './learning.service.ts'
import { makeLearningSchool, markLesson } from './learning.testing.ts'
import { Outlines } from './outlines.service.ts'

const studiedOn = (categories: { degrees: { title: string; utc_studied_on: string | null }[] }[]) =>
  Object.fromEntries(
    categories.flatMap(({ degrees }) => degrees.map(({ title, utc_studied_on }) => [title, utc_studied_on])),
  )

it('shows home cards by category, in the school’s order, each in its state', async () => {
  const { call } = await world()
  const fixture = await makeLearningSchool()
  const { school, student, course } = fixture
  const category = await school.make.category('Pães')
  const started = await school.make.course({ title: 'Começado', modules: [3], category_id: category.id })
  const hidden = await school.make.course({ title: 'Oculto', is_visible: false })
  await school.make.course({ title: 'Oculto e fechado', is_visible: false })
  await school.make.course({ title: 'Rascunho', published: false })
  await school.make.course({ title: 'Privado', is_private: true, category_id: category.id, position: 1 })
  const cohort = await school.make.cohort({ courses: [started, hidden] })
  await school.make.enrollment(cohort, student)
  for (const index of [0, 1, 2]) await markLesson(fixture, student, index)
  await markLesson({ ...fixture, course: started }, student, 0)
  await markLesson({ ...fixture, course: started }, student, 1)

  const { status, body } = await call(learning.home, { as: student })
  expect(status).toBe(200)
  expect(
    body.categories.map(({ title, degrees }) => [
      title,
      degrees.map((card) => [card.title, card.state, card.progress, card.lessons]),
    ]),
  ).toEqual([
    [
      'Pães',
      [
        ['Começado', 'continue', '66.67', 3],
        ['Privado', 'locked', '0.00', 2],
      ],
    ],
    [
      'Cursos sem categoria',
      [
        [course.title, 'done', '100.00', 3],
        ['Oculto', 'start', '0.00', 2],
      ],
    ],
  ])

  const studied = () => call(learning.home, { as: student }).then(({ body }) => studiedOn(body.categories))
  const before = await studied()
  expect(Object.entries(before).map(([title, on]) => [title, on !== null])).toEqual([
    ['Começado', true],
    ['Privado', false],
    [course.title, true],
    ['Oculto', false],
  ])
  // A position counts as study, and so does no position of another student.
  const other = await school.make.student('Rita Moraes')
  await school.make.enrollment(cohort, other)
  const report = (as: Person) =>
    call(learning.savePosition, { as, body: { contentId: started.lessons[2]!.id, degreeId: started.id, position: 42 } })
  await report(other)
  expect(await studied()).toEqual(before)
  await report(student)
  expect((await studied()).Começado! > before.Começado!).toBe(true)

  const visitor = await call(learning.home, { params: { schoolId: school.id } })
  expect(visitor.body.categories.flatMap(({ degrees }) => degrees.map((card) => [card.title, card.state]))).toEqual([
    ['Começado', 'locked'],
    [course.title, 'locked'],
  ])
  const admin = await call(learning.home, { as: school.admin })
  expect(admin.body.categories.flatMap(({ degrees }) => degrees.map((card) => card.state))).toEqual([
    'start',
    'start',
    'start',
  ])
})

it('shows outsiders nothing of a private school, and no user anything of a blocked school', async () => {
  const { call } = await world()
  const { school, student } = await makeLearningSchool()
  const getHome = (as?: Person) => call(learning.home, { ...(as && { as }), params: { schoolId: school.id } })
  await school.tx((db) => db.updateTable('schools').set({ is_private: true }).execute())
  expect((await getHome()).body).toEqual({ categories: [] })
  await school.tx((db) => db.updateTable('schools').set({ is_blocked: true }).execute())
  for (const as of [undefined, student, school.admin]) expect((await getHome(as)).error.code).toBe('school_blocked')
})

it('gives a lesson with its course, published values only, and the next one to study', async () => {
  const { call } = await world()
  const { school, course, student } = await makeLearningSchool()
  const [first] = course.lessons
  await school.tx(async (db) => {
    await db
      .updateTable('lessons')
      .set({
        description: '<p>Bem-vindo</p>',
        files: JSON.stringify([
          {
            id: '77',
            title: 'Apostila',
            filename: 'apostila.pdf',
            type: 'application/pdf',
            size: 9,
            storage_key: 'secret',
          },
        ]),
        external_links: JSON.stringify([{ id: 'a', title: 'Receita', link: 'https://example.com/' }]),
        draft: JSON.stringify({ title: 'Rascunho' }),
      })
      .where('id', '=', first!.id)
      .execute()
    await db.updateTable('lessons').set({ is_visible: false }).where('id', '=', course.lessons[1]!.id).execute()
    await db.updateTable('lessons').set({ main_media_url: '' }).where('id', '=', course.lessons[2]!.id).execute()
  })
  const { status, body } = await call(learning.lesson, {
    as: student,
    params: { degreeLink: course.link },
    body: { classLink: first!.link },
  })
  expect(status).toBe(200)
  expect(body.degree).toMatchObject({
    id: course.id,
    progress: '0.00',
    nextContentLink: 'aula-1-1',
    certificate: null,
    workload_hours_pretty: '1h30',
  })
  expect(body.degree.modules.map((module) => module.content.map((lesson) => lesson.title))).toEqual([
    ['Aula 1.1'],
    ['Aula 2.1'],
  ])
  expect(body.degree.modules.map((module) => module.content.map((lesson) => lesson.has_media))).toEqual([
    [true],
    [false],
  ])
  expect(body.content).toEqual({
    id: first!.id,
    link: 'aula-1-1',
    title: 'Aula 1.1',
    description: '<p>Bem-vindo</p>',
    main_media_url: 'https://www.youtube.com/watch?v=dQw4w9WgXcQ',
    main_media_duration: 0,
    files: [{ id: '77', title: 'Apostila', filename: 'apostila.pdf', type: 'application/pdf', size: 9 }],
    external_links: [{ id: 'a', title: 'Receita', link: 'https://example.com/' }],
    isComplete: false,
    position: 0,
  })
  const lessonAnswer = await call(learning.lesson, { as: student, params: { degreeLink: course.link }, body: {} })
  expect(lessonAnswer.body.content).toBeNull()
  const hidden = await call(learning.lesson, {
    as: student,
    params: { degreeLink: course.link },
    body: { classLink: 'aula-1-2' },
  })
  expect([hidden.status, hidden.error.code]).toEqual([404, 'not_found'])
})

it('refuses students who are not in a class, and tells a missing course from a forbidden one', async () => {
  const { call, riverside } = await world()
  const fixture = await makeLearningSchool()
  const { school, course } = fixture
  const outsider = await school.make.student('Fora da Turma')
  const ask = async (as: Person, degreeLink = course.link, schoolId = school.id) => {
    const { status, error } = await call(learning.course, { as, params: { schoolId, degreeLink } })
    return [status, error.code]
  }
  expect(await ask(outsider)).toEqual([403, 'degree_forbidden'])
  expect(await ask(outsider, 'nada')).toEqual([404, 'degree_not_found'])
  expect(await ask(riverside.student)).toEqual([404, 'school_not_found'])
  expect(await ask(riverside.admin, course.link, riverside.id)).toEqual([404, 'degree_not_found'])
  expect((await markLesson(fixture, outsider, 0)).error.code).toBe('degree_forbidden')
  const draft = await school.make.course({ published: false })
  expect(await ask(school.admin, draft.link)).toEqual([404, 'degree_not_found'])
})

it.each<[string, { isPublic?: true; all?: true; lists?: true }, { is_private: boolean }, number]>([
  ['a public class', { isPublic: true }, { is_private: false }, 200],
  ['a public class, a private course', { isPublic: true }, { is_private: true }, 403],
  ['a class with all courses, a private course', { all: true }, { is_private: true }, 200],
  ['a class with the course, a private course', { lists: true }, { is_private: true }, 200],
  ['a class without the course', {}, { is_private: false }, 403],
])('opens a course by %s', async (_case, { lists = false, ...cohortOptions }, courseOptions, status) => {
  const { call, makeSchool } = await world()
  const school = await makeSchool('Acesso')
  const course = await school.make.course(courseOptions)
  const options = { ...cohortOptions, courses: lists ? [course] : [] }
  for (const _twice of [1, 2]) await school.make.enrollment(await school.make.cohort(options), school.student)
  const answer = await call(learning.course, { as: school.student, params: { degreeLink: course.link } })
  expect(answer.status).toBe(status)
  // The rule holds for all courses at once.
  const query = { domain: 'localhost', pathname: `/escola/${school.id}` }
  const { body } = await call(schools.context, { as: school.student, query })
  expect(body.acl.school_gateways.allDegrees).toEqual(status === 200 ? [course.id] : [])
})

it('holds dripped lessons back until their hour, and never what was finished', async () => {
  const fixture = await makeLearningSchool()
  const { school, course, student } = fixture
  await school.tx(async (db) => {
    await db
      .updateTable('courses')
      .set({ no_dripping: false, dripping_what: 'modules', dripping_when: 'week' })
      .where('id', '=', course.id)
      .execute()
    await db
      .updateTable('enrollments')
      .set({ utc_created_on: '2026-03-01T10:00:00Z' })
      .where('user_id', '=', student.userId)
      .execute()
  })
  const attended = makeAttended(fixture.school, fixture.student)
  const { tools } = await world()
  const outlines = new Outlines()
  const parseWritten = <T>({ json }: Written<T>): T => JSON.parse(json)
  const at = (moment: string) => ({ ...tools, outlines, now: () => new Date(moment) })
  const early = at('2026-03-08T09:59:59Z')
  const locked = parseWritten(await getCourse(attended, course.link, early)).degree.modules[1]!.content[0]!
  expect(locked).toMatchObject({ dripped: true, availableWhen: '2026-03-08T10:00:00.000Z' })
  await expect(getLesson(attended, { degreeLink: course.link, lessonLink: 'aula-2-1' }, early)).rejects.toMatchObject({
    code: 'degree_lesson_locked',
  })
  const onTime = await getLesson(
    attended,
    { degreeLink: course.link, lessonLink: 'aula-2-1' },
    at('2026-03-08T10:00:00Z'),
  )
  expect(parseWritten(onTime).content?.title).toBe('Aula 2.1')

  await markLesson(fixture, student, 2)
  const afterwards = parseWritten(await getCourse(attended, course.link, early)).degree.modules[1]!.content[0]!
  expect(afterwards).toMatchObject({ isComplete: true, dripped: false, availableWhen: null })
})

it('goes on at the first lesson that is open, and waits for the first one where none is', async () => {
  const { call } = await world()
  const { school, cohort, student } = await makeLearningSchool()
  const course = await school.make.course({ modules: [1, 1, 1], no_dripping: false })
  await school.tx((db) =>
    db.insertInto('cohort_courses').values({ cohort_id: cohort.id, course_id: course.id }).execute(),
  )
  const nextOf = async () =>
    (await call(learning.course, { as: student, params: { degreeLink: course.link } })).body.degree.nextContentLink
  await markLesson({ school, cohort, student, course }, student, 0)
  expect(await nextOf()).toBe('aula-2-1')
  const [, , last] = course.module_order
  await school.tx((db) => db.updateTable('modules').set({ always_available: true }).where('id', '=', last!).execute())
  await school.tx((db) => db.updateTable('courses').set({ position: 1 }).where('id', '=', course.id).execute())
  expect(await nextOf()).toBe('aula-3-1')
})

it('refuses to complete a lesson that is still dripping', async () => {
  const fixture = await makeLearningSchool()
  const { school, course, student } = fixture
  await school.tx((db) =>
    db.updateTable('courses').set({ no_dripping: false, dripping_when: 'month' }).where('id', '=', course.id).execute(),
  )
  const { status, error } = await markLesson(fixture, student, 2)
  expect([status, error.code]).toEqual([403, 'degree_lesson_locked'])
})

it('links to a file of the published lesson, and to nothing else', async () => {
  const { call } = await world()
  const { school, course, student } = await makeLearningSchool()
  const lesson = course.lessons[0]!
  const file = await school.tx((db) =>
    db
      .insertInto('files')
      .values({
        purpose: 'lesson_file',
        storage_key: `${school.id}/files/a`,
        filename: 'a.pdf',
        content_type: 'application/pdf',
        size_bytes: '5',
      })
      .returning('id')
      .executeTakeFirstOrThrow(),
  )
  const entry = { id: file.id, title: 'A', filename: 'a.pdf', type: 'application/pdf', size: 5 }
  const ask = (as: Person, fileId = file.id) =>
    call(learning.fileLink, { as, params: { contentId: lesson.id, fileId } })
  const saveAs = (column: 'files' | 'draft', value: unknown) =>
    school.tx((db) =>
      db
        .updateTable('lessons')
        .set({ [column]: JSON.stringify(value) })
        .where('id', '=', lesson.id)
        .execute(),
    )

  await saveAs('draft', { files: [entry] })
  expect((await ask(student)).status).toBe(404)
  expect((await ask(school.admin)).status).toBe(200)
  expect((await ask(school.admin, '999')).status).toBe(404)
  const uploaded = await call(learning.fileLink, { as: school.admin, params: { contentId: '0', fileId: file.id } })
  expect(uploaded.status).toBe(200)
  const { riverside } = await world()
  const foreign = await call(learning.fileLink, { as: riverside.admin, params: { contentId: '0', fileId: file.id } })
  expect(foreign.status).toBe(404)
  await saveAs('files', [entry])
  expect((await ask(student)).body.url).toMatch(
    new RegExp(`/school/${school.id}/file/${file.id}\\?way=lesson&id=${lesson.id}&session=`),
  )
  expect((await ask(student, '999')).status).toBe(404)
  const outsider = await school.make.student('Sem Turma')
  expect((await ask(outsider)).error.code).toBe('degree_forbidden')
})

it('shows what was published at the very next call, and drafts never', async () => {
  const { call } = await world()
  const { school, course, student } = await makeLearningSchool()
  const titles = async () => {
    const { body } = await call(learning.course, { as: student, params: { degreeLink: course.link } })
    return [body.degree.title, body.degree.modules[0]!.content[0]!.title]
  }
  expect(await titles()).toEqual([course.title, 'Aula 1.1'])
  const lesson = { id: course.lessons[0]!.id, degree_id: course.id, version: 1, title: 'Boas-vindas' }
  const lessonParams = { courseLink: course.link, lessonLink: course.lessons[0]!.link }
  expect((await call(lessons.save, { as: school.admin, params: lessonParams, body: lesson })).status).toBe(200)
  expect(await titles()).toEqual([course.title, 'Aula 1.1'])
  await call(courses.publish, { as: school.admin, params: { link: course.link }, body: { id: course.id } })
  expect(await titles()).toEqual([course.title, 'Boas-vindas'])
})
