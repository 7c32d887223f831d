import { administrators } from '@escola/contract/administrators.contract'
import { dayMs, minuteMs } from '@escola/contract/durations'
import { noticeLimits, notices } from '@escola/contract/notices.contract'
import { notifications } from '@escola/contract/notifications.contract'
import { sales } from '@escola/contract/sales.contract'
import { threads } from '@escola/contract/threads.contract'
import type { Mailbox } from '@escola/dev-services/mailbox'
import { beforeAll, expect, it } from 'vitest'
import type { Mailer } from '../../mail/mailer.ts'
import { noticeToken } from '../../mail/notice-token.ts'
import type { Person } from '../../testing/call.ts'
import { neverStops } from '../../testing/jobs.ts'
import { makeAttended } from '../../testing/member-scope.ts'
import { openMailbox } from '../../testing/open-mailbox.ts'
import { type World, world } from '../../testing/world.ts'
import { failCertificate } from '../certificates/printing/printing.service.ts'
import { failImport } from '../imports/import-processing.service.ts'
import { makeLearningSchool, markLesson } from '../learning/learning.testing.ts'
import { deliverMessages } from '../messages/delivery.service.ts'
import { listMine } from '../notifications/notifications.service.ts'
import { sellersOf } from '../sales/sales.testing.ts'
import { forgetOld, sendDueDigest } from './notices.service.ts'

let w: World
let mailbox: Mailbox
let mailer: Mailer
beforeAll(async () => {
  w = await world()
  ;({ mailbox, mailer } = await openMailbox(w))
})

const inMinutes = (minutes: number) => ({ now: () => new Date(Date.now() + minutes * minuteMs) })

/** A school whose student asks; its news, digests and mails. */
async function schoolWithNews() {
  const own = await makeLearningSchool()
  const { school, course, student } = own
  const ask = (message = '<p>Por quê?</p>', lesson = 0) =>
    w.call(threads.ask, {
      as: student,
      params: { contentLink: course.lessons[lesson]!.link },
      query: { degreeLink: course.link },
      body: { message },
    })
  const sendDigest = (minutes: number = noticeLimits.waitMinutes) => sendDueDigest(school, inMinutes(minutes))
  const seen = async (as: Person) =>
    (await w.call(notifications.list, { as })).body.notifications.list.map(({ kind, count, person, title }) => ({
      kind,
      count,
      person,
      title,
    }))
  const messages = () =>
    school.tx((db) =>
      db
        .selectFrom('messages')
        .where('kind', '=', 'admin_digest')
        .select(['id', 'user_id', 'status'])
        .orderBy('id')
        .execute(),
    )
  const deliver = async () => {
    const ids = (await messages()).map(({ id }) => id)
    await deliverMessages(school, ids, { ...w.tools, platform: w.database, mailer }, neverStops)
  }
  const mailsOf = async ({ email }: Person) =>
    Promise.all(mailbox.messages({ to: email }).map(async (mail) => (await mailbox.read(mail.id))!))
  const kinds = async () =>
    (await school.tx((db) => db.selectFrom('admin_notices').select('kind').orderBy('id').execute())).map(
      ({ kind }) => kind,
    )
  return { ...own, ask, sendDigest, seen, messages, deliver, mailsOf, kinds }
}

it('tells every administrator of questions in one notification and one mail, whatever students are shown', async () => {
  const { school, course, student, ask, sendDigest, seen, deliver, mailsOf } = await schoolWithNews()
  const other = await school.make.admin('Caio Reis')
  await ask('<p>Primeira?</p>')
  await ask('<p>Segunda?</p>', 1)
  const due = await school.tx((db) => db.selectFrom('due_jobs').select('name').execute())
  expect(due).toEqual([{ name: 'notices.tell' }])
  await sendDigest()
  await sendDigest()
  const listed = [{ kind: 'question_asked', count: 2, person: student.name, title: 'Aula 1.1' }]
  expect(await seen(school.admin)).toEqual(listed)
  expect(await seen(other)).toEqual(listed)
  expect(await seen(student)).toEqual([])
  await deliver()
  await deliver()
  const [mail, ...more] = await mailsOf(school.admin)
  expect(more).toEqual([])
  expect(mail!.subject).toBe('Aprendizado: 2 perguntas novas')
  for (const [at, said] of ['Primeira?', 'Segunda?'].entries()) {
    const lesson = course.lessons[at]!
    const page = `/c/${course.link}/${lesson.link}`
    expect(mail!.text).toMatch(
      new RegExp(`- ${student.name} em “Aula 1.${at + 1}”\\n  ${said.replace('?', '\\?')}\\n  http.*${page}\\n`),
    )
  }
  expect(await mailsOf(other)).toHaveLength(1)
  expect(await mailsOf(student)).toEqual([])
  expect(await school.tx((db) => db.selectFrom('due_jobs').select('name').execute())).toEqual([])
})

