import { randomUUID } from 'node:crypto'
import { cohorts } from '@escola/contract/cohorts.contract'
import { dayMs, hourMs } from '@escola/contract/durations'
import { imports } from '@escola/contract/imports.contract'
import { notifications } from '@escola/contract/notifications.contract'
import { students as studentRoutes } from '@escola/contract/students.contract'
import { endOfDay, endOfTerm, formatLastDay, joinRefusals, type Term } from '@escola/contract/terms'
import { dayAfter, dayOf } from '@escola/contract/time'
import { beforeAll, describe, expect, it } from 'vitest'
import { jobs } from '../../jobs/catalogue.ts'
import { neverStops, runJob } from '../../testing/jobs.ts'
import { openMailbox } from '../../testing/open-mailbox.ts'
import { type World, world } from '../../testing/world.ts'
import { deliverMessages } from '../messages/delivery.service.ts'
import { sendDueDigest } from '../notices/notices.service.ts'
import { type Seller, sellersOf } from '../sales/sales.testing.ts'
import { notifyOfEnds } from './ending.service.ts'

let w: World
let shop: ReturnType<typeof sellersOf>
beforeAll(async () => {
  w = await world()
  shop = sellersOf(w)
})

const today = () => dayOf(new Date())
const inDays = (days: number) => dayAfter(today(), days)
const set = (s: Seller, body: object) => w.call(cohorts.update, { as: s.as, params: s.cohort, body })
const add = (s: Seller, email = `aluno.${randomUUID().slice(0, 8)}@example.com`) =>
  w.call(cohorts.addStudent, { as: s.as, params: s.cohort, body: { name: 'Marina Souza', email } })
const open = async (s: Seller) => (await w.call(cohorts.get, { as: s.as, params: s.cohort })).body
const endsOf = async (s: Seller) => (await open(s)).students.list.map((row) => row.utc_ends_on)
const endOf = (term: Term, from = new Date()) => endOfTerm(term, from)!.toISOString()
const year: Term = { kind: 'months', count: 12 }
const month: Term = { kind: 'days', count: 30 }

