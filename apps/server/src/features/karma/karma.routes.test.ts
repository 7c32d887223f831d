import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { karma, karmaPoints } from '@escola/contract/karma.contract'
import { limits } from '@escola/contract/limits'
import { schools } from '@escola/contract/schools.contract'
import { threads } from '@escola/contract/threads.contract'
import pg from 'pg'
import { describe, expect, it } from 'vitest'
import type { Person } from '../../testing/call.ts'
import { neverStops } from '../../testing/jobs.ts'
import { expectShape } from '../../testing/row-shape.ts'
import { openTransaction, untilWaiting } from '../../testing/waiting-transactions.ts'
import { world } from '../../testing/world.ts'
import { completeForAll } from '../learning/completion.service.ts'
import { type LearningSchool, makeLearningSchool, markLesson } from '../learning/learning.testing.ts'
import { listEntries } from './karma.queries.ts'
import { recordCourse } from './karma.service.ts'

const { lesson, course, question } = karmaPoints

/** Points that a student reads in the log, the context and the page; all three must agree. */
async function karmaOf({ school }: LearningSchool, as: Person) {
  const { call } = await world()
  const [listed, context, entries] = await Promise.all([
    call(karma.entries, { as }),
    call(schools.context, { as, query: { pathname: `/escola/${school.id}` } }),
    school.tx((db) => db.selectFrom('karma_entries').select('points').where('user_id', '=', as.userId).execute()),
  ])
  const sum = entries.reduce((total, { points }) => total + points, 0)
  expect([listed.body.karma, context.body.user!.karma]).toEqual([sum, sum])
  return sum
}

describe('a lesson', () => {
  it('earns once, gives its points back when it is taken back, and earns them again', async () => {
    const context = await makeLearningSchool()
    const { student } = context
    await markLesson(context, student, 0)
    await markLesson(context, student, 0)
    expect(await karmaOf(context, student)).toBe(lesson)
    await markLesson(context, student, 0, false)
    await markLesson(context, student, 0, false)
    expect(await karmaOf(context, student)).toBe(0)
    await markLesson(context, student, 0)
    expect(await karmaOf(context, student)).toBe(lesson)
  })

  it('takes back nothing that was never given', async () => {
    const context = await makeLearningSchool()
    expect((await markLesson(context, context.student, 0, false)).status).toBe(200)
    expect(await karmaOf(context, context.student)).toBe(0)
  })

  it('earns once however many clicks come at once, on it and on others', async () => {
    const context = await makeLearningSchool()
    const clicks = await Promise.all(
      Array.from({ length: 30 }, (_, index) => markLesson(context, context.student, index % 3)),
    )
    expect(clicks.map(({ status }) => status)).toEqual(Array(30).fill(200))
    expect(await karmaOf(context, context.student)).toBe(3 * lesson + course)
  })

  it('earns an administrator nothing', async () => {
    const context = await makeLearningSchool()
    expect((await markLesson(context, context.school.admin, 0)).status).toBe(403)
    expect(await karmaOf(context, context.school.admin)).toBe(0)
  })
})

describe('a question', () => {
  async function askQuestion() {
    const { call } = await world()
    const context = await makeLearningSchool()
    const { school, student } = context
    const { id } = await school.make.thread(context.course, student)
    const at = { params: { contentLink: context.course.lessons[0]!.link, threadId: id } }
    const body = { message: '<p>Sim.</p>' }
    const reply = (as: Person = school.admin) => call(threads.reply, { ...at, as, body })
    const remove = (as: Person = school.admin) => call(threads.remove, { ...at, as })
    return { context, school, student, reply, remove }
  }

  it('earns its asker once, with the first answer of the school', async () => {
    const { call } = await world()
    const { context, school, student, reply } = await askQuestion()
    await reply(student)
    expect(await karmaOf(context, student)).toBe(0)
    await Promise.all([reply(), reply(await school.make.admin())])
    await reply(student)
    await reply()
    expect(await karmaOf(context, student)).toBe(question)
    expect(await karmaOf(context, school.admin)).toBe(0)
    const [entry] = (await call(karma.entries, { as: student })).body.entries.list
    const { title: degree_title, link: degree_link } = context.course
    expect(entry).toMatchObject({ reason: 'question', points: question, title: 'Aula 1.1', degree_title, degree_link })
  })

  it('gives its points back when the school deletes it, and only what it had', async () => {
    const { context, student, reply, remove } = await askQuestion()
    await reply()
    await remove()
    expect(await karmaOf(context, student)).toBe(0)
    const other = await askQuestion()
    await other.remove()
    expect(await karmaOf(other.context, other.student)).toBe(0)
  })
})

