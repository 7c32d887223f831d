import { dayMs } from '@escola/contract/durations'
import { learning } from '@escola/contract/learning.contract'
import { threads } from '@escola/contract/threads.contract'
import { expect, it } from 'vitest'
import type { Person } from '../../testing/call.ts'
import { world } from '../../testing/world.ts'
import { notify } from '../notifications/notifications.service.ts'
import { makeLearningSchool, markLesson } from './learning.testing.ts'

const newsOf = async (as: Person) => {
  const { call } = await world()
  const { body } = await call(learning.home, { as })
  return body.news
}

/** A learning school that shows notifications, in which a question of its student was answered. */
async function makeAnswered() {
  const { call } = await world()
  const fixture = await makeLearningSchool()
  const { school, course, student } = fixture
  await school.tx((db) => db.updateTable('schools').set({ has_notifications: true }).execute())
  const params = { contentLink: course.lessons[0]!.link }
  const query = { degreeLink: course.link }
  const asked = await call(threads.ask, { as: student, params, query, body: { message: '<p>Por quê?</p>' } })
  const threadId = asked.body.threads[0]!.id
  const body = { message: '<p>Porque sim.</p>' }
  await call(threads.reply, { as: school.admin, params: { ...params, threadId }, query, body })
  return fixture
}

it('tells of an answer until it is read, while its lesson can be opened', async () => {
  const { school, course, cohort, student } = await makeAnswered()
  const told = [
    expect.objectContaining({
      kind: 'question_answered',
      title: 'Aula 1.1',
      person: school.admin.name,
      degree_link: course.link,
      degree_title: course.title,
      content_link: course.lessons[0]!.link,
    }),
  ]
  expect(await newsOf(student)).toEqual(told)
  expect(await newsOf(school.admin)).toBeUndefined()
  const hide = (is_visible: boolean) =>
    school.tx((db) => db.updateTable('lessons').set({ is_visible }).where('id', '=', course.lessons[0]!.id).execute())
  await hide(false)
  expect(await newsOf(student)).toBeUndefined()
  await hide(true)
  await school.tx((db) => db.deleteFrom('cohort_courses').where('cohort_id', '=', cohort.id).execute())
  expect(await newsOf(student)).toBeUndefined()
  await school.tx((db) =>
    db.insertInto('cohort_courses').values({ cohort_id: cohort.id, course_id: course.id }).execute(),
  )
  expect(await newsOf(student)).toEqual(told)
  await school.tx((db) => db.updateTable('notifications').set({ utc_read_on: new Date() }).execute())
  expect(await newsOf(student)).toBeUndefined()
})

it('tells of a certificate that is drawn, and of none that was revoked', async () => {
  const { tools } = await world()
  const fixture = await makeLearningSchool()
  const { school, course, student } = fixture
  await school.tx((db) => db.updateTable('schools').set({ has_notifications: true }).execute())
  for (const lesson of [0, 1, 2]) await markLesson(fixture, student, lesson)
  const { id, record_id } = await school.tx(async (db) => {
    const made = await db.selectFrom('certificates').select(['id', 'record_id']).executeTakeFirstOrThrow()
    await notify(db, { kind: 'certificate_issued', subjectId: made.id }, [student.userId], tools)
    return made
  })
  const draw = (status: string) => school.tx((db) => db.updateTable('certificates').set({ status }).execute())
  expect(await newsOf(student)).toBeUndefined()
  await draw('ready')
  expect(await newsOf(student)).toMatchObject([{ kind: 'certificate_issued', subject_id: id, title: course.title }])
  await school.tx((db) =>
    db.updateTable('certificate_records').set({ utc_revoked_on: new Date() }).where('id', '=', record_id).execute(),
  )
  expect(await newsOf(student)).toBeUndefined()
})

it('tells of the next module that opens within two weeks, of each course that is not finished', async () => {
  const fixture = await makeLearningSchool()
  const { school, course, student } = fixture
  const [, second] = await school.tx((db) => db.selectFrom('modules').select(['id', 'title']).orderBy('id').execute())
  const drip = (dripping_when: 'day' | 'week' | 'month', id = course.id) =>
    school.tx((db) =>
      db.updateTable('courses').set({ no_dripping: false, dripping_when }).where('id', '=', id).execute(),
    )
  expect(await newsOf(student)).toBeUndefined()
  await drip('month')
  expect(await newsOf(student)).toBeUndefined()
  await drip('week')
  const [news, ...more] = (await newsOf(student))!
  expect(more).toEqual([])
  expect(news).toMatchObject({
    kind: 'module_opens',
    subject_id: second!.id,
    title: second!.title,
    degree_link: course.link,
    degree_title: course.title,
  })
  expect(Math.round((Date.parse(news!.utc_on) - Date.now()) / dayMs)).toBe(7)

  const sooner = await school.make.course({ title: 'Antes', modules: [1, 1] })
  await school.make.enrollment(await school.make.cohort({ courses: [sooner] }), student)
  await drip('day', sooner.id)
  expect((await newsOf(student))!.map(({ degree_title }) => degree_title)).toEqual(['Antes', course.title])
  expect(await newsOf(school.admin)).toBeUndefined()
})

it('leaves it to the course above the news to say when its own next lesson opens', async () => {
  const fixture = await makeLearningSchool()
  const { school, course, student } = fixture
  await school.tx((db) => db.updateTable('courses').set({ no_dripping: false, dripping_when: 'week' }).execute())
  await markLesson(fixture, student, 0)
  expect(await newsOf(student)).toMatchObject([{ kind: 'module_opens', degree_link: course.link }])
  await markLesson(fixture, student, 1)
  expect(await newsOf(student)).toBeUndefined()
})
