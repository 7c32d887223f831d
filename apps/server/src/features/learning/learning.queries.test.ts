import { expect, it } from 'vitest'
import { passesNone } from '../../core/studying.ts'
import { expectShape } from '../../testing/row-shape.ts'
import { makeExamSchool } from '../exam-attempts/exam-attempts.testing.ts'
import { findStudy, listCards } from './learning.queries.ts'
import { makeLearningSchool, markLesson } from './learning.testing.ts'
import { findOutline } from './outlines.queries.ts'

it('reads a study as it declares', async () => {
  const { school, course, student } = await makeLearningSchool()
  await school.make.certificate(course, student)
  const completed = { user_id: student.userId, course_id: course.id, utc_completed_on: new Date() }
  await school.tx((db) => db.insertInto('course_progress').values(completed).execute())
  const opened = { user_id: student.userId, course_id: course.id, utc_opened_on: new Date() }
  await school.tx((db) => db.insertInto('module_dates').values(opened).execute())
  const lesson = { link: course.lessons[0]!.link }
  const ordered = await school.make.course({ in_order: true })
  const withExam = await makeExamSchool()
  const rows = [
    await findStudy(school.read, student.userId, course, lesson),
    await findStudy(school.read, school.admin.userId, { id: course.id }),
    await findStudy(school.read, student.userId, { id: ordered.id }),
    await findStudy(withExam.school.read, withExam.student.userId, { id: withExam.course.id }),
  ].flatMap((row) => row ?? [])
  expectShape(rows, {
    course_id: 'string',
    revision: 'string',
    cohorts: 'array or null',
    dates: 'array or null',
    exams: 'array or null',
    completed_on: 'Date or null',
    completed: 'array',
    taken_back: 'array or null',
    opened: 'array or null',
    begun: 'array or null',
    certificate: 'object or null',
    lesson: 'object or null',
  })
  expectShape([rows[0]!.certificate!], { id: 'string', status: 'string', code: 'string' })
  expectShape([rows[0]!.lesson!], {
    id: 'string',
    link: 'string',
    title: 'string',
    description: 'string',
    main_media_url: 'string',
    main_media_duration: 'number',
    files: 'array',
    external_links: 'array',
    position: 'number',
  })
})

it('reads outlines and cards as it declares', async () => {
  const fixture = await makeLearningSchool()
  const { school, course, student } = fixture
  await markLesson(fixture, student, 0)
  const category_id = (await school.make.category()).id
  const other = await school.make.course({ cover_key: 'capa', category_id, is_private: false })
  const { tx } = school
  const outlines = [await findOutline(school, course.id), await findOutline(school, other.id)].flatMap(
    (row) => row ?? [],
  )
  expectShape(outlines, {
    id: 'string',
    link: 'string',
    title: 'string',
    description_title: 'string',
    description: 'string',
    workload_minutes: 'number',
    cover_key: 'string or null',
    has_comments: 'boolean',
    no_dripping: 'boolean',
    dripping_what: 'string',
    dripping_when: 'string',
    in_order: 'boolean',
    modules: 'array',
  })
  const modules = outlines.flatMap((outline) => outline.modules)
  expectShape(modules, { id: 'string', title: 'string', alwaysAvailable: 'boolean', lessons: 'array' })
  expectShape(
    modules.flatMap((module) => module.lessons),
    {
      id: 'string',
      link: 'string',
      title: 'string',
      hasMedia: 'boolean',
      duration: 'number',
      publishedOn: 'string',
      isPrivate: 'boolean',
    },
  )
  const cards = await tx((db) => listCards(db, { userId: student.userId, passed: passesNone }, true))
  expect(cards).toHaveLength(2)
  expectShape(cards, {
    id: 'string',
    link: 'string',
    title: 'string',
    description_title: 'string',
    cover_key: 'string or null',
    landing_page_url: 'string',
    category_id: 'string or null',
    category_title: 'string or null',
    has_access: 'boolean',
    lessons: 'number',
    completed: 'number',
    utc_studied_on: 'Date or null',
    has_page: 'boolean',
    may_drip: 'boolean',
  })
})

it('reads the lessons that the database calls published, in its order', async () => {
  const { school } = await makeLearningSchool()
  const course = await school.make.course({ modules: [3, 2, 1, 1] })
  const other = await school.make.course({ modules: [1] })
  const [hidden, unpublished, , , moved] = course.lessons.map(({ id }) => id)
  const published = await school.tx(async (db) => {
    const update = (id: string, set: { is_visible: boolean } | { utc_published_on: null }) =>
      db.updateTable('lessons').set(set).where('id', '=', id).execute()
    await update(hidden!, { is_visible: false })
    await update(unpublished!, { utc_published_on: null })
    const { module_order } = await db
      .selectFrom('courses')
      .select('module_order')
      .where('id', '=', course.id)
      .executeTakeFirstOrThrow()
    const [first, second, removed, last] = module_order
    await db
      .updateTable('courses')
      .set({ module_order: [last!, second!, first!] })
      .where('id', '=', course.id)
      .execute()
    await db
      .updateTable('modules')
      .set({ lesson_order: [other.lessons[0]!.id, moved!] })
      .where('id', '=', second!)
      .execute()
    await db.updateTable('modules').set({ lesson_order: [] }).where('id', '=', removed!).execute()
    const rows = await db
      .selectFrom('published_lessons')
      .select('lesson_id')
      .where('course_id', '=', course.id)
      .orderBy('module_position')
      .orderBy('lesson_position')
      .execute()
    return rows.map(({ lesson_id }) => lesson_id)
  })
  const outline = await findOutline(school, course.id)
  expect(published).toHaveLength(3)
  expect(outline!.modules.flatMap(({ lessons }) => lessons.map(({ id }) => id))).toEqual(published)
})