describe('a course', () => {
  it('earns once, and is not taken back with one of its lessons', async () => {
    const context = await makeLearningSchool()
    for (const index of [0, 1, 2]) await markLesson(context, context.student, index)
    expect(await karmaOf(context, context.student)).toBe(3 * lesson + course)
    await markLesson(context, context.student, 2, false)
    await markLesson(context, context.student, 2)
    expect(await karmaOf(context, context.student)).toBe(3 * lesson + course)
  })

  it('earns its points for students when its author hides the last lesson', async () => {
    const { tools } = await world()
    const context = await makeLearningSchool()
    const { school, student } = context
    for (const index of [0, 1]) await markLesson(context, student, index)
    const last = context.course.lessons[2]!.id
    await school.tx((db) => db.updateTable('lessons').set({ is_visible: false }).where('id', '=', last).execute())
    await Promise.all([
      completeForAll(school, context.course.id, tools, neverStops),
      completeForAll(school, context.course.id, tools, neverStops),
    ])
    expect(await karmaOf(context, student)).toBe(2 * lesson + course)
  })

  it('gives to many people at once, and never waits in a circle with another', async () => {
    const { databaseUrl } = await world()
    const { school } = await makeLearningSchool()
    const people = await Promise.all(['Um', 'Dois', 'Três'].map((name) => school.make.student(name)))
    const userIds = people.map(({ userId }) => userId).sort((a, b) => Number(a) - Number(b))
    const give = (courseId: string, ids: string[]) =>
      school.tx((db) => recordCourse(db, { courseId, userIds: ids }, new Date()))
    await give('1', userIds)
    const held = await openTransaction(
      databaseUrl,
      'select from karma_totals where school_id = $1 and user_id = $2 for update',
      [school.id, userIds[1]!],
    )
    const both = Promise.all([give('2', userIds), give('3', userIds.toReversed())])
    await untilWaiting(databaseUrl, 2)
    await held.commit()
    await both
    const totals = await school.tx((db) => db.selectFrom('karma_totals').select('karma').execute())
    expect(totals.map((row) => row.karma)).toEqual(Array(3).fill(3 * course))
  })
})

it('lists what earned points, newest first, to the person alone', async () => {
  const { call } = await world()
  const context = await makeLearningSchool()
  const { student, school } = context
  for (const index of [0, 1, 2]) await markLesson(context, student, index)
  const { body } = await call(karma.entries, { as: student })
  expect(body.entries).toMatchObject({ total: 4, page: 1 })
  const read = () => school.tx((db) => listEntries(db, student.userId, { limit: 9, offset: 0 }))
  const entries = await read()
  const [first] = body.entries.list
  expect(first!.utc_created_on >= body.entries.list.at(-1)!.utc_created_on).toBe(true)
  const named = { degree_title: context.course.title, degree_link: context.course.link }
  expect(first).toEqual({
    ...first,
    ...named,
    reason: 'course',
    points: course,
    title: context.course.title,
  })
  expect(body.entries.list.at(-1)).toMatchObject({ ...named, reason: 'lesson', points: lesson, title: 'Aula 1.1' })
  const other = await school.make.student('Outra Pessoa')
  expect((await call(karma.entries, { as: other })).body).toMatchObject({ karma: 0, entries: { list: [] } })

  await school.tx((db) => db.deleteFrom('courses').where('id', '=', context.course.id).execute())
  expectShape([...entries, ...(await read())], {
    reason: 'string',
    points: 'number',
    utc_created_on: 'Date',
    lesson_title: 'string or null',
    course_title: 'string or null',
    course_link: 'string or null',
  })
  const left = (await call(karma.entries, { as: student })).body
  expect(left.karma).toBe(3 * lesson + course)
  expect(left.entries.list[0]).toMatchObject({ title: '', degree_title: '', degree_link: null })
})

