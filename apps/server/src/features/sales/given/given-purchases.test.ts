import { randomUUID } from 'node:crypto'
import { bulkChanges } from '@escola/contract/bulk-changes.contract'
import { cohorts } from '@escola/contract/cohorts.contract'
import { dayMs } from '@escola/contract/durations'
import { purchases, purchaseTexts } from '@escola/contract/purchases.contract'
import { sales } from '@escola/contract/sales.contract'
import { students } from '@escola/contract/students.contract'
import { beforeAll, describe, expect, it } from 'vitest'
import { createMercadoPago } from '../../../sales-platforms/mercado-pago.ts'
import { workRun } from '../../../testing/jobs.ts'
import { type World, world } from '../../../testing/world.ts'
import { moveGrants } from '../../enrollments/moved-grants.service.ts'
import type { People } from '../../people/people.service.ts'
import { currentChannels } from '../histories/made-deliveries.testing.ts'
import { processSale } from '../sale-processing.service.ts'
import { type Seller, sellersOf } from '../sales.testing.ts'

let w: World
let shop: ReturnType<typeof sellersOf>
beforeAll(async () => {
  w = await world()
  shop = sellersOf(w)
})

interface Charge {
  at?: number
  transaction?: string
  email?: string
  until?: number
  subscription?: string | null
}

/** Delivers a charge as Hotmart does. */
const deliver = async (s: Seller, event: string, charge: Charge = {}) => {
  await send(s, event, charge)
  await s.work()
}
function send(s: Seller, event: string, charge: Charge = {}) {
  const { at = Date.now() - 1000, transaction = 'HP1', email = s.email, until, subscription = 'SUB1' } = charge
  const details = {
    purchase: transaction,
    email,
    name: 'Maria',
    at: new Date(at),
    turn: randomUUID(),
    ...(subscription !== null && { subscription }),
    ...(until !== undefined && { until: new Date(until) }),
  }
  return shop.send(currentChannels.hotmart.make(s, event, details))
}
const give = (s: Seller, target: object, transaction = 'HP1', as = s.as) =>
  w.call(purchases.give, { as, body: { gateway: 'hotmart', transaction, ...target } })
const forecast = async (s: Seller, target: object, transaction = 'HP1') =>
  (await w.call(purchases.forecast, { as: s.as, body: { gateway: 'hotmart', transaction, ...target } })).body
const latest = async (s: Seller) => (await s.list()).sales.list[0]!
const replayAll = async (s: Seller) => {
  for (const { id } of (await s.list()).sales.list) {
    await w.call(sales.replay, { as: s.as, params: { id }, body: {} })
    await s.work()
  }
}
const idOf = async (s: Seller, email = s.email) =>
  (
    await s.tx((db) => db.selectFrom('memberships').where('email', '=', email).select(['user_id', 'link']).execute())
  )[0]!
const grantsOf = (s: Seller, userId: string) =>
  s.tx((db) =>
    db
      .selectFrom('enrollment_grants')
      .where('user_id', '=', userId)
      .where('source', '=', 'sale')
      .selectAll()
      .orderBy('id')
      .execute(),
  )
const factsOf = (s: Seller, kind: 'given' | 'removed') =>
  s.tx((db) => db.selectFrom('purchase_facts').where('kind', '=', kind).selectAll().execute())
const permutationsOf = <T>(items: T[]): T[][] =>
  items.length < 2
    ? [items]
    : items.flatMap((item, index) => permutationsOf(items.toSpliced(index, 1)).map((rest) => [item, ...rest]))

