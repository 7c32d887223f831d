import { randomUUID } from 'node:crypto'
import { calendars } from '@escola/contract/calendars.contract'
import { cohorts } from '@escola/contract/cohorts.contract'
import { dayMs } from '@escola/contract/durations'
import { imports } from '@escola/contract/imports.contract'
import { students } from '@escola/contract/students.contract'
import { beforeAll, describe, expect, it } from 'vitest'
import { jobs } from '../../jobs/catalogue.ts'
import { neverStops, runJob } from '../../testing/jobs.ts'
import { type World, world } from '../../testing/world.ts'
import { type Seller, sellersOf } from '../sales/sales.testing.ts'
import { endDue, giveGrants, type NewGrant } from './enrollments.service.ts'

let w: World
let shop: ReturnType<typeof sellersOf>
beforeAll(async () => {
  w = await world()
  shop = sellersOf(w)
})

const grantsOf = (s: Pick<Seller, 'tx'>) =>
  s.tx((db) =>
    db
      .selectFrom('enrollment_grants')
      .select(['source', 'source_key', 'granted_by', 'ended_why', 'ended_by', 'cohort_title'])
      .orderBy('id')
      .execute(),
  )

async function addByHand(s: Seller) {
  const body = { name: 'Marina Souza', email: s.email }
  return (await w.call(cohorts.addStudent, { as: s.as, params: s.cohort, body })).body
}

async function importStudent(s: Seller, renews: 'true' | 'false') {
  const rows = JSON.stringify([{ line: 2, name: 'Marina Souza', email: s.email, cellphone: '' }])
  const made = await w.call(imports.start, {
    as: s.as,
    query: { total: 1, filename: 'alunos.csv', school_gateway_id: s.cohort.id, renews },
    file: { bytes: Buffer.from(rows), filename: 'alunos.json', type: 'application/json' },
  })
  await runJob(w, s, jobs.processImport, { importId: made.body.import.id })
}

