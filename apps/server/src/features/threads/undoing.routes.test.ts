import { karma } from '@escola/contract/karma.contract'
import { notifications } from '@escola/contract/notifications.contract'
import { answerLimits, threads } from '@escola/contract/threads.contract'
import { expect, it } from 'vitest'
import type { Person } from '../../testing/call.ts'
import { world } from '../../testing/world.ts'
import { classroom } from './threads.testing.ts'

/** A classroom whose administrators undo their answers. */
async function undoing() {
  const { call } = await world()
  const fixture = await classroom()
  const { school, student, lesson } = fixture
  await school.tx((db) => db.updateTable('schools').set({ has_notifications: true }).execute())
  const undo = (threadId: string, replyId: string, as: Person = school.admin, key?: string) =>
    call(threads.undo, {
      as,
      params: { contentLink: lesson.link, threadId, replyId },
      ...(key && { headers: { 'idempotency-key': key } }),
    })
  const answer = async (threadId: string, as: Person = school.admin) =>
    (await fixture.reply(threadId, '<p>Porque sim.</p>', as)).body.reply_id
  /** All that an answer leaves behind. */
  const traces = async () => {
    const mails = await school.tx((db) => db.selectFrom('messages').select('kind').execute())
    const notified = (await call(notifications.list, { as: student })).body.notifications.list
    const points = (await call(karma.entries, { as: student })).body
    const [thread] = (await fixture.seen()).body.threads
    return {
      mails: mails.length,
      notified: notified.length,
      points: [points.karma, points.entries.list.length],
      replies: thread!.subthreads.length,
      isAnswered: thread!.is_answered,
    }
  }
  const later = (seconds: number) =>
    school.tx((db) =>
      db
        .updateTable('thread_replies')
        .set({ utc_created_on: new Date(Date.now() - seconds * 1000) })
        .execute(),
    )
  return { ...fixture, undo, answer, traces, later }
}

/** The points were given and taken back. */
const nothing = { mails: 0, notified: 0, points: [0, 2], replies: 0, isAnswered: false }
const answered = { mails: 1, notified: 1, points: [5, 1], replies: 1, isAnswered: true }

it('takes an answer back with its mail, its notification and its points, and the next one has them all again', async () => {
  const { undo, answer, traces, askQuestion, waiting } = await undoing()
  const id = await askQuestion()
  const replyId = await answer(id)
  expect(await traces()).toEqual(answered)
  expect((await undo(id, replyId)).body).toEqual({ ok: true })
  expect(await traces()).toEqual(nothing)
  expect(await waiting()).toEqual(['<p>Por quê?</p>'])
  await answer(id)
  expect(await traces()).toEqual({ ...answered, points: [5, 3] })
})

it('lets the mail wait as long as the answer may be undone', async () => {
  const { school, answer, askQuestion } = await undoing()
  const before = Date.now()
  await answer(await askQuestion())
  const job = await school.tx((db) =>
    db.selectFrom('outbox').where('name', '=', 'messages.deliver').select('utc_run_on').executeTakeFirstOrThrow(),
  )
  expect(job.utc_run_on.getTime()).toBeGreaterThanOrEqual(before + answerLimits.heldSeconds * 1000)
})

it('leaves an earlier answer standing, with its points', async () => {
  const { school, undo, answer, traces, askQuestion, waiting } = await undoing()
  const id = await askQuestion()
  await answer(id, await school.make.admin())
  await undo(id, await answer(id))
  expect(await traces()).toEqual(answered)
  expect(await waiting()).toEqual([])
})

it('lets a question wait again that its asker had gone on with', async () => {
  const { student, undo, answer, reply, askQuestion, waiting } = await undoing()
  const id = await askQuestion()
  await answer(id)
  await reply(id, '<p>Mas como?</p>', student)
  await undo(id, await answer(id))
  expect(await waiting()).toEqual(['<p>Por quê?</p>'])
})

it('refuses once the student has written after it', async () => {
  const { student, undo, answer, reply, traces, askQuestion } = await undoing()
  const id = await askQuestion()
  const replyId = await answer(id)
  await reply(id, '<p>Obrigada!</p>', student)
  expect((await undo(id, replyId)).error.code).toBe('answer_followed')
  expect(await traces()).toEqual({ ...answered, replies: 2, isAnswered: false })
})

it('refuses what another administrator wrote', async () => {
  const { school, student, undo, answer, reply, askQuestion } = await undoing()
  const id = await askQuestion()
  expect((await undo(id, await answer(id), await school.make.admin())).error.code).toBe('not_your_answer')
  const { reply_id } = (await reply(id, '<p>Obrigada!</p>', student)).body
  expect((await undo(id, reply_id)).error.code).toBe('not_your_answer')
})

it('refuses after its time, or once the mail leaves', async () => {
  const { school, undo, answer, later, traces, askQuestion } = await undoing()
  const id = await askQuestion()
  const replyId = await answer(id)
  await later(answerLimits.heldSeconds - 5)
  await school.tx((db) => db.updateTable('messages').set({ status: 'sending' }).execute())
  expect((await undo(id, replyId)).error.code).toBe('answer_stands')
  await school.tx((db) => db.updateTable('messages').set({ status: 'pending' }).execute())
  await later(answerLimits.heldSeconds)
  expect((await undo(id, replyId)).error.code).toBe('answer_stands')
  expect(await traces()).toEqual(answered)
})

it('answers a repeated call as the first, and a repeated answer brings nothing back', async () => {
  const { call } = await world()
  const { school, course, lesson, undo, traces, askQuestion } = await undoing()
  const id = await askQuestion()
  const answerOnce = () =>
    call(threads.reply, {
      as: school.admin,
      params: { contentLink: lesson.link, threadId: id },
      query: { degreeLink: course.link },
      body: { message: '<p>Porque sim.</p>' },
      headers: { 'idempotency-key': 'uma-resposta-so' },
    })
  const { reply_id } = (await answerOnce()).body
  const both = await Promise.all([1, 2].map(() => undo(id, reply_id, school.admin, 'desfeita-uma-vez')))
  expect(both.map(({ status, body }) => [status, body])).toEqual([
    [200, { ok: true }],
    [200, { ok: true }],
  ])
  expect((await answerOnce()).status).toBe(200)
  expect(await traces()).toEqual(nothing)
  expect((await undo(id, reply_id)).status).toBe(404)
})

it('finds no answer under another question, or in another school', async () => {
  const { riverside } = await world()
  const { undo, answer, traces, askQuestion } = await undoing()
  const [first, second] = [await askQuestion('<p>Uma?</p>'), await askQuestion()]
  const replyId = await answer(second)
  expect((await undo(first, replyId)).status).toBe(404)
  expect((await undo(second, replyId, riverside.admin)).status).toBe(404)
  expect(await traces()).toEqual(answered)
})
