import { questionAnswered } from '@escola/contract/notifications.contract'
import type { Mailbox } from '@escola/dev-services/mailbox'
import { beforeAll, expect, it } from 'vitest'
import type { Mailer } from '../../mail/mailer.ts'
import { neverStops } from '../../testing/jobs.ts'
import { openMailbox } from '../../testing/open-mailbox.ts'
import { type World, world } from '../../testing/world.ts'
import { makeLearningSchool } from '../learning/learning.testing.ts'
import { deliverMessages } from './delivery.service.ts'
import { queueMessage } from './messages.service.ts'

let w: World
let mailbox: Mailbox
let mailer: Mailer
beforeAll(async () => {
  w = await world()
  ;({ mailbox, mailer } = await openMailbox(w))
})

/** A student's question with an answer, and the mail about it. */
async function answeredQuestion(answer = '<p>Porque <strong>sim</strong>.</p>', { namesAnswer = true } = {}) {
  const { school, course, student } = await makeLearningSchool()
  const { id: threadId } = await school.make.thread(course, student)
  const answers = ['<p>Uma resposta antiga.</p>', answer].map((message) => ({
    ...{ thread_id: threadId, user_id: school.admin.userId, is_admin: true, message },
  }))
  const added = { thread_id: threadId, user_id: student.userId, is_admin: false, message: '<p>Obrigada!</p>' }
  const inserted = await school.tx((db) =>
    db
      .insertInto('thread_replies')
      .values([...answers, added])
      .returning('id')
      .execute(),
  )
  const replyId = inserted[1]!.id
  const params = { threadId, ...(namesAnswer && { replyId }) }
  const message = { userId: student.userId, kind: 'question_answered', dedupeKey: `answer:${replyId}`, params } as const
  await school.tx((db) => queueMessage(db, message, w.tools))
  const deliver = async () => {
    const { id } = await school.tx((db) => db.selectFrom('messages').select('id').executeTakeFirstOrThrow())
    const tools = { ...w.tools, platform: w.database, mailer }
    await deliverMessages(school, [id], tools, neverStops)
    const sent = await school.tx((db) =>
      db.selectFrom('messages').select(['status', 'last_error']).executeTakeFirstOrThrow(),
    )
    const [mail] = mailbox.messages({ to: student.email })
    return { ...sent, mail: mail && (await mailbox.read(mail.id))! }
  }
  return { school, course, student, replyId, deliver }
}

it('tells the question and the answer, and leads to the lesson', async () => {
  const { course, school, deliver } = await answeredQuestion()
  const { mail, status } = await deliver()
  expect(status).toBe('sent')
  expect(mail!.subject).toBe(questionAnswered(school.admin.name, 'Aula 1.1'))
  expect(mail!.text).toContain(`${questionAnswered(school.admin.name, 'Aula 1.1')}.`)
  expect(mail!.links.some((link) => link.endsWith(`/c/${course.link}/${course.lessons[0]!.link}`))).toBe(true)
  expect(mail!.html).toContain('Por quê?')
  expect(mail!.html).toContain('<p>Porque <strong>sim</strong>.</p>')
  expect(mail!.text).toContain('Você perguntou:\nPor quê?\n\nA resposta:\nPorque sim.')
  for (const text of [mail!.html, mail!.text]) expect(text).not.toContain('antiga')
})

it('tells the latest answer of the school in a mail of an earlier version', async () => {
  const { deliver } = await answeredQuestion('<p>A mais nova.</p>', { namesAnswer: false })
  const { mail } = await deliver()
  expect(mail!.text).toContain('A resposta:\nA mais nova.')
})

it('sanitises what the database holds', async () => {
  const hostile =
    '<p onclick="x()">Veja <a href="javascript:x()">isto</a><script>x()</script><img src="http://mal.example/x"></p>'
  const { deliver } = await answeredQuestion(hostile)
  const { mail } = await deliver()
  expect(mail!.html).toContain('<p>Veja <a>isto</a></p>')
  for (const gone of ['onclick', 'javascript', 'script>x', 'mal.example']) expect(mail!.html).not.toContain(gone)
})

it('writes lists, lines and links in plain words', async () => {
  const { deliver } = await answeredQuestion(
    '<p>Use &lt;pouco&gt; sal<br>e <a href="https://sal.example/a?b=1&amp;c=2">este</a></p><ul><li>um</li><li>dois</li></ul>',
  )
  expect((await deliver()).mail!.text).toContain('Use <pouco> sal\ne este (https://sal.example/a?b=1&c=2)\num\ndois\n')
})

type Question = Awaited<ReturnType<typeof answeredQuestion>>
it.each<[string, string, (question: Question) => Promise<unknown>]>([
  [
    'has left the class',
    'the lesson is closed to the student',
    ({ school, student }) =>
      school.tx((db) => db.deleteFrom('enrollments').where('user_id', '=', student.userId).execute()),
  ],
  [
    'waits for the module again',
    'the lesson is closed to the student',
    ({ school, course }) =>
      school.tx(async (db) => {
        await db.updateTable('courses').set({ no_dripping: false, dripping_when: 'month' }).execute()
        const first = course.lessons[0]!.id
        const later = course.lessons.at(-1)!.id
        expect(later).not.toBe(first)
        await db.updateTable('threads').set({ lesson_id: later }).execute()
      }),
  ],
  [
    'has a hidden lesson',
    'the lesson is closed to the student',
    ({ school, course }) =>
      school.tx((db) =>
        db.updateTable('lessons').set({ is_visible: false }).where('id', '=', course.lessons[0]!.id).execute(),
      ),
  ],
  [
    'is in a blocked school',
    'the school is blocked',
    ({ school }) => school.tx((db) => db.updateTable('schools').set({ is_blocked: true }).execute()),
  ],
  [
    'has no such answer any more',
    'the answer is there no more',
    ({ school, replyId }) => school.tx((db) => db.deleteFrom('thread_replies').where('id', '=', replyId).execute()),
  ],
])('sends nothing to a student who %s', async (_, reason, change) => {
  const question = await answeredQuestion()
  await change(question)
  expect(await question.deliver()).toEqual({ status: 'failed', last_error: reason, mail: undefined })
})