describe('a student who has bought a class', () => {
  const ways = [
    ['added by hand', addByHand],
    ['imported and renewed', (s: Seller) => importStudent(s, 'true')],
  ] as const
  it('leaves after a refund though a file with all students was imported since', async () => {
    const s = await shop.makeSeller()
    await s.hotmart('PURCHASE_APPROVED')
    await s.work()
    await importStudent(s, 'false')
    await s.hotmart('PURCHASE_REFUNDED')
    await s.work()
    expect(await s.members()).toEqual([])
    expect((await grantsOf(s)).map((grant) => grant.ended_why)).toEqual(['refunded'])
    await importStudent(s, 'false')
    expect(await s.members()).toEqual([s.email])
  })

  for (const [way, join] of ways)
    it(`stays after a refund when ${way} since`, async () => {
      const s = await shop.makeSeller()
      await s.hotmart('PURCHASE_APPROVED')
      await s.work()
      await join(s)
      await s.hotmart('PURCHASE_REFUNDED')
      await s.work()
      expect(await s.members()).toEqual([s.email])
      expect((await grantsOf(s)).map((grant) => grant.ended_why)).toEqual(['refunded', null])
    })

  it('leaves with the refund when nothing else keeps them', async () => {
    const s = await shop.makeSeller()
    await s.hotmart('PURCHASE_APPROVED')
    await s.work()
    await s.hotmart('PURCHASE_REFUNDED')
    await s.work()
    expect(await s.members()).toEqual([])
    expect(await grantsOf(s)).toEqual([
      expect.objectContaining({ source: 'sale', source_key: `hotmart:HP1:${s.productId}`, ended_why: 'refunded' }),
    ])
  })

  it('is out of the class by every grant once the school has taken them out', async () => {
    const s = await shop.makeSeller()
    await s.hotmart('PURCHASE_APPROVED')
    await s.work()
    const { student } = await addByHand(s)
    const params = { classId: s.cohort.id, userId: student.user_id }
    expect((await w.call(students.removeFromCohort, { as: s.as, params })).status).toBe(200)
    await s.hotmart('PURCHASE_COMPLETE')
    await s.work()
    expect(await s.members()).toEqual([])
    const ended = { ended_why: 'removed_by_school', ended_by: s.admin.userId }
    expect(await grantsOf(s)).toMatchObject([ended, { ...ended, granted_by: s.admin.userId }])
  })

  it('is told again when they buy again after a refund, and not when a subscription goes on after a gap', async () => {
    const s = await shop.makeSeller()
    await s.tx((db) => db.updateTable('schools').set({ has_notifications: true }).execute())
    let day = 0
    const deliver = async (event: string, purchase: Record<string, unknown>) => {
      await s.hotmart(event, purchase)
      day += 40
      await s.work(new Date(Date.now() + day * dayMs))
    }
    const notified = () =>
      s.tx(async (db) => {
        const mails = await db
          .selectFrom('messages')
          .select('kind')
          .where('kind', '<>', 'access_ended')
          .orderBy('id')
          .execute()
        const news = await db.selectFrom('notifications').select('utc_read_on').execute()
        await db.updateTable('notifications').set({ utc_read_on: new Date() }).execute()
        return [mails.map(({ kind }) => kind), news.map(({ utc_read_on }) => utc_read_on)]
      })
    await deliver('PURCHASE_APPROVED', { transaction: 'HP1' })
    expect(await notified()).toEqual([['invitation'], [null]])
    for (const mails of [['enrollment'], ['enrollment', 'enrollment']]) {
      await deliver('PURCHASE_REFUNDED', { transaction: `HP${mails.length}` })
      await deliver('PURCHASE_APPROVED', { transaction: `HP${mails.length + 1}`, subscription: `SUB${mails.length}` })
      expect(await notified()).toEqual([['invitation', ...mails], [null]])
    }
    await deliver('PURCHASE_CANCELED', { transaction: 'HP3', subscription: 'SUB2' })
    await deliver('PURCHASE_APPROVED', { transaction: 'HP4', subscription: 'SUB2' })
    expect(await s.members()).toEqual([s.email])
    expect(await notified()).toEqual([['invitation', 'enrollment', 'enrollment'], [expect.any(Date)]])
  })

  it('keeps the grants of a class that is deleted, with its title', async () => {
    const s = await shop.makeSeller()
    await s.hotmart('PURCHASE_APPROVED')
    await s.work()
    expect((await w.call(cohorts.remove, { as: s.as, params: s.cohort })).status).toBe(200)
    expect(await grantsOf(s)).toMatchObject([{ ended_why: 'cohort_deleted', cohort_title: s.cohort.title }])
  })
})

describe('a gap', () => {
  const charge = (s: Seller, transaction: string) =>
    s.hotmart('PURCHASE_APPROVED', { transaction, subscription: 'SUB1' })

  /** A student of a subscription, who joined ten days ago and had a module opened by hand. */
  async function subscriber() {
    const s = await shop.makeSeller()
    const course = await s.make.course({ no_dripping: false, dripping_what: 'modules', modules: [1, 1] })
    await w.call(cohorts.update, { as: s.as, params: s.cohort, body: { degrees: [course.id] } })
    await charge(s, 'HP1')
    await s.work(new Date(Date.now() - 10 * dayMs))
    const [student] = (await w.call(cohorts.get, { as: s.as, params: s.cohort })).body.students.list
    const params = { userId: student!.user_id }
    const body = { degreeId: course.id, moduleId: null, isOpen: true }
    const opened = await w.call(calendars.openForStudent, { as: s.as, params, body })
    expect(opened.status).toBe(200)
    const openings = () => s.tx((db) => db.selectFrom('module_dates').select('user_id').execute())
    const joinedOn = async () =>
      (await w.call(cohorts.get, { as: s.as, params: s.cohort })).body.students.list[0]?.utc_created_on
    return { s, student: student!, openings, joinedOn }
  }

  it('of a subscription keeps the date of enrolment and what was opened by hand', async () => {
    const { s, openings, joinedOn } = await subscriber()
    const before = await joinedOn()
    await s.hotmart('PURCHASE_CANCELED', { transaction: 'HP1', subscription: 'SUB1' })
    await s.work()
    expect(await s.members()).toEqual([])
    await charge(s, 'HP2')
    await s.work()
    expect(await joinedOn()).toBe(before)
    expect(await openings()).toHaveLength(1)
  })

  it('that another purchase ends begins anew', async () => {
    const { s, openings, joinedOn } = await subscriber()
    const before = await joinedOn()
    await s.hotmart('PURCHASE_CANCELED', { transaction: 'HP1', subscription: 'SUB1' })
    await s.hotmart('PURCHASE_APPROVED', { transaction: 'HP3' })
    await s.work()
    expect(await s.members()).toEqual([s.email])
    expect(await joinedOn()).not.toBe(before)
    expect(await openings()).toEqual([])
  })

  it('that the school made begins anew', async () => {
    const { s, student, openings } = await subscriber()
    await w.call(students.removeFromCohort, { as: s.as, params: { classId: s.cohort.id, userId: student.user_id } })
    expect(await openings()).toEqual([])
  })
})

