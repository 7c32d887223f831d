import { courses } from '@escola/contract/courses.contract'
import { learning } from '@escola/contract/learning.contract'
import { lessons } from '@escola/contract/lessons.contract'
import { students } from '@escola/contract/students.contract'
import type { SchoolDb } from '@escola/db'
import { describe, expect, it } from 'vitest'
import { jobs } from '../../jobs/catalogue.ts'
import { neverStops, runJob } from '../../testing/jobs.ts'
import { openTransaction, untilWaiting } from '../../testing/waiting-transactions.ts'
import { world } from '../../testing/world.ts'
import { completeForAll } from './completion.service.ts'
import { certificatesOf, makeLearningSchool, markLesson } from './learning.testing.ts'

it('lets an administrator study everything and complete nothing', async () => {
  const { call } = await world()
  const fixture = await makeLearningSchool()
  const { school, course } = fixture
  await school.tx((db) => db.updateTable('courses').set({ no_dripping: false }).where('id', '=', course.id).execute())
  const { body } = await call(learning.lesson, {
    as: school.admin,
    params: { degreeLink: course.link },
    body: { classLink: 'aula-2-1' },
  })
  expect(body.content?.title).toBe('Aula 2.1')
  expect(body.degree.modules.flatMap((module) => module.content.map((lesson) => lesson.dripped))).toEqual([
    false,
    false,
    false,
  ])
  const refused = await markLesson(fixture, school.admin, 0)
  expect([refused.status, refused.error.code]).toEqual([403, 'students_only'])
})

it('completes, repeats and takes back a lesson, and issues one certificate at the end', async () => {
  const { call } = await world()
  const fixture = await makeLearningSchool()
  const { course, student, school } = fixture
  expect((await markLesson(fixture, student, 0)).body.userDegree).toEqual({
    metadata: { content: { [course.lessons[0]!.id]: { isComplete: true } } },
    progress: '33.33',
  })
  expect((await markLesson(fixture, student, 0)).body.userDegree.progress).toBe('33.33')
  expect((await markLesson(fixture, student, 0, false)).body.userDegree.progress).toBe('0.00')
  for (const index of [0, 1]) await markLesson(fixture, student, index)
  const last = await markLesson(fixture, student, 2)
  expect(last.body).toMatchObject({ userDegree: { progress: '100.00' }, certificate: { status: 'queued' } })
  expect(await school.pendingJobs()).toEqual([['certificates.render', { certificateId: last.body.certificate!.id }]])

  await markLesson(fixture, student, 2, false)
  await markLesson(fixture, student, 2)
  expect(await certificatesOf(fixture)).toMatchObject([
    {
      number: 1,
      facts: {
        student_name: student.name,
        courses: [{ title: course.title, modules: [{ title: 'Módulo 1', lessons: [{}, {}] }, { lessons: [{}] }] }],
        workload_minutes: 90,
        school_name: 'Aprendizado',
        signers: [{ name: 'Direção Aprendizado' }],
      },
      utc_replaced_on: null,
    },
  ])
  const { body } = await call(learning.course, { as: student, params: { degreeLink: course.link } })
  expect(body.degree).toMatchObject({
    progress: '100.00',
    nextContentLink: 'aula-1-1',
    certificate: { code: expect.stringMatching(/^[0-9A-HJKMNP-TV-Z]{4}(-[0-9A-HJKMNP-TV-Z]{4}){2}$/) },
  })
})

