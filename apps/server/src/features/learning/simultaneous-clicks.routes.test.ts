import { karmaPoints } from '@escola/contract/karma.contract'
import pg from 'pg'
import { expect, it } from 'vitest'
import type { Person } from '../../testing/call.ts'
import { makeAttended } from '../../testing/member-scope.ts'
import { openTransaction, untilWaiting } from '../../testing/waiting-transactions.ts'
import { world } from '../../testing/world.ts'
import { completeLesson } from './completion.service.ts'
import { makeLearningSchool, markLesson } from './learning.testing.ts'
import { Outlines } from './outlines.service.ts'

/** Students who have completed the first lesson of the course. */
async function setUpStudents(count: number) {
  const fixture = await makeLearningSchool()
  const { school, cohort, course } = fixture
  const people: Person[] = []
  for (let number = 0; number < count; number++) {
    const person = await school.make.student(`Pessoa ${number}`)
    await school.make.enrollment(cohort, person)
    people.push(person)
  }
  for (const person of people) expect((await markLesson(fixture, person, 0)).status).toBe(200)
  /** Ids of the students who have completed a lesson. */
  const completed = (lesson: number) =>
    school.tx(async (db) => {
      const rows = await db
        .selectFrom('lesson_completions')
        .select('user_id')
        .where('lesson_id', '=', course.lessons[lesson]!.id)
        .execute()
      return rows.map((row) => row.user_id)
    })
  const { databaseUrl } = await world()
  const lockCourse = () =>
    openTransaction(databaseUrl, 'select from courses where school_id = $1 and id = $2 for update', [
      school.id,
      course.id,
    ])
  return { ...fixture, people, completed, lockCourse, databaseUrl }
}
const ids = (people: Person[]) => people.map(({ userId }) => userId)

it('refuses one click of many and keeps the others', async () => {
  const fixture = await setUpStudents(6)
  const { school, course, people } = fixture
  const [expelled, failing, ...others] = people as [Person, Person, ...Person[]]
  await school.tx(async (db) => {
    await db.deleteFrom('enrollments').where('user_id', '=', expelled.userId).execute()
    // Two entries, of which the second has the number of the next: the database refuses it.
    const entry = {
      user_id: failing.userId,
      reason: 'lesson',
      subject_id: course.lessons[1]!.id,
      utc_created_on: new Date(),
    }
    for (const number of [2, 3])
      await db
        .insertInto('karma_entries')
        .values({ ...entry, number, points: 0 })
        .execute()
  })
  const held = await fixture.lockCourse()
  const clicks = Promise.all(people.map((person) => markLesson(fixture, person, 1)))
  await untilWaiting(fixture.databaseUrl, people.length)
  await held.commit()
  expect((await clicks).map(({ status }) => status)).toEqual([403, 409, 200, 200, 200, 200])
  expect(new Set(await fixture.completed(1))).toEqual(new Set(ids(others)))
})

it('lets no student wait for the progress of another', async () => {
  const fixture = await setUpStudents(3)
  const [first, ...others] = fixture.people as [Person, ...Person[]]
  const held = await openTransaction(
    fixture.databaseUrl,
    'select from course_progress where school_id = $1 and user_id = $2 for update',
    [fixture.school.id, first.userId],
  )
  const waiting = markLesson(fixture, first, 1)
  const answers = await Promise.all(others.map((person) => markLesson(fixture, person, 1)))
  expect(answers.map(({ status }) => status)).toEqual([200, 200])
  await untilWaiting(fixture.databaseUrl)
  expect(new Set(await fixture.completed(1))).toEqual(new Set(ids(others)))
  await held.commit()
  expect((await waiting).status).toBe(200)
})

it('sees what another process has written while the click waited', async () => {
  const fixture = await setUpStudents(3)
  const { school, course, people } = fixture
  const [first] = people as [Person]
  const held = await fixture.lockCourse()
  const clicks = Promise.all(people.map((person) => markLesson(fixture, person, 2)))
  await untilWaiting(fixture.databaseUrl, people.length)
  await school.tx(async (db) => {
    const firstKey = { user_id: first.userId, course_id: course.id }
    await db.updateTable('course_progress').set({ taken_back: [] }).where('user_id', '=', first.userId).execute()
    await db
      .insertInto('lesson_completions')
      .values({ ...firstKey, lesson_id: course.lessons[1]!.id })
      .execute()
  })
  await held.commit()
  expect((await clicks).map(({ body }) => body.userDegree.progress)).toEqual(['100.00', '66.67', '66.67'])
  const certificates = await school.tx((db) => db.selectFrom('certificates').select('user_id').execute())
  expect(certificates).toEqual([{ user_id: first.userId }])
})

it('sees what the author has published while the click waited', async () => {
  const fixture = await setUpStudents(3)
  const { school, course, people, databaseUrl } = fixture
  const publishing = await openTransaction(
    databaseUrl,
    `with held as (select id from courses where school_id = $1 and id = $2 for update),
      gone as (update lessons set utc_published_on = null where school_id = $1 and id = $3)
    update courses c set title = c.title from held where c.school_id = $1 and c.id = held.id`,
    [school.id, course.id, course.lessons[1]!.id],
  )
  const clicks = Promise.all(people.map((person) => markLesson(fixture, person, 2)))
  await untilWaiting(databaseUrl, people.length)
  await publishing.commit()
  expect((await clicks).map(({ body }) => body.userDegree.progress)).toEqual(Array(3).fill('100.00'))
})