describe('the time of a grant', () => {
  /** A school with a student whose grant ends. */
  async function ending(endsOn: Date) {
    const school = await w.makeSchool('Prazo')
    const cohort = await school.make.cohort()
    const { userId, name, email } = school.student
    const grant: NewGrant = {
      cohortId: cohort.id,
      student: { userId, name, email, cellphone: '' },
      source: 'api',
      sourceKey: randomUUID(),
      endsOn,
    }
    await school.tx((db) => giveGrants(db, [grant], w.tools))
    const due = () => school.tx((db) => db.selectFrom('due_jobs').selectAll().execute())
    const enrolled = () => school.tx((db) => db.selectFrom('enrollments').select('utc_ends_on').execute())
    return { school, cohort, grant, due, enrolled }
  }
  const run = (school: Parameters<typeof endDue>[0], now: Date) => endDue(school, { now: () => now }, neverStops)

  it('is recorded for the clock, and what follows its end is done once', async () => {
    const endsOn = new Date(Date.now() + dayMs)
    const { school, due, enrolled } = await ending(endsOn)
    expect(await due()).toMatchObject([{ name: 'enrollments.end_due', utc_due_on: endsOn }])
    await run(school, new Date(endsOn.getTime() - 1))
    expect(await enrolled()).toEqual([{ utc_ends_on: endsOn }])
    await run(school, new Date(endsOn.getTime() + dayMs))
    await run(school, new Date(endsOn.getTime() + dayMs))
    expect(await enrolled()).toEqual([])
    expect(await due()).toEqual([])
    const [row] = await school.tx((db) => db.selectFrom('enrollment_grants').selectAll().execute())
    expect(row).toMatchObject({ utc_ended_on: endsOn, ended_why: 'expired' })
  })

  it('is the latest of all living grants', async () => {
    const soon = new Date(Date.now() + dayMs)
    const late = new Date(Date.now() + 2 * dayMs)
    const { school, grant, due, enrolled } = await ending(soon)
    await school.tx((db) => giveGrants(db, [{ ...grant, sourceKey: 'other', endsOn: late }], w.tools))
    expect(await enrolled()).toEqual([{ utc_ends_on: late }])
    await run(school, new Date(soon.getTime() + 1))
    expect(await due()).toMatchObject([{ utc_due_on: late }])
    await school.tx((db) => giveGrants(db, [{ ...grant, sourceKey: 'for good', endsOn: null }], w.tools))
    expect(await enrolled()).toEqual([{ utc_ends_on: null }])
  })

  it('lets a student join again whose time is over, before the clock has come by', async () => {
    const { school, grant } = await ending(new Date(Date.now() + dayMs))
    const tools = { ...w.tools, now: () => new Date(Date.now() + 2 * dayMs) }
    const again = { ...grant, sourceKey: 'again', endsOn: null }
    const [given] = await school.tx((db) => giveGrants(db, [again], tools))
    expect(given).toMatchObject({ hasJoined: true, isNewToSchool: false })
    const [row] = await school.tx((db) => db.selectFrom('enrollments').selectAll().execute())
    expect(row!.utc_created_on.getTime()).toBeGreaterThan(Date.now() + dayMs)
  })
})