it('leaves a lesson open that was finished once, before its module’s day, also when it is taken back', async () => {
  const { call } = await world()
  const fixture = await makeLearningSchool()
  const { course, student, school } = fixture
  await markLesson(fixture, student, 2)
  const drips = { no_dripping: false, dripping_when: 'month' }
  await school.tx((db) => db.updateTable('courses').set(drips).where('id', '=', course.id).execute())
  // Twice, since it is finished, and taken back, again.
  for (const isComplete of [false, false, true, false])
    expect((await markLesson(fixture, student, 2, isComplete)).status).toBe(200)
  const { body } = await call(learning.course, { as: student, params: { degreeLink: course.link } })
  expect(body.degree.modules[1]!.content).toMatchObject([{ isComplete: false, dripped: false, availableWhen: null }])
  const progress = await school.tx((db) => db.selectFrom('course_progress').select('taken_back').execute())
  expect(progress).toEqual([{ taken_back: [course.lessons[2]!.id] }])
  const other = await school.make.student('Nunca Fez')
  await school.make.enrollment(fixture.cohort, other)
  expect((await markLesson(fixture, other, 2)).error.code).toBe('degree_lesson_locked')
})

it('issues one certificate when the last lessons are clicked fifty times at once', async () => {
  const fixture = await makeLearningSchool()
  const clicks = await Promise.all(
    Array.from({ length: 50 }, (_, index) => markLesson(fixture, fixture.student, index % 3)),
  )
  expect(clicks.map(({ status }) => status)).toEqual(Array(50).fill(200))
  expect(await certificatesOf(fixture)).toHaveLength(1)
  expect(await fixture.school.pendingJobs()).toHaveLength(1)
})

it.each<[string, (db: SchoolDb) => Promise<unknown>]>([
  ['the school gives none', (db) => db.updateTable('schools').set({ has_certificate: false }).execute()],
  ['no model is automatic', (db) => db.updateTable('certificate_templates').set({ is_automatic: false }).execute()],
  [
    'the model is for other courses',
    (db) => db.updateTable('certificate_templates').set({ all_courses: false }).execute(),
  ],
])('issues no certificate when %s', async (_case, change) => {
  const fixture = await makeLearningSchool()
  await fixture.school.tx(change)
  for (const index of [0, 1, 2]) await markLesson(fixture, fixture.student, index)
  expect(await certificatesOf(fixture)).toEqual([])
})

it('refuses to complete what is not said, not there or of another course', async () => {
  const { call } = await world()
  const { school, course, student, cohort } = await makeLearningSchool()
  const other = await school.make.course()
  await school.tx((db) =>
    db.insertInto('cohort_courses').values({ cohort_id: cohort.id, course_id: other.id }).execute(),
  )
  const send = async (contentId: string, named = contentId) => {
    const { status } = await call(learning.complete, {
      as: student,
      body: {
        contentId,
        degreeId: course.id,
        userDegree: { metadata: { content: { [named]: { isComplete: true } } } },
      },
    })
    return status
  }
  expect(await send(course.lessons[0]!.id, course.lessons[1]!.id)).toBe(400)
  expect(await send(other.lessons[0]!.id)).toBe(404)
  expect(await send('999999999999999999')).toBe(404)
})

it('tells the truth of a course that has grown since it was completed, and keeps the certificate', async () => {
  const { call } = await world()
  const fixture = await makeLearningSchool()
  const { course, student, school } = fixture
  for (const index of [0, 1, 2]) await markLesson(fixture, student, index)
  const beginner = await school.make.student('Apenas Começou')
  await school.make.enrollment(fixture.cohort, beginner)
  await markLesson(fixture, beginner, 0)
  const visitor = await school.make.student('Apenas Olhou')
  await school.make.enrollment(fixture.cohort, visitor)
  const degreeLink = course.link
  const classLink = course.lessons[0]!.link
  expect((await call(learning.lesson, { as: visitor, params: { degreeLink }, body: { classLink } })).status).toBe(200)
  const opened = await school.tx((db) => db.selectFrom('course_progress').select('user_id').execute())
  expect(opened).toHaveLength(3)
  const { body: reach } = await call(courses.reach, { as: school.admin, params: { link: course.link } })
  expect(reach.reach).toMatchObject({ begun: 2, completed: 1, cohorts: 1 })

  const params = { courseLink: course.link, lessonLink: '0' }
  const lesson = { degree_id: course.id, module_id: course.module_order[1]!, title: 'Aula que faltava' }
  expect((await call(lessons.save, { as: school.admin, params, body: lesson })).status).toBe(200)
  await call(courses.publish, { as: school.admin, params: { link: course.link }, body: { id: course.id } })
  const seenBy = async (as: typeof student) =>
    (await call(learning.course, { as, params: { degreeLink: course.link } })).body.degree
  expect(await seenBy(student)).toMatchObject({
    progress: '75.00',
    newContents: 1,
    certificate: { status: 'queued' },
    nextContentLink: 'aula-que-faltava',
  })
  const { body: home } = await call(learning.home, { as: student })
  expect(home.categories[0]!.degrees).toMatchObject([{ progress: '75.00', state: 'continue' }])
  const { body: page } = await call(students.get, { as: school.admin, params: { link: student.userId } })
  expect(page.degrees).toMatchObject([{ progress: '75.00', certificate: { number: 1 } }])
  // A lesson that is taken back is no news, and a student who never completed the course has none.
  await markLesson(fixture, student, 0, false)
  expect(await seenBy(student)).toMatchObject({ progress: '50.00', newContents: 1 })
  expect((await seenBy(beginner)).newContents).toBe(0)
})