it('keeps nothing of clicks whose connection is cut, and takes them when they come again', async () => {
  const fixture = await setUpStudents(4)
  const held = await fixture.lockCourse()
  const clicks = Promise.all(fixture.people.map((person) => markLesson(fixture, person, 1)))
  await untilWaiting(fixture.databaseUrl, 4)
  const admin = new pg.Client({ connectionString: fixture.databaseUrl })
  await admin.connect()
  await admin.query(`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and usename = 'escola_app' and state <> 'idle'`)
  await admin.end()
  await held.commit()
  expect(new Set((await clicks).map(({ status }) => status))).toContain(503)
  const answers = await Promise.all(fixture.people.map((person) => markLesson(fixture, person, 1)))
  expect(answers.map(({ body }) => body.userDegree.progress)).toEqual(Array(4).fill('66.67'))
  expect(await fixture.completed(1)).toHaveLength(4)
})

it('completes the course of each once, however many of them click on everything', async () => {
  const fixture = await setUpStudents(4)
  const { school, people } = fixture
  const clicks = Array.from({ length: 240 }, (_, index) =>
    markLesson(fixture, people[index % 4]!, Math.floor(index / 4) % 3),
  )
  expect(new Set((await Promise.all(clicks)).map(({ status }) => status))).toEqual(new Set([200]))
  const [certificates, totals] = await school.tx((db) =>
    Promise.all([
      db.selectFrom('certificates').select('user_id').execute(),
      db.selectFrom('karma_totals').select('karma').execute(),
    ]),
  )
  expect(certificates.map((row) => row.user_id).sort()).toEqual(ids(people).sort())
  expect(totals).toEqual(Array(4).fill({ karma: 3 * karmaPoints.lesson + karmaPoints.course }))
})

it('keeps points and lessons together, whichever of two processes each click comes to', async () => {
  const { tools } = await world()
  const fixture = await setUpStudents(4)
  const { school, course, people } = fixture
  const processes = [0, 1].map(() => ({ ...tools, outlines: new Outlines() }))
  const click = (turn: number, person: Person, lesson: number, isComplete: boolean) => {
    const contentId = course.lessons[lesson]!.id
    const userDegree = { metadata: { content: { [contentId]: { isComplete } } } }
    const completion = { contentId, degreeId: course.id, userDegree }
    return completeLesson(makeAttended(school, person), completion, processes[turn % 2]!)
  }
  const round = (isComplete: (turn: number) => boolean) =>
    Promise.all(
      Array.from({ length: 72 }, (_, turn) =>
        click(turn, people[Math.floor(turn / 2) % 4]!, Math.floor(turn / 7) % 3, isComplete(turn)),
      ),
    )
  const found = async () => {
    const [done, entries, totals, completed] = await school.tx((db) =>
      Promise.all([
        db.selectFrom('lesson_completions').select(['user_id', 'lesson_id']).execute(),
        db.selectFrom('karma_entries').select(['user_id', 'reason', 'subject_id', 'points']).execute(),
        db.selectFrom('karma_totals').select(['user_id', 'karma']).execute(),
        db.selectFrom('course_progress').select('user_id').where('utc_completed_on', 'is not', null).execute(),
      ]),
    )
    const pointsOf = (list: typeof entries) => list.reduce((sum, { points }) => sum + points, 0)
    for (const { userId } of people) {
      const own = entries.filter(({ user_id }) => user_id === userId)
      for (const { id } of course.lessons) {
        const isDone = done.some(({ user_id, lesson_id }) => user_id === userId && lesson_id === id)
        const lessonEntries = own.filter(({ reason, subject_id }) => reason === 'lesson' && subject_id === id)
        expect(pointsOf(lessonEntries)).toBe(isDone ? karmaPoints.lesson : 0)
      }
      expect(totals.find(({ user_id }) => user_id === userId)!.karma).toBe(pointsOf(own))
    }
    return completed.map((row) => row.user_id)
  }
  await round((turn) => turn % 3 > 0)
  await found()
  await round(() => true)
  expect(new Set(await found())).toEqual(new Set(ids(people)))
})

it('takes back some lessons while it completes others', async () => {
  const fixture = await setUpStudents(4)
  const held = await fixture.lockCourse()
  const clicks = Promise.all(
    fixture.people.map((person, index) => markLesson(fixture, person, index % 2, index % 2 === 1)),
  )
  await untilWaiting(fixture.databaseUrl, 4)
  await held.commit()
  expect((await clicks).map(({ body }) => body.userDegree.progress)).toEqual(['0.00', '66.67', '0.00', '66.67'])
  const totals = await fixture.school.tx((db) =>
    db.selectFrom('karma_totals').select('karma').orderBy('user_id').execute(),
  )
  const { lesson } = karmaPoints
  expect(totals.map((row) => row.karma)).toEqual([0, 2 * lesson, 0, 2 * lesson])
})
