import { limits } from '@escola/contract/limits'
import { messages } from '@escola/contract/messages'
import { notifications } from '@escola/contract/notifications.contract'
import { refusals } from '@escola/contract/refusals'
import { threads } from '@escola/contract/threads.contract'
import { describe, expect, it } from 'vitest'
import { world } from '../../testing/world.ts'
import { classroom } from './threads.testing.ts'

it('asks, waits, is answered, and tells the asker by mail and in the school', async () => {
  const { call } = await world()
  const { school, course, student, lesson, ask, reply, seen, waiting } = await classroom()
  await school.tx((db) => db.updateTable('schools').set({ has_notifications: true }).execute())
  expect((await ask('<p>Primeira?</p>')).status).toBe(200)
  const [thread] = (await ask('<p>Segunda?</p><script>alert(1)</script>')).body.threads
  expect(thread).toMatchObject({
    user_id: student.userId,
    user_name: student.name,
    message: '<p>Segunda?</p>',
    is_answered: false,
    subthreads: [],
    content_link: lesson.link,
    degree_link: course.link,
    degree_title: course.title,
  })
  expect(await waiting()).toEqual(['<p>Primeira?</p>', '<p>Segunda?</p>'])
  const answered = await reply(thread!.id, '<p>Porque sim.</p>', school.admin, { admin: 1 })
  expect(answered.body.threads.map(({ message }) => message)).toEqual(['<p>Primeira?</p>'])
  expect((await seen()).body.threads[0]).toMatchObject({
    is_answered: true,
    subthreads: [{ user_name: school.admin.name, is_admin: true, message: '<p>Porque sim.</p>' }],
  })
  const [notification] = await school.tx((db) => db.selectFrom('notifications').select(['user_id', 'kind']).execute())
  expect(notification).toEqual({ user_id: student.userId, kind: 'question_answered' })
  const news = (await call(notifications.list, { as: student })).body.notifications.list
  expect(news).toMatchObject([{ title: 'Aula 1.1', degree_link: course.link, content_link: lesson.link }])
  const params = { threadId: thread!.id, replyId: answered.body.reply_id }
  const mails = await school.tx((db) => db.selectFrom('messages').select(['user_id', 'kind', 'params']).execute())
  expect(mails).toEqual([{ user_id: student.userId, kind: 'question_answered', params }])
})

it('waits again once the asker has added something', async () => {
  const { school, student, reply, waiting, askQuestion } = await classroom()
  const id = await askQuestion()
  await reply(id, '<p>Porque sim.</p>')
  expect(await waiting()).toEqual([])
  expect((await reply(id, '<p>Mas como?</p>', student)).body.threads[0]!.subthreads).toHaveLength(2)
  expect(await waiting()).toEqual(['<p>Por quê?</p>'])
  await school.tx((db) => db.deleteFrom('enrollments').where('user_id', '=', student.userId).execute())
  expect((await reply(id, '<p>E aí?</p>', student)).error.code).toBe('degree_forbidden')
})

it('lets students delete their own while there is no answer, and administrators any', async () => {
  const { school, student, reply, remove, seen, askQuestion } = await classroom()
  const [own, answered] = [await askQuestion('<p>Uma?</p>'), await askQuestion('<p>Outra?</p>')]
  await reply(answered, '<p>Sim.</p>')
  const classmate = await school.make.student('Rita Moraes')
  await school.make.enrollment(await school.make.cohort({ all: true }), classmate)
  expect((await seen(classmate)).body.threads).toHaveLength(2)
  expect((await remove(own, classmate)).status).toBe(404)
  expect((await reply(own, '<p>Eu sei!</p>', classmate)).error.code).toBe('not_your_question')
  expect((await remove(answered, student)).error.code).toBe('question_answered')
  expect((await remove(own, student)).body.threads.map(({ id }) => id)).toEqual([answered])
  expect((await remove(answered, school.admin, { admin: 1 })).body.threads).toEqual([])
})

it('keeps what the school has answered from being deleted by its asker, also once they have added something', async () => {
  const { student, reply, remove, askQuestion } = await classroom()
  const id = await askQuestion()
  await reply(id, '<p>Sim.</p>')
  await reply(id, '<p>Certeza?</p>', student)
  expect((await remove(id, student)).error.code).toBe('question_answered')
  const open = await askQuestion()
  await reply(open, '<p>Aliás…</p>', student)
  expect((await remove(open, student)).status).toBe(200)
})

