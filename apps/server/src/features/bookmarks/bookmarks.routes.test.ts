import { bookmarks } from '@escola/contract/bookmarks.contract'
import { limits } from '@escola/contract/limits'
import { schools } from '@escola/contract/schools.contract'
import { expect, it } from 'vitest'
import type { Person } from '../../testing/call.ts'
import { openTransaction, untilWaiting } from '../../testing/waiting-transactions.ts'
import { world } from '../../testing/world.ts'
import { makeLearningSchool } from '../learning/learning.testing.ts'

/** A student with a course of three lessons, and what they keep of it. */
async function setUpBookmarks() {
  const { call } = await world()
  const { school, course, student } = await makeLearningSchool()
  const save = (body: { contentId?: string | null; isBookmark: boolean; degreeId?: string }, as: Person = student) =>
    call(bookmarks.save, { as, body: { degreeId: course.id, ...body } })
  const listOwn = async () => {
    const own = (await call(bookmarks.mine, { as: student })).body.bookmarks
    const query = { domain: '', pathname: `/escola/${school.id}` }
    const ofContext = (await call(schools.context, { as: student, query })).body.bookmarks
    expect(ofContext).toEqual(own)
    return own.map(({ title, degree_link, content_link }) => [title, degree_link, content_link])
  }
  return { school, course, student, save, listOwn }
}

it('keeps a course and a lesson once, newest first, and takes them away', async () => {
  const { course, save, listOwn } = await setUpBookmarks()
  const [lesson] = course.lessons
  expect(await listOwn()).toEqual([])
  for (const _ of [1, 2]) expect((await save({ isBookmark: true })).status).toBe(200)
  const answer = await save({ contentId: lesson!.id, isBookmark: true })
  const both = [
    ['Aula 1.1', course.link, lesson!.link],
    [course.title, course.link, null],
  ]
  expect(answer.body.bookmarks.map(({ title }) => title)).toEqual(['Aula 1.1', course.title])
  expect(await listOwn()).toEqual(both)
  for (const _ of [1, 2]) await save({ isBookmark: false })
  expect(await listOwn()).toEqual(both.slice(0, 1))
  await Promise.all([1, 2, 3].map(() => save({ contentId: lesson!.id, isBookmark: false })))
  expect(await listOwn()).toEqual([])
})

it('keeps nothing that is not open, and of what was kept shows what is open today', async () => {
  const { school, course, student, save, listOwn } = await setUpBookmarks()
  const [lesson] = course.lessons
  await save({ isBookmark: true })
  await save({ contentId: lesson!.id, isBookmark: true })
  const hide = (is_visible: boolean) =>
    school.tx((db) => db.updateTable('lessons').set({ is_visible }).where('id', '=', lesson!.id).execute())
  await hide(false)
  expect(await listOwn()).toEqual([[course.title, course.link, null]])
  await hide(true)
  await school.tx((db) => db.deleteFrom('enrollments').where('user_id', '=', student.userId).execute())
  expect(await listOwn()).toEqual([])
  expect((await save({ isBookmark: true })).error.code).toBe('degree_forbidden')
  // A bookmark of a closed lesson may still be taken away.
  expect((await save({ isBookmark: false })).status).toBe(200)
})

it('refuses a lesson of another course, and one that is still locked', async () => {
  const { school, course, save, listOwn } = await setUpBookmarks()
  const other = await school.make.course({ modules: [1] })
  expect((await save({ contentId: other.lessons[0]!.id, isBookmark: true })).status).toBe(404)
  await school.tx((db) => db.updateTable('courses').set({ no_dripping: false }).where('id', '=', course.id).execute())
  const last = await save({ contentId: course.lessons.at(-1)!.id, isBookmark: true })
  expect(last.error.code).toBe('degree_lesson_locked')
  expect(await listOwn()).toEqual([])
})

it('keeps no more than there can be, whatever comes at once, and takes what is there already', async () => {
  const { school, course, student, save } = await setUpBookmarks()
  await save({ isBookmark: true })
  await school.tx(async (db) => {
    const { id: course_id } = await school.make.course({ modules: [] })
    const lessons = Array.from({ length: limits.bookmarksPerStudent - 2 }, (_, at) => ({
      course_id,
      title: `Aula ${at}`,
      link: `a-${at}`,
    }))
    const inserted = await db.insertInto('lessons').values(lessons).returning('id').execute()
    const rows = inserted.map(({ id }) => ({ user_id: student.userId, course_id, lesson_id: id }))
    await db.insertInto('bookmarks').values(rows).execute()
  })
  const { databaseUrl } = await world()
  const held = await openTransaction(
    databaseUrl,
    'select from memberships where school_id = $1 and user_id = $2 for update',
    [school.id, student.userId],
  )
  const clicks = Promise.all(course.lessons.slice(0, 2).map(({ id }) => save({ contentId: id, isBookmark: true })))
  await untilWaiting(databaseUrl, 2)
  await held.commit()
  const both = await clicks
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
  expect(both.find(({ status }) => status === 409)!.error.code).toBe('bookmarks_full')
  expect((await save({ isBookmark: true })).status).toBe(200)
})

it('refuses an administrator without ending their session, and keeps each person apart', async () => {
  const { call } = await world()
  const { school, save, listOwn } = await setUpBookmarks()
  const refused = await save({ isBookmark: true }, school.admin)
  expect([refused.status, refused.error.code]).toEqual([403, 'students_only'])
  await save({ isBookmark: true })
  const classmate = await school.make.student('Rita Moraes')
  expect((await call(bookmarks.mine, { as: classmate })).body.bookmarks).toEqual([])
  expect(await listOwn()).toHaveLength(1)
})