describe('the rank', () => {
  /** A school that shows it, with so many points for each of its students. */
  async function ranked(points: number[]) {
    const { makeSchool, database } = await world()
    const school = await makeSchool('Placar')
    await database.withPlatform((db) =>
      db.updateTable('schools').set({ has_rank: true }).where('id', '=', school.id).execute(),
    )
    const people: Person[] = []
    for (const [index, karma] of points.entries()) {
      const person = await school.make.student(`Pessoa ${index}`)
      people.push(person)
      await school.tx((db) => db.insertInto('karma_totals').values({ user_id: person.userId, karma }).execute())
    }
    return { school, people }
  }

  it('goes by points, shares a place between equals, and leaves out students who have none', async () => {
    const { call } = await world()
    const { school, people } = await ranked([20, 50, 20, 0, 10])
    const { body } = await call(karma.rank, { as: people[4]! })
    expect(body.rank.list.map(({ place, name, karma }) => [place, name, karma])).toEqual([
      [1, 'Pessoa 1', 50],
      [2, 'Pessoa 0', 20],
      [2, 'Pessoa 2', 20],
      [4, 'Pessoa 4', 10],
    ])
    expect(body.rank.total).toBe(4)
    expect(body.me).toMatchObject({ place: 4, karma: 10, user_id: people[4]!.userId })
    for (const as of [people[3]!, school.admin]) expect((await call(karma.rank, { as })).body.me).toBeNull()
    expect(JSON.stringify(body)).not.toContain('@')
  })

  it('goes on with the same places on its next pages, where the student’s own is told as well', async () => {
    const { call } = await world()
    const size = limits.rankPerPage
    // All students have as many points as the next one, over the end of a page.
    const { people } = await ranked(
      Array.from({ length: 2 * size + 3 }, (_, index) => 1000 - Math.floor((index + 1) / 2)),
    )
    const pageOf = async (page: number) => (await call(karma.rank, { as: people[1]!, query: { page } })).body
    const pages = await Promise.all([1, 2, 3, 4].map(pageOf))
    const places = pages.flatMap(({ rank }) => rank.list.map(({ place }) => place))
    expect(places).toEqual(people.map((_, index) => (index === 0 ? 1 : 2 * Math.ceil(index / 2))))
    expect(pages.map(({ me }) => me?.place)).toEqual([2, 2, 2, 2])
    expect(new Set(pages.flatMap(({ rank }) => rank.list.map((row) => row.user_id))).size).toBe(people.length)
  })

  it('is not there where the school shows none', async () => {
    const { call, northside } = await world()
    expect((await call(karma.rank, { as: northside.student })).status).toBe(404)
  })
})

/** Runs again what a migration fills in, from these words of it on. */
async function fill(migration: RegExp, after: string) {
  const { databaseUrl } = await world()
  const folder = path.resolve(import.meta.dirname, '../../../../../migrations')
  const file = (await readdir(folder)).find((name) => migration.test(name))!
  const [, filling] = (await readFile(path.join(folder, file), 'utf8')).split(after)
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  await client.query(filling!)
  await client.end()
}

it('gave points for what was completed before there were any', async () => {
  const context = await makeLearningSchool()
  const { school, student } = context
  const moment = new Date('2026-03-01T12:00:00Z')
  await school.tx(async (db) => {
    const of = { user_id: student.userId, course_id: context.course.id }
    await db
      .insertInto('course_progress')
      .values({ ...of, utc_completed_on: moment })
      .execute()
    for (const { id } of context.course.lessons)
      await db
        .insertInto('lesson_completions')
        .values({ ...of, lesson_id: id, utc_completed_on: moment })
        .execute()
  })
  await fill(/pages_karma/, '-- What was completed before there were points earns them too.')
  expect(await karmaOf(context, student)).toBe(3 * lesson + course)
  await markLesson(context, student, 0, false)
  expect(await karmaOf(context, student)).toBe(2 * lesson + course)
})

it('gave points for what was answered before that earned any', async () => {
  const context = await makeLearningSchool()
  const { school, student } = context
  await markLesson(context, student, 0)
  const [answered] = await Promise.all([1, 2].map(() => school.make.thread(context.course, student)))
  const reply = { thread_id: answered!.id, user_id: school.admin.userId, is_admin: true, message: '<p>Sim.</p>' }
  await school.tx((db) => db.insertInto('thread_replies').values([reply, reply]).execute())
  for (const _ of [1, 2]) await fill(/karma_questions/, '-- What was answered before it earned anything earns it too.')
  expect(await karmaOf(context, student)).toBe(lesson + question)
})