describe('a term', () => {
  it('is that of the class on the day on which a student is added, and stays when the class changes', async () => {
    const s = await shop.makeSeller()
    await add(s)
    await set(s, { term: month })
    const { student } = (await add(s)).body
    expect(student.utc_ends_on).toBe(endOf(month))
    await set(s, { term: year })
    expect((await endsOf(s)).toSorted()).toEqual([endOf(month), null])
  })

  it('of an integration goes before that of the class', async () => {
    const s = await shop.makeSeller()
    await set(s, { term: year })
    const { id } = s.made.body.gateway.integrations[0]!
    await set(s, { integrations: [{ id, gateway: 'hotmart', term: month }] })
    await s.hotmart('PURCHASE_APPROVED')
    await s.work()
    expect(await endsOf(s)).toEqual([endOf(month)])
  })

  it('of a purchase is over for good, though the purchase is told of again; a new purchase begins another', async () => {
    const s = await shop.makeSeller()
    await set(s, { term: month })
    const later = new Date(Date.now() + 40 * dayMs)
    await s.hotmart('PURCHASE_APPROVED')
    await s.work()
    await s.endDue(later)
    expect(await s.members()).toEqual([])
    await s.hotmart('PURCHASE_COMPLETE')
    await s.work(later)
    expect(await s.members()).toEqual([])
    await s.hotmart('PURCHASE_APPROVED', { transaction: 'HP2' })
    await s.work(later)
    expect(await endsOf(s)).toEqual([endOf(month, later)])
  })

  it('ends access that a subscription has paid for longer, and the other way round', async () => {
    const s = await shop.makeSeller()
    await set(s, { term: month })
    const charge = async (days: number) => {
      await s.hotmart('PURCHASE_APPROVED', {
        subscription: 'SUB1',
        purchase: { transaction: 'HP1', status: 'APPROVED', date_next_charge: Date.now() + days * dayMs },
      })
      await s.work()
      return Date.parse((await endsOf(s))[0]!)
    }
    expect(await charge(10)).toBeLessThan(Date.parse(endOf(month)))
    const t = await shop.makeSeller()
    await set(t, { term: month })
    await t.hotmart('PURCHASE_APPROVED', {
      subscription: 'SUB1',
      purchase: { transaction: 'HP1', status: 'APPROVED', date_next_charge: Date.now() + 60 * dayMs },
    })
    await t.work()
    expect(await endsOf(t)).toEqual([endOf(month)])
  })

  it('applies to all when it is asked to, from the day of each, and says before how many would lose access', async () => {
    const s = await shop.makeSeller()
    await s.hotmart('PURCHASE_APPROVED')
    await s.work(new Date(Date.now() - 40 * dayMs))
    await add(s)
    const count = await w.call(cohorts.countLosing, { as: s.as, params: s.cohort, body: { term: month } })
    expect(count.body).toEqual({ losing: 1 })
    await set(s, { term: month, term_scope: 'all' })
    expect(await endsOf(s)).toEqual([endOf(month)])
    await set(s, { term: { kind: 'life' }, term_scope: 'all' })
    expect(await endsOf(s)).toEqual([null, null])
  })

  it('of an integration applies to all who bought by it when it is asked to, and leaves all others', async () => {
    const s = await shop.makeSeller()
    const [first] = s.made.body.gateway.integrations
    const other = { gateway: 'hotmart', account_id: first!.account_id, ids: '202', term: year }
    const sold = await set(s, { integrations: [{ id: first!.id, gateway: 'hotmart' }, other] })
    const second = sold.body.gateway.integrations.find(({ id }) => id !== first!.id)!
    const buy = async (of: { email: string; transaction: string; product?: { id: number } }, on = new Date()) => {
      await s.hotmart('PURCHASE_APPROVED', { ...of, buyer: { name: 'Marina Souza', email: of.email } })
      await s.work(on)
    }
    const longAgo = new Date(Date.now() - 40 * dayMs)
    await buy({ email: 'antiga@example.com', transaction: 'HP1' }, longAgo)
    await buy({ email: 'nova@example.com', transaction: 'HP2' })
    await buy({ email: 'outra@example.com', transaction: 'HP3', product: { id: 202 } }, longAgo)
    await add(s, 'mao@example.com')
    const ends = async () =>
      Object.fromEntries(
        (await open(s)).students.list
          .filter(({ email }) => !email.startsWith('segunda'))
          .map((row) => [row.email.split('@')[0], row.utc_ends_on]),
      )
    expect(await ends()).toEqual({ antiga: null, nova: null, outra: endOf(year, longAgo), mao: null })
    const losing = async (integration_id: string, term: Term | null) =>
      (await w.call(cohorts.countLosing, { as: s.as, params: s.cohort, body: { integration_id, term } })).body
    const save = (term: Term | null, term_scope: 'new' | 'all', id = first!.id) =>
      set(s, {
        integrations: [first!, second].map((each) => ({
          id: each.id,
          gateway: 'hotmart',
          ...(each.id === id && { term, term_scope }),
        })),
      })
    await buy({ email: 'segunda@example.com', transaction: 'HP4', product: { id: 202 } }, longAgo)
    const classLosing = await w.call(cohorts.countLosing, { as: s.as, params: s.cohort, body: { term: month } })
    expect(await losing(first!.id, month)).toEqual({ losing: 1 })
    expect([classLosing.body, await losing(second.id, month)]).toEqual([{ losing: 1 }, { losing: 2 }])
    await save(month, 'new')
    expect((await ends()).antiga).toBeNull()
    await save(month, 'all')
    expect(await ends()).toEqual({ nova: endOf(month), outra: endOf(year, longAgo), mao: null })
    // The class's own changes go past what an integration says, until the integration leaves its term to the class.
    await set(s, { term: { kind: 'months', count: 24 }, term_scope: 'all' })
    expect(await ends()).toMatchObject({ nova: endOf(month), mao: endOf({ kind: 'months', count: 24 }) })
    await save(null, 'all')
    const classEnd = endOf({ kind: 'months', count: 24 })
    expect(await ends()).toMatchObject({ nova: classEnd, outra: endOf(year, longAgo), mao: classEnd })
    await set(s, { term: year, term_scope: 'all' })
    expect((await ends()).nova).toBe(endOf(year))
    expect(await save({ kind: 'date', until: inDays(-1) }, 'all')).toMatchObject({
      status: 400,
      body: { fields: { 'integrations.0.term.until': expect.stringContaining('hoje') } },
    })
  })

  it('until a day that is over is refused', async () => {
    const s = await shop.makeSeller()
    const answer = await set(s, { term: { kind: 'date', until: inDays(-1) } })
    expect(answer).toMatchObject({ status: 400, body: { fields: { 'term.until': expect.stringContaining('hoje') } } })
  })
})