describe('a purchase that is given to another student', () => {
  it('is that student’s in whatever order its subscription is told of, and each row done again changes nothing', async () => {
    const nowMs = Date.now()
    const steps = {
      first: (s: Seller) => deliver(s, 'PURCHASE_APPROVED', { at: nowMs - 40 * dayMs, until: nowMs - 10 * dayMs }),
      refundOfNext: (s: Seller) => deliver(s, 'PURCHASE_REFUNDED', { at: nowMs - 1000, transaction: 'HP3' }),
      given: async (s: Seller) => {
        const known = await s.tx((db) => db.selectFrom('purchase_facts').select('purchase_code').execute())
        const joao = await s.make.student('João')
        expect((await give(s, { user_id: joao.userId }, known[0]!.purchase_code)).status).toBe(200)
        expect((await give(s, { user_id: joao.userId }, known[0]!.purchase_code)).status).toBe(200)
        expect(await factsOf(s, 'given'), 'given twice is given once').toHaveLength(1)
        return joao.email
      },
    }
    for (const order of permutationsOf(Object.keys(steps) as (keyof typeof steps)[])) {
      if (order[0] === 'given') continue
      const s = await shop.makeSeller()
      let joao: string | undefined
      for (const step of order) joao = (await steps[step](s)) ?? joao
      await deliver(s, 'PURCHASE_APPROVED', { at: nowMs - 9 * dayMs, transaction: 'HP2', until: nowMs + 20 * dayMs })
      await deliver(s, 'PURCHASE_APPROVED', { at: nowMs - 2000, transaction: 'HP3', until: nowMs + 50 * dayMs })
      expect(await s.members(), order.join()).toEqual([joao])
      await replayAll(s)
      expect(await s.members(), 'done again').toEqual([joao])
      await deliver(s, 'PURCHASE_REFUNDED', { at: nowMs - 500, transaction: 'HP2' })
      expect(await s.members(), 'its refund follows').toEqual([])
    }
  })

  it('may be one that waits for an e-mail', async () => {
    const s = await shop.makeSeller()
    await deliver(s, 'PURCHASE_APPROVED', { email: 'maria@gmail' })
    expect(await latest(s)).toMatchObject({ state: 'no_email' })
    const joao = await s.make.student('João')
    expect((await give(s, { user_id: joao.userId })).status).toBe(200)
    await s.work()
    expect([await s.members(), (await latest(s)).state]).toEqual([[joao.email], 'done'])
  })

  it('takes along its dates, its term and the class that it was moved to, and leaves what other reasons give', async () => {
    const s = await shop.makeSeller()
    const target = await s.make.cohort()
    const until = Date.now() + 20 * dayMs
    await deliver(s, 'PURCHASE_APPROVED', { until })
    const { user_id: maria } = await idOf(s)
    await w.call(cohorts.addStudent, {
      as: s.as,
      params: { id: s.cohort.id },
      body: { name: 'Maria', email: s.email, cellphone: '' },
    })
    await s.tx((db) =>
      db
        .updateTable('enrollment_grants')
        .set({
          utc_starts_on: new Date('2026-01-01'),
          utc_term_ends_on: new Date(until - dayMs),
          utc_ends_on: new Date(until - dayMs),
        })
        .where('source', '=', 'sale')
        .execute(),
    )
    await s.tx((db) =>
      moveGrants(db, { cohortId: s.cohort.id, targetId: target.id, userIds: [maria], movedBy: s.as.userId }, w.tools),
    )
    // A class that is no longer sold keeps the students who bought it, and those whom the school gives the purchase.
    await s.integrate(s.cohort.id, { ids: 'outro' })
    const joao = await s.make.student('João')
    expect(await forecast(s, { user_id: joao.userId })).toEqual({
      holder: { name: 'Maria', email: s.email },
      target: { name: 'João', email: joao.email, is_new: false },
      leaves: [],
      enters: [target.title],
      is_subscription: true,
    })
    expect((await give(s, { user_id: joao.userId })).status).toBe(200)
    expect((await s.members(target.id)).sort()).toEqual([s.email, joao.email].sort())
    const [given] = await grantsOf(s, joao.userId)
    const [taken] = await grantsOf(s, maria)
    for (const column of [
      'cohort_id',
      'source_key',
      'utc_starts_on',
      'utc_ends_on',
      'utc_charge_ends_on',
      'utc_term_ends_on',
    ] as const)
      expect(given![column], column).toEqual(taken![column])
    expect(taken).toMatchObject({ ended_why: 'purchase_given', ended_by: s.as.userId })
    await s.integrate()
    await deliver(s, 'PURCHASE_APPROVED', { transaction: 'HP2', until: until + dayMs })
    expect(await s.members(), 'the renewal follows the move').toEqual([])
    expect(await grantsOf(s, joao.userId)).toHaveLength(2)
    expect(await grantsOf(s, maria)).toHaveLength(1)
    // Given back, it goes on as it was.
    expect((await give(s, { user_id: maria }, 'HP2')).status).toBe(200)
    expect(await s.members(target.id)).toEqual([s.email])
    expect((await grantsOf(s, maria))[1]).toMatchObject({ utc_starts_on: new Date('2026-01-01'), ended_why: null })
  })

  it('tells the student of the class once, given while it lives or after a gap', async () => {
    for (const event of ['PURCHASE_APPROVED', 'PURCHASE_CANCELED']) {
      const s = await shop.makeSeller()
      await s.tx((db) => db.updateTable('schools').set({ has_notifications: true }).execute())
      const at = Date.now() - 40 * dayMs
      await deliver(s, 'PURCHASE_APPROVED', { at })
      await deliver(s, event, { at: at + dayMs })
      const { userId } = await s.make.student('João')
      await give(s, { user_id: userId })
      const listSent = (table: 'messages' | 'notifications') =>
        s.tx((db) => db.selectFrom(table).where('user_id', '=', userId).select(['kind', 'utc_created_on']).execute())
      let known: Awaited<ReturnType<typeof listSent>> | undefined
      for (const transaction of ['HP2', 'HP3']) {
        await deliver(s, 'PURCHASE_APPROVED', { at: at + 2 * dayMs, transaction })
        expect(await grantsOf(s, userId), event).toContainEqual(expect.objectContaining({ ended_why: null }))
        expect(await listSent('messages'), event).toMatchObject([{ kind: 'enrollment' }])
        known ??= await listSent('notifications')
        expect(known, event).toMatchObject([{ kind: 'access_given' }])
        expect(await listSent('notifications'), 'nothing is sent about a gap').toEqual(known)
        for (const canceled of ['HP1', transaction])
          await deliver(s, 'PURCHASE_CANCELED', { at: at + 3 * dayMs, transaction: canceled })
        expect(await s.members(), event).toEqual([])
      }
    }
  })

  it('invites a person new to the school, and asks for their name', async () => {
    const s = await shop.makeSeller()
    await deliver(s, 'PURCHASE_APPROVED', { subscription: null })
    const email = `novo.${s.email}`
    expect((await give(s, { email })).error.fields).toEqual({ name: purchaseTexts.nameMissing })
    expect((await give(s, {})).error.fields).toEqual({ email: purchaseTexts.target })
    expect(await forecast(s, { email, name: 'João' })).toEqual({
      holder: { name: 'Maria', email: s.email },
      target: { name: 'João', email, is_new: true },
      leaves: [s.cohort.title],
      enters: [s.cohort.title],
      is_subscription: false,
    })
    expect((await give(s, { email, name: 'João' })).status).toBe(200)
    expect(await s.members()).toEqual([email])
    const { user_id } = await idOf(s, email)
    const mails = await s.tx((db) => db.selectFrom('messages').where('user_id', '=', user_id).select('kind').execute())
    expect(mails).toEqual([{ kind: 'invitation' }])
  })

  it('opens again for a student taken out by the school, and is closed by the next removal', async () => {
    const s = await shop.makeSeller()
    await deliver(s, 'PURCHASE_APPROVED')
    const { user_id: userId } = await idOf(s)
    const remove = () => w.call(students.removeFromCohort, { as: s.as, params: { userId, classId: s.cohort.id } })
    await remove()
    expect((await give(s, { user_id: userId })).status).toBe(200)
    expect(await s.members()).toEqual([s.email])
    await remove()
    await replayAll(s)
    expect(await s.members()).toEqual([])
    expect((await give(s, { user_id: userId })).status).toBe(200)
    expect(await s.members(), 'given anew, it is an act anew').toEqual([s.email])
  })

  it('may be an administrator’s, who gets a class and stays what they are', async () => {
    const s = await shop.makeSeller()
    await deliver(s, 'PURCHASE_APPROVED')
    expect((await give(s, { user_id: s.as.userId })).status).toBe(200)
    expect(await s.members()).toEqual([s.as.email])
  })

  it('is not found in another school, nor by another school’s student', async () => {
    const [s, other] = [await shop.makeSeller(), await shop.makeSeller()]
    await deliver(s, 'PURCHASE_APPROVED')
    const outsider = await other.make.student('João')
    expect((await give(other, { user_id: outsider.userId })).status).toBe(404)
    expect((await give(s, { user_id: outsider.userId })).status).toBe(404)
    expect((await give(s, { user_id: s.as.userId }, 'HP9')).status).toBe(404)
    expect(await factsOf(s, 'given')).toEqual([])
    expect(await s.members()).toEqual([s.email])
  })

  it('answers a platform that corrects the e-mail: the row says whose it is, and is done once the school gives it', async () => {
    const s = await shop.makeSeller()
    await deliver(s, 'PURCHASE_APPROVED')
    const right = `certo.${s.email}`
    await deliver(s, 'PURCHASE_APPROVED', { email: right })
    expect(await latest(s)).toMatchObject({ state: 'done', reason: 'others_purchase' })
    expect(await s.members()).toEqual([s.email])
    expect((await give(s, { email: right, name: 'João' })).status).toBe(200)
    await s.work()
    expect(await latest(s)).toMatchObject({ state: 'done', given_to: { name: 'João' } })
    expect(await s.members()).toEqual([right])
  })
})

