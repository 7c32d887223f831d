import { students } from '@escola/contract/students.contract'
import { type TimelinePart, timeline } from '@escola/contract/timeline.contract'
import { expect, it } from 'vitest'
import { world } from '../../testing/world.ts'
import { makeLearningSchool, markLesson } from '../learning/learning.testing.ts'

async function makeStudied() {
  const w = await world()
  const own = await makeLearningSchool()
  const { school, student, course } = own
  const { link } = await school.tx((db) =>
    db.selectFrom('memberships').select('link').where('user_id', '=', student.userId).executeTakeFirstOrThrow(),
  )
  const read = async (part: TimelinePart) =>
    (await w.call(timeline.list, { as: school.admin, params: { link }, query: { part } })).body.events
  return { w, own, school, student, course, link, read }
}

it('tells of the lessons of a day together, and of a finished course', async () => {
  const { w, own, school, student, link, read } = await makeStudied()
  expect(await read('study')).toEqual([])
  for (const lesson of [0, 1, 2]) await markLesson(own, student, lesson)
  await school.tx((db) =>
    db
      .updateTable('lesson_completions')
      .set({ utc_completed_on: new Date('2026-05-05T12:00:00Z') })
      .where('lesson_id', '=', own.course.lessons[0]!.id)
      .execute(),
  )
  const events = await read('study')
  expect(events.map(({ kind }) => kind).sort()).toEqual(['course_completed', 'lessons_completed', 'lessons_completed'])
  expect(events.filter(({ kind }) => kind === 'lessons_completed')).toMatchObject([{ lessons: 2 }, { lessons: 1 }])
  expect(await read('questions')).toEqual([])
  const seenOn = new Date('2026-06-01T12:00:00Z')
  await school.tx((db) =>
    db.updateTable('memberships').set({ utc_seen_on: seenOn }).where('user_id', '=', student.userId).execute(),
  )
  const { body } = await w.call(students.get, { as: school.admin, params: { link } })
  expect(body.degrees).toMatchObject([{ completed: 3, lessons: 3, last_lesson: expect.stringMatching(/./) }])
  expect(body.student).toMatchObject({ profile_img_url: '', utc_seen_on: seenOn.toISOString() })
})

it('says at which lesson a student stopped, and when, whether it was completed or only watched', async () => {
  const { w, own, school, student, course, link } = await makeStudied()
  const stopped = async () => {
    const { body } = await w.call(students.get, { as: school.admin, params: { link } })
    return body.degrees.map(({ last_lesson, utc_stopped_on }) => ({ last_lesson, utc_stopped_on }))
  }
  const [first, second] = course.lessons
  const watch = (lesson: { id: string }, moment: string) =>
    school.tx((db) =>
      db
        .insertInto('lesson_positions')
        .values({ user_id: student.userId, lesson_id: lesson.id, position: 7, utc_watched_on: new Date(moment) })
        .execute(),
    )
  await school.tx(async (db) => {
    for (const [index, { id }] of course.lessons.entries())
      await db
        .updateTable('lessons')
        .set({ title: `Aula ${index + 1}` })
        .where('id', '=', id)
        .execute()
  })
  expect(await stopped()).toEqual([{ last_lesson: '', utc_stopped_on: null }])
  await watch(first!, '2026-05-05T12:00:00.000Z')
  expect(await stopped()).toEqual([{ last_lesson: 'Aula 1', utc_stopped_on: '2026-05-05T12:00:00.000Z' }])
  await markLesson(own, student, 2)
  const on = new Date('2026-05-06T12:00:00.000Z')
  await school.tx((db) => db.updateTable('lesson_completions').set({ utc_completed_on: on }).execute())
  expect(await stopped()).toEqual([{ last_lesson: 'Aula 3', utc_stopped_on: on.toISOString() }])
  await watch(second!, '2026-05-07T12:00:00.000Z')
  expect(await stopped()).toEqual([{ last_lesson: 'Aula 2', utc_stopped_on: '2026-05-07T12:00:00.000Z' }])
})

it('tells of questions, and of the end that an administrator set', async () => {
  const { w, own, school, student, course, read } = await makeStudied()
  const lesson_id = course.lessons[0]!.id
  const answered = new Date('2026-06-01T12:00:00Z')
  const question = { course_id: course.id, lesson_id, user_id: student.userId, message: '<p>Por quê?</p>' }
  await school.tx((db) =>
    db
      .insertInto('threads')
      .values([{ ...question, utc_answered_on: answered, utc_created_on: new Date('2026-05-31T12:00:00Z') }, question])
      .execute(),
  )
  expect(await read('questions')).toMatchObject([
    { kind: 'question', utc_answered_on: null },
    { kind: 'question', utc_answered_on: answered.toISOString() },
  ])
  const params = { userId: student.userId, classId: own.cohort.id }
  const set = async (until: string | null) => w.call(students.setTerm, { as: school.admin, params, body: { until } })
  await set('2099-05-12')
  await set(null)
  const terms = (await read('access')).filter(({ kind }) => kind === 'term_set')
  expect(terms).toMatchObject([{ utc_ends_on: null, set_by: expect.stringMatching(/./) }])
})