describe('a long list', () => {
  /** Adds that many waiting questions to the lesson; they are called by their numbers, the oldest is 1. */
  async function crowded(extra: number) {
    const context = await classroom()
    const { school, course, student, lesson } = context
    const total = limits.threadsPerPage + extra
    const row = { course_id: course.id, lesson_id: lesson.id, user_id: student.userId }
    const rows = Array.from({ length: total }, (_, at) => ({ ...row, message: `<p>${at + 1}</p>` }))
    await school.tx((db) => db.insertInto('threads').values(rows).execute())
    const numbers = (list: { message: string }[]) => list.map(({ message }) => Number(message.replace(/\D/g, '')))
    return { ...context, total, numbers }
  }

  it('comes in pages, newest first in the lesson and oldest first where it waits, and loses none', async () => {
    const { call } = await world()
    const { school, total, numbers, seen } = await crowded(3)
    const pages = [await seen(), await seen(undefined, 2)].map(({ body }) => body)
    expect(pages.map(({ page, rowsPerPage, total: all }) => [page, rowsPerPage, all])).toEqual([
      [1, limits.threadsPerPage, total],
      [2, limits.threadsPerPage, total],
    ])
    const all = Array.from({ length: total }, (_, at) => total - at)
    expect(pages.flatMap(({ threads }) => numbers(threads))).toEqual(all)
    const waiting = async (page: number) =>
      numbers((await call(threads.waiting, { as: school.admin, query: { page } })).body.threads)
    expect([...(await waiting(1)), ...(await waiting(2))]).toEqual(all.toReversed())
  })

  it('stays on its page after a change, and goes to its last one when that is gone', async () => {
    const { school, seen, reply, remove, numbers, total } = await crowded(1)
    const [oldest] = (await seen(undefined, 2)).body.threads
    const answered = await reply(oldest!.id, '<p>Sim.</p>', school.admin, { page: 2 })
    expect([answered.body.page, numbers(answered.body.threads)]).toEqual([2, [1]])
    const left = (await remove(oldest!.id, school.admin, { page: 2 })).body
    expect([left.page, left.total, left.threads.length]).toEqual([1, total - 1, limits.threadsPerPage])
  })
})

it('ends a conversation somewhere, with the word of the school', async () => {
  const { school, student, reply, askQuestion, seen } = await classroom()
  const id = await askQuestion()
  const written = { thread_id: id, user_id: student.userId, is_admin: false, message: '<p>E?</p>' }
  const rows = Array.from({ length: limits.repliesPerThread - 2 }, () => written)
  await school.tx((db) => db.insertInto('thread_replies').values(rows).execute())
  const both = await Promise.all([1, 2].map(() => reply(id, '<p>Ainda?</p>', student)))
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
  expect((await reply(id, '<p>Sim.</p>')).status).toBe(200)
  expect((await reply(id, '<p>Sim!</p>')).error.code).toBe('thread_full')
  expect((await seen()).body.threads[0]!.subthreads).toHaveLength(limits.repliesPerThread)
})

it('takes no message that is longer than a question', async () => {
  const { ask, reply, askQuestion } = await classroom()
  const id = await askQuestion()
  const long = `<p>${'a'.repeat(limits.threadMessageMax)}</p>`
  for (const refused of [await ask(long), await reply(id, long)])
    expect([refused.status, refused.error.fields]).toEqual([400, { message: refusals.messageLong }])
})

it('shows a student nothing of lessons that are closed to them, whatever they ask for', async () => {
  const { call } = await world()
  const { school, course, student, lesson, reply, askQuestion } = await classroom()
  const other = await school.make.course({ title: 'Outro', modules: [1] })
  const { id: elsewhere } = await school.make.thread(other, student)
  await school.make.thread(other, await school.make.student('Rita Moraes'))
  const own = await askQuestion()
  const answered = await reply(own, '<p>E mais.</p>', student, { admin: 1 })
  expect(answered.body.threads.map(({ id }) => id)).toEqual([own])
  // Their own question, in a lesson of that name which they have lost.
  const params = { contentLink: lesson.link, threadId: elsewhere }
  for (const degreeLink of [course.link, other.link]) {
    const query = { degreeLink }
    const body = { message: '<p>E aí?</p>' }
    for (const refused of [
      await call(threads.reply, { as: student, params, query, body }),
      await call(threads.remove, { as: student, params, query }),
    ])
      expect([403, 404]).toContain(refused.status)
  }
})