describe("a student's exception", () => {
  it('goes before the class, its changes, and what is given later', async () => {
    const s = await shop.makeSeller()
    await set(s, { term: year })
    const { student } = (await add(s, s.email)).body
    const params = { userId: student.user_id, classId: s.cohort.id }
    const until = inDays(3)
    const answer = await w.call(studentRoutes.setTerm, { as: s.as, params, body: { until } })
    expect(answer.body).toEqual({ utc_ends_on: endOfDay(until).toISOString() })
    await set(s, { term: month, term_scope: 'all' })
    await s.hotmart('PURCHASE_APPROVED')
    await s.work()
    expect(await endsOf(s)).toEqual([endOfDay(until).toISOString()])
    await w.call(studentRoutes.setTerm, { as: s.as, params, body: { until: null } })
    expect(await endsOf(s)).toEqual([null])
  })

  it('that is over does not shut out a student who buys again', async () => {
    const s = await shop.makeSeller()
    const { student } = (await add(s, s.email)).body
    const params = { userId: student.user_id, classId: s.cohort.id }
    await w.call(studentRoutes.setTerm, { as: s.as, params, body: { until: today() } })
    const later = new Date(Date.now() + 3 * dayMs)
    await s.endDue(later)
    expect(await s.members()).toEqual([])
    await s.hotmart('PURCHASE_APPROVED')
    await s.work(later)
    expect(await endsOf(s)).toEqual([null])
  })

  it('until a day that is over is refused, and so is one of a student who is not there', async () => {
    const s = await shop.makeSeller()
    const { student } = (await add(s)).body
    const params = { userId: student.user_id, classId: s.cohort.id }
    const past = await w.call(studentRoutes.setTerm, { as: s.as, params, body: { until: inDays(-1) } })
    expect(past).toMatchObject({ status: 400, body: { fields: { until: expect.any(String) } } })
    const elsewhere = { userId: s.student.userId, classId: s.cohort.id }
    expect((await w.call(studentRoutes.setTerm, { as: s.as, params: elsewhere, body: { until: null } })).status).toBe(
      404,
    )
  })
})

/** News of classes that sales overfill, as the view of open news has it. */
const listOutsold = (s: Seller) =>
  s.tx((db) =>
    db
      .selectFrom('open_notices')
      .where('kind', '=', 'cohort_outsold')
      .select(['title', 'person', 'cohort_id'])
      .orderBy('id')
      .execute(),
  )