it('leaves time between two digests, and plans the next one', async () => {
  const { school, ask, sendDigest, messages } = await schoolWithNews()
  await ask()
  await sendDigest()
  await ask('<p>E depois?</p>')
  await sendDigest(noticeLimits.waitMinutes + noticeLimits.pauseMinutes - 1)
  expect(await messages()).toHaveLength(1)
  const [due] = await school.tx((db) => db.selectFrom('due_jobs').select('utc_due_on').execute())
  const minutes = (due!.utc_due_on.getTime() - Date.now()) / minuteMs
  expect(Math.round(minutes)).toBe(noticeLimits.waitMinutes + noticeLimits.pauseMinutes)
  await sendDigest(noticeLimits.waitMinutes + noticeLimits.pauseMinutes + 1)
  expect(await messages()).toHaveLength(2)
})

it('tells nothing of what was answered meanwhile, also when the mail has yet to leave', async () => {
  const { school, course, ask, sendDigest, seen, messages, deliver, mailsOf } = await schoolWithNews()
  const answer = async (threadId: string) =>
    w.call(threads.reply, {
      as: school.admin,
      params: { contentLink: course.lessons[0]!.link, threadId },
      query: { degreeLink: course.link },
      body: { message: '<p>Porque sim.</p>' },
    })
  await answer((await ask()).body.threads[0]!.id)
  await sendDigest()
  expect([await seen(school.admin), await messages()]).toEqual([[], []])
  const { id } = (await ask('<p>E agora?</p>')).body.threads[0]!
  await sendDigest(60)
  await answer(id)
  await deliver()
  expect((await messages()).map(({ status }) => status)).toEqual(['failed'])
  expect(await mailsOf(school.admin)).toEqual([])
})

it('tells the administrators of the moment at which the digest leaves, and shows former ones nothing', async () => {
  const { school, ask, sendDigest, seen, deliver, mailsOf } = await schoolWithNews()
  const other = await school.make.admin('Caio Reis')
  await school.make.roles(other, { is_student: true })
  await ask()
  await sendDigest()
  expect(await seen(other)).toHaveLength(1)
  const removed = await w.call(administrators.remove, { as: school.admin, body: { user_id: other.userId } })
  expect(removed.status).toBe(200)
  expect(await seen(other)).toEqual([])
  await deliver()
  expect(await mailsOf(other)).toEqual([])
  expect(await mailsOf(school.admin)).toHaveLength(1)
  await school.tx((db) =>
    db
      .insertInto('notifications')
      .values({ user_id: other.userId, kind: 'question_asked', subject_id: '1', utc_created_on: new Date() })
      .execute(),
  )
  // A call caches for a second that the caller was an administrator.
  const mine = { ...makeAttended(school, other), isAdmin: false }
  expect((await listMine(mine, { page: 1 })).notifications).toMatchObject({ total: 0, list: [] })
})

it('lets each administrator switch a kind off and on again', async () => {
  const { school, ask, sendDigest, seen, messages } = await schoolWithNews()
  const other = await school.make.admin('Caio Reis')
  const set = (is_on: boolean) =>
    w.call(notices.save, { as: other, body: { kind: 'question_asked', is_on } }).then(({ status }) => status)
  expect(await set(false)).toBe(200)
  const { switches } = (await w.call(notices.switches, { as: other })).body
  expect(switches.filter(({ is_on }) => !is_on).map(({ kind }) => kind)).toEqual(['question_asked'])
  await ask()
  await sendDigest()
  expect([await seen(other), (await seen(school.admin)).length]).toEqual([[], 1])
  expect((await messages()).map(({ user_id }) => user_id)).toEqual([school.admin.userId])
  await set(true)
  await ask('<p>E hoje?</p>')
  await sendDigest(60)
  expect(await seen(other)).toHaveLength(1)
})