it.each(['', '<p></p>', '<p> &nbsp; </p>', '<script>x</script>', '<img src=x>'])(
  'takes no message like %j',
  async (message) => {
    const { ask, reply, askQuestion } = await classroom()
    const id = await askQuestion()
    for (const refused of [await ask(message), await reply(id, message)])
      expect([refused.status, refused.error.fields]).toEqual([400, { message: messages.emptyQuestion }])
  },
)

it('asks nothing where the course takes no questions, where the lesson is closed, or as an administrator', async () => {
  const { school, course, student, ask, seen, set, askQuestion } = await classroom()
  await askQuestion()
  await set({ has_comments: false })
  expect((await ask('<p>E agora?</p>')).error.code).toBe('questions_closed')
  expect((await seen()).body.threads).toEqual([])
  expect((await seen(school.admin)).body.threads).toHaveLength(1)
  await set({ has_comments: true })
  expect((await ask('<p>Eu?</p>', school.admin)).error.code).toBe('students_only')
  const outsider = await school.make.student('Rita Moraes')
  for (const refused of [await ask('<p>Posso?</p>', outsider), await seen(outsider)])
    expect(refused.error.code).toBe('degree_forbidden')
  await set({ no_dripping: false })
  const { call } = await world()
  const locked = { degreeLink: course.link, contentLink: course.lessons.at(-1)!.link }
  expect((await call(threads.ofLesson, { as: student, params: locked })).error.code).toBe('degree_lesson_locked')
})

it('finds the lesson without its course only where there is no doubt', async () => {
  const { call } = await world()
  const { school, student, lesson } = await classroom()
  const plain = () =>
    call(threads.ask, { as: student, params: { contentLink: lesson.link }, body: { message: '<p>Qual?</p>' } })
  expect((await plain()).status).toBe(200)
  await school.make.course({ title: 'Outro', modules: [1] })
  const doubt = await plain()
  expect([doubt.status, Object.keys(doubt.error.fields ?? {})]).toEqual([400, ['degreeLink']])
})

it('asks once under one key, and answers once when two answer at once', async () => {
  const { call } = await world()
  const { school, course, student, lesson, reply, seen, askQuestion } = await classroom()
  const request = {
    as: student,
    params: { contentLink: lesson.link },
    query: { degreeLink: course.link },
    body: { message: '<p>Uma vez?</p>' },
    headers: { 'idempotency-key': 'uma-vez-so' },
  }
  await Promise.all([1, 2, 3].map(() => call(threads.ask, request)))
  expect((await seen()).body.threads).toHaveLength(1)
  const other = await call(threads.ask, { ...request, body: { message: '<p>Outra?</p>' } })
  expect(other).toMatchObject({ status: 409, body: { code: 'key_used' } })
  expect((await seen()).body.threads).toHaveLength(1)
  const id = await askQuestion()
  const colleague = await school.make.admin()
  await Promise.all([reply(id, '<p>A</p>'), reply(id, '<p>B</p>', colleague)])
  expect((await seen()).body.threads[0]!.subthreads).toHaveLength(2)
})

it('does not end a waiting that has begun again, when an answer is asked for a second time', async () => {
  const { call } = await world()
  const { school, course, student, lesson, reply, waiting, askQuestion } = await classroom()
  const id = await askQuestion()
  const answerOnce = () =>
    call(threads.reply, {
      as: school.admin,
      params: { contentLink: lesson.link, threadId: id },
      query: { degreeLink: course.link },
      body: { message: '<p>Porque sim.</p>' },
      headers: { 'idempotency-key': 'uma-resposta-so' },
    })
  expect((await answerOnce()).status).toBe(200)
  await reply(id, '<p>E no inverno?</p>', student)
  const again = await answerOnce()
  expect([again.status, again.body.threads[0]!.subthreads.length]).toEqual([200, 2])
  expect(await waiting()).toEqual(['<p>Por quê?</p>'])
})