describe('seats', () => {
  it('are told of once a day when sales come in beyond them', async () => {
    const s = await shop.makeSeller()
    await set(s, { seats: 1, title: 'Turma de maio' })
    const sell = async (name: string, at = new Date()) => {
      const email = `${randomUUID()}@example.com`
      await s.hotmart('PURCHASE_APPROVED', { transaction: randomUUID(), buyer: { email, name } })
      await s.work(at)
    }
    await sell('Ana Souza')
    expect(await listOutsold(s)).toEqual([])
    for (const name of ['Bia Souza', 'Caio Lima', 'Davi Lima']) await sell(name)
    const news = (person: string) => ({ title: 'Turma de maio', person, cohort_id: s.cohort.id })
    expect(await listOutsold(s)).toEqual([news('Bia Souza')])
    const tomorrow = new Date(Date.now() + dayMs + hourMs)
    for (const name of ['Eva Reis', 'Gil Reis']) await sell(name, tomorrow)
    expect(await listOutsold(s)).toEqual([news('Bia Souza'), news('Eva Reis')])
    await sendDueDigest(s, { now: () => new Date(tomorrow.getTime() + hourMs) })
    const [notification] = (await w.call(notifications.list, { as: s.as })).body.notifications.list
    expect(notification).toMatchObject({
      kind: 'cohort_outsold',
      count: 2,
      school_gateway_id: s.cohort.id,
      title: 'Turma de maio',
    })
  })

  it('are never given twice, however many ask at once, and a paid sale comes in', async () => {
    const s = await shop.makeSeller()
    await set(s, { seats: 3 })
    const answers = await Promise.all(Array.from({ length: 8 }, () => add(s)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(3)
    const refused = answers.find(({ status }) => status !== 200)
    expect(refused).toMatchObject({ status: 400, body: { fields: { email: joinRefusals.cohort_full } } })
    await s.hotmart('PURCHASE_APPROVED')
    await s.work()
    expect((await open(s)).gateway.totalStudents).toBe(4)
  })

  it('refuse the rows of an import that have none, and count them', async () => {
    const s = await shop.makeSeller()
    await set(s, { seats: 2 })
    const known = (await add(s)).body.student.email
    const emails = [known, 'um@example.com', 'dois@example.com']
    const rows = emails.map((email, index) => ({ line: index + 2, name: 'Marina Souza', email, cellphone: '' }))
    const made = await w.call(imports.start, {
      as: s.as,
      query: { total: 3, filename: 'alunos.csv', school_gateway_id: s.cohort.id },
      file: { bytes: Buffer.from(JSON.stringify(rows)), filename: 'alunos.json', type: 'application/json' },
    })
    const importId = made.body.import.id
    await runJob(w, s, jobs.processImport, { importId })
    const counts = await s.tx((db) =>
      db.selectFrom('imports').select(['enrolled', 'unchanged', 'refused']).where('id', '=', importId).execute(),
    )
    expect(counts).toEqual([{ enrolled: 1, unchanged: 1, refused: 1 }])
    const refused = await s.tx((db) => db.selectFrom('import_refusals').select(['line', 'reason']).execute())
    expect(refused).toEqual([{ line: 4, reason: 'cohort_full' }])
  })

  it('are not asked of a student who is in the class', async () => {
    const s = await shop.makeSeller()
    await set(s, { seats: 1 })
    await add(s, s.email)
    expect((await add(s, s.email)).body).toMatchObject({ alreadyEnrolled: true })
  })
})

it('takes no students after the last day for enrolments, and lets a paid sale in', async () => {
  const s = await shop.makeSeller()
  const answer = await set(s, { enrolls_until: inDays(-1) })
  expect(answer.body.gateway.enrolls_until).toBe(inDays(-1))
  expect(await add(s)).toMatchObject({ status: 400, body: { fields: { email: joinRefusals.enrollment_closed } } })
  await s.hotmart('PURCHASE_APPROVED')
  await s.work()
  expect(await s.members()).toEqual([s.email])
  expect(await listOutsold(s)).toHaveLength(1)
  await set(s, { enrolls_until: today() })
  expect((await add(s)).status).toBe(200)
})

describe('the mail before the end', () => {
  const notify = (s: Seller, at: Date) => notifyOfEnds(s, { now: () => at }, neverStops)
  const listMails = (s: Seller) =>
    s.tx((db) =>
      db
        .selectFrom('messages')
        .select(['id', 'user_id', 'params', 'status'])
        .where('kind', '=', 'access_ends')
        .execute(),
    )
  const before = (end: string, days: number) => new Date(Date.parse(end) - days * dayMs)
  const dueOf = (s: Seller) =>
    s.tx((db) => db.selectFrom('due_jobs').select('utc_due_on').where('name', '=', 'enrollments.tell_ends').execute())

  it('is written once, some days before the end of a term, and the clock knows when', async () => {
    const s = await shop.makeSeller()
    await set(s, { term: month })
    await add(s, s.email)
    const end = endOf(month)
    const morning = new Date(before(end, 7).getTime() + dayMs / 3)
    expect(await dueOf(s)).toEqual([{ utc_due_on: morning }])
    await notify(s, before(end, 8))
    expect(await listMails(s)).toEqual([])
    await notify(s, morning)
    await notify(s, before(end, 5))
    expect(await listMails(s)).toMatchObject([{ params: { cohortId: s.cohort.id, endsOn: end } }])
    expect(await dueOf(s)).toEqual([])
  })

  it('is not written for a short term, for one of a student whose access goes on, nor for a charge of a subscription', async () => {
    const s = await shop.makeSeller()
    await set(s, { term: { kind: 'days', count: 5 } })
    await add(s)
    await set(s, { term: month })
    await add(s, s.email)
    await set(s, { term: year })
    await s.hotmart('PURCHASE_APPROVED', {
      subscription: 'SUB1',
      purchase: { transaction: 'HP1', status: 'APPROVED', date_next_charge: Date.now() + 40 * dayMs },
    })
    await s.work()
    for (let day = 0; day < 50; day += 3) await notify(s, new Date(Date.now() + day * dayMs))
    expect(await listMails(s)).toEqual([])
  })

  it('is written before the end of a subscription that was cancelled, and not of one that renews', async () => {
    const s = await shop.makeSeller()
    const [first, second] = [Date.now() + 20 * dayMs, Date.now() + 50 * dayMs]
    const pay = (transaction: string, date_next_charge: number) =>
      s.hotmart('PURCHASE_APPROVED', {
        subscription: 'SUB1',
        purchase: { transaction, status: 'APPROVED', date_next_charge },
      })
    const cancel = (date_next_charge: number) =>
      s.hotmart('SUBSCRIPTION_CANCELLATION', { purchase: undefined, subscriber: { code: 'SUB1' }, date_next_charge })
    const listSoon = async () =>
      (await w.call(studentRoutes.list, { as: s.as, query: { access: 'soon' } })).body.students.list.map(
        ({ email }) => email,
      )
    await pay('HP1', first)
    await s.work()
    expect([await listSoon(), await dueOf(s)]).toEqual([[], []])
    await cancel(first)
    await s.work()
    expect(await endsOf(s)).toEqual([new Date(first).toISOString()])
    expect([await listSoon(), await dueOf(s)]).toEqual([[s.email], [expect.anything()]])
    // The subscription goes on with another charge.
    await pay('HP2', second)
    await s.work()
    expect(await listSoon()).toEqual([])
    await notify(s, new Date(first - 6 * dayMs))
    expect([await listMails(s), await dueOf(s)]).toEqual([[], []])
    await cancel(second)
    await s.work()
    for (const days of [8, 6, 5]) await notify(s, new Date(second - days * dayMs))
    const endsOn = new Date(second).toISOString()
    expect(await listMails(s)).toMatchObject([{ params: { cohortId: s.cohort.id, endsOn } }])
  })

  it('says the day in words, and is not sent when the end was moved', async () => {
    const { mailbox, mailer } = await openMailbox(w)
    const s = await shop.makeSeller()
    await set(s, { term: month })
    const students = [(await add(s)).body.student, (await add(s)).body.student]
    await notify(s, before(endOf(month), 6))
    const params = { userId: students[1]!.user_id, classId: s.cohort.id }
    await w.call(studentRoutes.setTerm, { as: s.as, params, body: { until: null } })
    const ids = (await listMails(s)).map(({ id }) => id)
    const tools = { ...w.tools, platform: w.database, mailer, mayOpen: () => Promise.resolve(true) }
    await deliverMessages(s, ids, tools as never, neverStops)
    const last = formatLastDay(endOf(month))
    const subjects = (to: string) => mailbox.messages({ to }).map((mail) => mail.subject)
    expect(subjects(students[0]!.email)).toEqual([expect.stringContaining(`vai até ${last}`)])
    expect(subjects(students[1]!.email)).toEqual([])
    expect((await listMails(s)).map(({ status }) => status).toSorted()).toEqual(['failed', 'sent'])
  })
})