it('switches a kind off by the link in a mail, which changes nothing else', async () => {
  const { school, student, ask, sendDigest, deliver, mailsOf } = await schoolWithNews()
  await ask()
  await sendDigest()
  await deliver()
  const [mail] = await mailsOf(school.admin)
  const token = mail!.links.find((link) => link.includes('/avisos/'))!.split('/avisos/')[1]!
  const params = { schoolId: school.id, token }
  const off = async () =>
    (await w.call(notices.byLink, { params })).body.switches.filter(({ is_on }) => !is_on).map(({ kind }) => kind)
  expect(await off()).toEqual([])
  expect((await w.call(notices.switchOff, { params, body: { kind: 'sale_unmatched' } })).status).toBe(200)
  expect(await off()).toEqual(['sale_unmatched'])
  const forged = [
    `${school.admin.userId}.${'x'.repeat(43)}`,
    noticeToken(w.config.secret, school.id, student.userId),
    noticeToken(w.config.secret, w.riverside.id, school.admin.userId),
    'nada',
  ]
  for (const wrong of forged) {
    const answer = { params: { schoolId: school.id, token: wrong } }
    expect((await w.call(notices.byLink, answer)).status).toBe(404)
    expect((await w.call(notices.switchOff, { ...answer, body: { kind: 'import_ended' } })).status).toBe(404)
  }
})

it('has news of a course completed for the first time, an import that ended, and a certificate without its PDF', async () => {
  const own = await schoolWithNews()
  const { school, course, cohort, student, kinds, sendDigest, seen } = own
  const second = await school.make.student('Rita Moraes')
  await school.make.enrollment(cohort, second)
  for (const person of [student, second]) for (const at of [0, 1, 2]) await markLesson(own, person, at)
  expect(await kinds()).toEqual(['course_first_completed'])
  const { id } = await school.make.import(cohort, { createdBy: school.admin })
  await failImport(school, id, w.tools)
  await failImport(school, id, w.tools)
  const [certificate] = await school.tx((db) =>
    db.selectFrom('certificates').where('user_id', '=', student.userId).select('id').execute(),
  )
  await failCertificate(school, certificate!.id, w.tools)
  expect(await kinds()).toEqual(['course_first_completed', 'import_ended', 'certificate_failed'])
  await sendDigest()
  expect(await seen(school.admin)).toEqual(
    expect.arrayContaining([
      { kind: 'course_first_completed', count: 1, person: '', title: course.title },
      { kind: 'import_ended', count: 1, person: '', title: 'alunos.csv' },
      { kind: 'certificate_failed', count: 1, person: student.name, title: course.title },
    ]),
  )
})

it('has news of a buyer without a class, once however often the sale is done again', async () => {
  const { makeSeller } = sellersOf(w)
  const school = await makeSeller()
  const { hotmart, work } = school
  await school.integrate(school.cohort.id, { ids: 'outro-produto' })
  await hotmart('PURCHASE_APPROVED')
  await work()
  const kinds = () => school.tx((db) => db.selectFrom('admin_notices').select('kind').execute())
  expect(await kinds()).toEqual([{ kind: 'sale_unmatched' }])
  const [sale] = (await school.list()).sales.list
  expect((await w.call(sales.replay, { as: school.admin, params: { id: sale!.id }, body: {} })).status).toBe(202)
  await work()
  expect([await kinds(), (await school.list()).unmatched]).toEqual([[{ kind: 'sale_unmatched' }], 1])
})

it('has news of a sale without a usable e-mail until the e-mail is corrected', async () => {
  const { makeSeller } = sellersOf(w)
  const school = await makeSeller()
  await school.hotmart('PURCHASE_APPROVED', { buyer: { email: 'maria@gmail', name: 'Maria Souza' } })
  await school.work()
  await sendDueDigest(school, inMinutes(noticeLimits.waitMinutes))
  const seen = async () =>
    (await w.call(notifications.list, { as: school.admin })).body.notifications.list.map(({ kind, title }) => [
      kind,
      title,
    ])
  const [sale] = (await school.list()).sales.list
  expect(await seen()).toEqual([['sale_without_email', sale!.product_name]])
  const body = { email: school.email }
  expect((await w.call(sales.correctEmail, { as: school.admin, params: { id: sale!.id }, body })).status).toBe(202)
  await school.work()
  expect(await seen()).toEqual([['sale_without_email', '']])
})

it('forgets news after ninety days, a part at a time, but not that a course was completed before', async () => {
  const { school } = await schoolWithNews()
  const now = new Date()
  const ages = [200, 100, 91, 89, 1]
  const rows = ages.map((age, at) => ({
    ...{ kind: 'sale_unmatched', subject_id: String(at + 1) },
    utc_created_on: new Date(now.getTime() - age * dayMs),
  }))
  await school.tx((db) =>
    db
      .insertInto('admin_notices')
      .values([...rows, { ...rows[0]!, kind: 'course_first_completed', subject_id: '7' }])
      .execute(),
  )
  await forgetOld(school, { now: () => now }, neverStops, 2)
  const left = await school.tx((db) => db.selectFrom('admin_notices').select('subject_id').orderBy('id').execute())
  expect(left.map(({ subject_id }) => subject_id)).toEqual(['4', '5', '7'])
})
