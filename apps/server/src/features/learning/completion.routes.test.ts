import { learning } from '@escola/contract/learning.contract'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { world } from '../../testing/world.ts'
import { certificatesOf, mark, town } from './learning.testing.ts'

it('lets an administrator study everything and complete nothing', async () => {
  const { call } = await world()
  const here = await town()
  const { school, course } = here
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
  const refused = await mark(here, school.admin, 0)
  expect([refused.status, refused.error.code]).toEqual([403, 'forbidden'])
})

it('completes, repeats and takes back a lesson, and issues one certificate at the end', async () => {
  const { call } = await world()
  const here = await town()
  const { course, student, school } = here
  expect((await mark(here, student, 0)).body.userDegree).toEqual({
    metadata: { content: { [course.lessons[0]!.id]: { isComplete: true } } },
    progress: '33.33',
  })
  expect((await mark(here, student, 0)).body.userDegree.progress).toBe('33.33')
  expect((await mark(here, student, 0, false)).body.userDegree.progress).toBe('0.00')
  for (const index of [0, 1]) await mark(here, student, index)
  const last = await mark(here, student, 2)
  expect(last.body).toMatchObject({ userDegree: { progress: '100.00' }, certificate: { status: 'queued' } })
  expect(await school.pendingJobs()).toEqual([['certificates.render', { certificateId: last.body.certificate!.id }]])

  await mark(here, student, 2, false)
  await mark(here, student, 2)
  expect(await certificatesOf(here)).toMatchObject([
    {
      number: 1,
      student_name: student.name,
      course_title: course.title,
      workload_minutes: 90,
      school_name: 'Aprendizado',
      signature_name: 'Direção Aprendizado',
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

it('issues one certificate when the last lessons are clicked fifty times at once', async () => {
  const here = await town()
  const clicks = await Promise.all(Array.from({ length: 50 }, (_, index) => mark(here, here.student, index % 3)))
  expect(clicks.map(({ status }) => status)).toEqual(Array(50).fill(200))
  expect(await certificatesOf(here)).toHaveLength(1)
  expect(await here.school.pendingJobs()).toHaveLength(1)
})

it.each([
  ['the school gives none', 'update schools set has_certificate = false'],
  ['no model is automatic', 'update certificate_templates set is_automatic = false'],
  ['the model is for other courses', 'update certificate_templates set all_courses = false'],
])('issues no certificate when %s', async (_case, statement) => {
  const here = await town()
  await here.school.tx((db) => sql.raw(statement).execute(db))
  for (const index of [0, 1, 2]) await mark(here, here.student, index)
  expect(await certificatesOf(here)).toEqual([])
})

it('refuses to complete what is not said, not there or of another course', async () => {
  const { call } = await world()
  const { school, course, student, cohort } = await town()
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
