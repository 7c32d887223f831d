import { schools } from '@escola/contract/schools.contract'
import { threads } from '@escola/contract/threads.contract'
import { expect } from 'vitest'
import type { Person } from '../../testing/call.ts'
import { world } from '../../testing/world.ts'
import { makeLearningSchool } from '../learning/learning.testing.ts'

/** A student with a course, who asks about its first lesson. */
export async function classroom() {
  const { call } = await world()
  const { school, course, student } = await makeLearningSchool()
  const [lesson] = course.lessons
  const contentLink = lesson!.link
  const query = { degreeLink: course.link }
  const ask = (message: string, as: Person = student) =>
    call(threads.ask, { as, params: { contentLink }, query, body: { message } })
  const reply = (threadId: string, message: string, as: Person = school.admin, more = {}) =>
    call(threads.reply, { as, params: { contentLink, threadId }, query: { ...query, ...more }, body: { message } })
  const remove = (threadId: string, as: Person, more = {}) =>
    call(threads.remove, { as, params: { contentLink, threadId }, query: { ...query, ...more } })
  const seen = (as: Person = student, page = 1) =>
    call(threads.ofLesson, { as, params: { contentLink, degreeLink: course.link }, query: { page } })
  const waiting = async () => {
    const list = (await call(threads.waiting, { as: school.admin })).body.threads
    const context = await call(schools.context, {
      as: school.admin,
      query: { domain: '', pathname: `/escola/${school.id}` },
    })
    expect(context.body.threads.waiting).toBe(list.length)
    return list.map(({ message }) => message)
  }
  const set = (values: object) =>
    school.tx((db) => db.updateTable('courses').set(values).where('id', '=', course.id).execute())
  const askQuestion = async (message = '<p>Por quê?</p>') => (await ask(message)).body.threads[0]!.id
  return { school, course, student, lesson: lesson!, ask, reply, remove, seen, waiting, set, askQuestion }
}