describe('a student removed by the school', () => {
  const erase = async (s: Seller, email = s.email) =>
    w.call(students.erase, { as: s.as, params: { link: (await idOf(s, email)).link } })
  const isKnown = async (email: string) =>
    (await w.database.withPlatform((db) => db.selectFrom('users').where('email', '=', email).select('id').execute()))
      .length > 0

  it('as a whole is brought back by no row, renewal or correction of their purchases, and no name is kept of them', async () => {
    const s = await shop.makeSeller()
    await deliver(s, 'PURCHASE_APPROVED')
    const { user_id } = await idOf(s)
    expect((await erase(s)).status).toBe(200)
    expect(await factsOf(s, 'removed')).toMatchObject([{ purchase_code: 'HP1', subscription_code: 'SUB1', user_id }])
    const other = `outra.${s.email}`
    await deliver(s, 'PURCHASE_COMPLETE')
    await deliver(s, 'PURCHASE_APPROVED', { transaction: 'HP2', email: other })
    expect(await latest(s)).toMatchObject({ state: 'ignored', reason: 'student_removed', name: '', email: '' })
    await deliver(s, 'PURCHASE_REFUNDED', { transaction: 'HP2', email: other })
    await replayAll(s)
    expect(await s.members()).toEqual([])
    expect(await isKnown(other), 'no person is made').toBe(false)
    const kept = await s.tx((db) => db.selectFrom('sales').select(['buyer_email', 'sealed_body']).execute())
    expect(kept.filter(({ buyer_email, sealed_body }) => buyer_email || sealed_body)).toEqual([])
    // A new purchase opens again, and so does an administrator.
    await deliver(s, 'PURCHASE_APPROVED', { transaction: 'HP9', subscription: null })
    expect(await s.members()).toEqual([s.email])
    expect((await give(s, { email: other, name: 'Outra' })).status).toBe(200)
    expect((await s.members()).sort()).toEqual([s.email, other].sort())
  })

  it('while one of their sales is under way stays removed', async () => {
    const s = await shop.makeSeller()
    await deliver(s, 'PURCHASE_APPROVED')
    await send(s, 'PURCHASE_APPROVED', { transaction: 'HP2', email: `outra.${s.email}` })
    const { id } = await latest(s)
    const ensureFor: People['ensureFor'] = async (...asked) => {
      const addressees = await w.tools.people.ensureFor(...asked)
      expect((await erase(s)).status).toBe(200)
      return addressees
    }
    const people = { ...w.tools.people, ensureFor }
    await processSale(s, id, { ...w.tools, people, mercadoPago: createMercadoPago('http://127.0.0.1:1') })
    expect(await s.members()).toEqual([])
    expect(await latest(s)).toMatchObject({ state: 'ignored', reason: 'student_removed', name: '', email: '' })
  })

  it('takes no purchase along that another student has, given by the school or held from the first', async () => {
    const s = await shop.makeSeller()
    const nowMs = Date.now()
    await deliver(s, 'PURCHASE_APPROVED', { at: nowMs - 40 * dayMs, until: nowMs - 10 * dayMs })
    const joao = await s.make.student('João')
    // The paid month is over, so that nothing but the word of the school says whose the subscription is.
    await give(s, { user_id: joao.userId })
    await deliver(s, 'PURCHASE_APPROVED', { transaction: 'HP5', subscription: null })
    expect((await erase(s)).status).toBe(200)
    await deliver(s, 'PURCHASE_APPROVED', { transaction: 'HP2' })
    expect(await s.members()).toEqual([joao.email])
    const ana = await s.make.student('Ana')
    await deliver(s, 'PURCHASE_APPROVED', { transaction: 'HP7', subscription: 'SUB7' })
    await deliver(s, 'PURCHASE_APPROVED', { transaction: 'HP7', subscription: 'SUB7', email: ana.email })
    expect((await erase(s, ana.email)).status).toBe(200)
    await deliver(s, 'PURCHASE_APPROVED', { transaction: 'HP8', subscription: 'SUB7' })
    expect((await latest(s)).state).toBe('done')
    expect((await s.members()).sort()).toEqual([joao.email, s.email].sort())
  })

  it('from a class, alone or with many, stays out under whatever e-mail the platform tells', async () => {
    const s = await shop.makeSeller()
    await deliver(s, 'PURCHASE_APPROVED')
    const { user_id } = await idOf(s)
    const body = { action: 'remove' as const, school_gateway_id: s.cohort.id, user_ids: [user_id] }
    const started = await w.call(bulkChanges.start, { as: s.as, body })
    await workRun(w, s, started.body.bulk.id, { atOnce: 200 })
    expect(await s.members()).toEqual([])
    await deliver(s, 'PURCHASE_APPROVED', { email: `outra.${s.email}` })
    await deliver(s, 'PURCHASE_APPROVED', { email: `outra.${s.email}`, transaction: 'HP2' })
    await replayAll(s)
    expect(await s.members()).toEqual([])
    await deliver(s, 'PURCHASE_APPROVED', { transaction: 'HP9', subscription: null })
    expect(await s.members()).toEqual([s.email])
  })
})