describe('what completes a course without a click', () => {
  /** A student who lacks the last of three lessons. */
  async function setUpAlmostComplete() {
    const fixture = await makeLearningSchool()
    for (const index of [0, 1]) await markLesson(fixture, fixture.student, index)
    return fixture
  }
  type Fixture = Awaited<ReturnType<typeof setUpAlmostComplete>>

  const hide = async ({ course, school }: Fixture, index = 2) => {
    const { call } = await world()
    const lesson = course.lessons[index]!
    const { status } = await call(lessons.save, {
      as: school.admin,
      params: { courseLink: course.link, lessonLink: lesson.link },
      body: { id: lesson.id, degree_id: course.id, version: 1, is_visible: false },
    })
    expect(status).toBe(200)
  }
  const remove = async ({ course, school }: Fixture) => {
    const { call } = await world()
    const { status } = await call(courses.save, {
      as: school.admin,
      params: { link: course.link },
      body: { id: course.id, version: 1, moduleOrder: course.module_order.slice(0, 1) },
    })
    expect(status).toBe(200)
  }
  const publish = async ({ course, school }: Fixture) => {
    const { call } = await world()
    await call(courses.publish, { as: school.admin, params: { link: course.link }, body: { id: course.id } })
    return async () => {
      const [, payload] = (await school.pendingJobs()).findLast(([name]) => name === 'learning.complete')!
      await runJob(await world(), school, jobs.completeCourse, payload)
    }
  }

  it.each([
    ['hides', hide],
    ['removes', remove],
  ])('certifies once each student who lacked only what the author %s and publishes', async (_, take) => {
    const { call } = await world()
    const fixture = await setUpAlmostComplete()
    const { course, student, school } = fixture
    const beginner = await school.make.student('Apenas Começou')
    await school.make.enrollment(fixture.cohort, beginner)
    await markLesson(fixture, beginner, 0)
    await take(fixture)
    expect(await certificatesOf(fixture)).toEqual([])
    const complete = await publish(fixture)
    await Promise.all([complete(), complete()])
    await complete()
    expect(await certificatesOf(fixture)).toMatchObject([{ number: 1, facts: { student_name: student.name } }])
    const { body } = await call(learning.course, { as: student, params: { degreeLink: course.link } })
    expect(body.degree).toMatchObject({ progress: '100.00', certificate: { status: 'queued' } })
    const completed = await school.tx((db) =>
      db.selectFrom('course_progress').select('user_id').where('utc_completed_on', 'is not', null).execute(),
    )
    expect(completed).toEqual([{ user_id: student.userId }])
    const renders = (await school.pendingJobs()).filter(([name]) => name === 'certificates.render')
    expect(renders).toHaveLength(1)
  })

  it('a lesson that becomes private completes the course for students of the public class, and not for former students', async () => {
    const { call } = await world()
    const fixture = await setUpAlmostComplete()
    const { course, school } = fixture
    const visitor = await school.make.student('Só Pública')
    await school.make.enrollment(await school.make.cohort({ isPublic: true }), visitor)
    const removed = await school.make.student('Foi Embora')
    await school.make.enrollment(fixture.cohort, removed)
    for (const each of [visitor, removed]) for (const index of [0, 1]) await markLesson(fixture, each, index)
    await school.tx((db) => db.deleteFrom('enrollments').where('user_id', '=', removed.userId).execute())
    const last = course.lessons[2]!
    const body = { id: last.id, degree_id: course.id, version: 1, is_private: true }
    await call(lessons.save, { as: school.admin, params: { courseLink: course.link, lessonLink: last.link }, body })
    await (await publish(fixture))()
    const certified = await school.tx((db) => db.selectFrom('certificates').select('user_id').execute())
    expect(certified).toEqual([{ user_id: visitor.userId }])
    const { body: page } = await call(students.get, { as: school.admin, params: { link: visitor.userId } })
    expect(page.degrees).toMatchObject([{ progress: '100.00' }])
    // With a class of their own the lesson is theirs, and what they have earned stays.
    await school.make.enrollment(fixture.cohort, visitor)
    const { body: now } = await call(learning.course, { as: visitor, params: { degreeLink: course.link } })
    expect(now.degree).toMatchObject({ progress: '66.67', certificate: { status: 'queued' } })
  })

  it('completes some students at a time, and the rest after a run that was stopped', async () => {
    const { tools } = await world()
    const fixture = await setUpAlmostComplete()
    const { course, school } = fixture
    for (const name of ['Bia', 'Caio', 'Davi', 'Eva']) {
      const other = await school.make.student(name)
      await school.make.enrollment(fixture.cohort, other)
      for (const index of [0, 1]) await markLesson(fixture, other, index)
    }
    await hide(fixture)
    await publish(fixture)
    const certified = async () =>
      (await school.tx((db) => db.selectFrom('certificates').select('user_id').execute())).length
    const stopped = completeForAll(school, course.id, tools, AbortSignal.abort(), 2)
    await expect(stopped).rejects.toThrow('aborted')
    expect(await certified()).toBe(2)
    await completeForAll(school, course.id, tools, neverStops, 2)
    expect(await certified()).toBe(5)
  })

  it('completes nothing when a course is published without lessons', async () => {
    const fixture = await setUpAlmostComplete()
    for (const index of [0, 1, 2]) await hide(fixture, index)
    await (await publish(fixture))()
    expect(await certificatesOf(fixture)).toEqual([])
  })

  it('sees what is published while a click is under way', async () => {
    const { databaseUrl } = await world()
    const fixture = await makeLearningSchool()
    const { course, student, school } = fixture
    await markLesson(fixture, student, 0)
    await hide(fixture)
    const waited = await openTransaction(
      databaseUrl,
      'select from course_progress where school_id = $1 and course_id = $2 for update',
      [school.id, course.id],
    )
    const click = markLesson(fixture, student, 1)
    await untilWaiting(databaseUrl)
    await publish(fixture)
    await waited.commit()
    expect((await click).status).toBe(200)
    expect(await certificatesOf(fixture)).toHaveLength(1)
  })

  it('waits for a click that saw what was published before', async () => {
    const { databaseUrl } = await world()
    const fixture = await makeLearningSchool()
    const { course, student, school } = fixture
    await markLesson(fixture, student, 0)
    await hide(fixture)
    const waited = await openTransaction(
      databaseUrl,
      `with course as materialized (select school_id, id from courses where school_id = $1 and id = $4 for key share)
      insert into lesson_completions (school_id, user_id, lesson_id, course_id) select school_id, $2, $3, id from course`,
      [school.id, student.userId, course.lessons[1]!.id, course.id],
    )
    const completing = (await publish(fixture))()
    await untilWaiting(databaseUrl)
    await waited.commit()
    await completing
    expect(await certificatesOf(fixture)).toHaveLength(1)
  })
})
