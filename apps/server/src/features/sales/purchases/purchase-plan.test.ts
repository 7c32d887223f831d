import { createHmac, randomUUID } from 'node:crypto'
import { cohorts } from '@escola/contract/cohorts.contract'
import { dayMs } from '@escola/contract/durations'
import { merges } from '@escola/contract/merges.contract'
import { sales } from '@escola/contract/sales.contract'
import { students } from '@escola/contract/students.contract'
import { beforeAll, describe, expect, it } from 'vitest'
import { untilWaiting } from '../../../testing/waiting-transactions.ts'
import { type World, world } from '../../../testing/world.ts'
import { moveGrants } from '../../enrollments/moved-grants.service.ts'
import { nextProduct, type Seller, sellersOf } from '../sales.testing.ts'

let w: World
let shop: ReturnType<typeof sellersOf>
beforeAll(async () => {
  w = await world()
  shop = sellersOf(w)
})

const charge = async (s: Seller, transaction: string, more: object = {}) => {
  await s.hotmart('PURCHASE_APPROVED', { transaction, subscription: 'S1', ...more })
  await s.work()
}
/** The subscription is canceled, and was paid for some days more. */
const cancel = async (s: Seller, more: object = {}) => {
  const until = Date.now() + 20 * dayMs
  await s.hotmart('SUBSCRIPTION_CANCELLATION', { purchase: {}, subscription: 'S1', date_next_charge: until, ...more })
  await s.work()
}
const listUsers = (s: Seller, purchase: string) =>
  s.tx((db) =>
    db
      .selectFrom('enrollment_grants')
      .where('source_key', 'like', `hotmart:${purchase}:%`)
      .select(['user_id', 'cohort_id', 'ended_why'])
      .execute(),
  )

const move = async (s: Seller, from: { id: string }, to: { id: string }, userId: string) => {
  const ids = { cohortId: from.id, targetId: to.id, userIds: [userId], movedBy: s.as.userId }
  await s.tx((db) => moveGrants(db, ids, w.tools))
}

describe('a paid period', () => {
  it('is kept as the class wants it that sold the subscription, also in a class that its later charges opened after a move', async () => {
    for (const keeps of [true, false]) {
      const s = await shop.makeSeller({ keeps })
      const target = await s.make.cohort()
      await charge(s, 'HP1')
      await move(s, s.cohort, target, (await listUsers(s, 'HP1'))[0]!.user_id)
      await charge(s, 'HP2')
      expect(await listUsers(s, 'HP2')).toMatchObject([{ cohort_id: target.id, ended_why: null }])
      await cancel(s)
      expect(await s.members(target.id)).toEqual(keeps ? [s.email] : [])
    }
  })

  it('is kept as the integration wants it that sold it, of several of one class', async () => {
    const s = await shop.makeSeller()
    const other = nextProduct()
    const made = { gateway: 'hotmart' as const, code: s.code }
    const { status } = await w.call(cohorts.update, {
      as: s.as,
      params: { id: s.cohort.id },
      body: {
        integrations: [
          { ...made, ids: s.productId, keeps_paid_period: true },
          { ...made, ids: other, keeps_paid_period: false },
        ],
      },
    })
    expect(status).toBe(200)
    const product = { id: Number(other) }
    await charge(s, 'HP1', { product })
    expect(await s.members()).toEqual([s.email])
    await cancel(s, { product })
    expect(await s.members()).toEqual([])
  })
})

it('a student taken out of a class is in it again by a move of the school, and by no other charge', async () => {
  const s = await shop.makeSeller()
  const second = await s.make.cohort()
  await s.integrate(second.id)
  await charge(s, 'HP1')
  const userId = (await listUsers(s, 'HP1'))[0]!.user_id
  const remove = () => w.call(students.removeFromCohort, { as: s.as, params: { userId, classId: second.id } })
  await remove()
  await charge(s, 'HP2')
  expect([await s.members(), await s.members(second.id)]).toEqual([[s.email], []])
  await move(s, s.cohort, second, userId)
  await charge(s, 'HP3')
  expect([await s.members(), await s.members(second.id)]).toEqual([[], [s.email]])
  expect((await listUsers(s, 'HP3')).map(({ cohort_id }) => cohort_id)).toEqual([second.id])
  await remove()
  await charge(s, 'HP4')
  expect([await s.members(), await s.members(second.id)]).toEqual([[], []])
})

it('a subscription that is canceled leaves what was paid, and one that is paid late is over at once', async () => {
  for (const [status, isIn] of [
    ['canceled', true],
    ['late', false],
  ] as const) {
    const s = await shop.makeSeller({ gateway: 'eduzz' })
    const deliver = async (event: string, contract: object, more: object = {}) => {
      const items = [{ productId: s.productId }]
      const data = { ...more, contract: { id: 'S1', ...contract }, items, student: { email: s.email } }
      const body = JSON.stringify({ id: randomUUID(), event, sentDate: new Date().toISOString(), data })
      const signature = createHmac('sha256', s.code).update(body).digest('hex')
      await shop.send({ path: `/webhook/${s.id}/eduzz`, headers: { 'x-signature': signature }, body })
      await s.work()
    }
    const nextDue = new Date(Date.now() + 20 * dayMs).toISOString()
    await deliver('myeduzz.invoice_paid', {}, { id: 'F1' })
    await deliver('myeduzz.contract_updated', { status: 'upToDate', recurrence: { nextDue } })
    expect(await s.members()).toEqual([s.email])
    await deliver('myeduzz.contract_updated', { status, contentAccess: { removeOnLatePayment: true } })
    expect(await s.members(), status).toEqual(isIn ? [s.email] : [])
  }
})

it('a class that two items of an invoice open stays open while one of them is paid', async () => {
  const s = await shop.makeSeller({ gateway: 'eduzz' })
  const deliver = async (type: string, item: string) => {
    await shop.send({
      body: {
        type,
        fields: {
          edz_cli_origin_secret: s.code,
          edz_fat_cod: 'F1',
          edz_cnt_cod: item,
          edz_cnt_paicod: s.productId,
          edz_cli_email: s.email,
        },
      },
    })
    await s.work()
  }
  await deliver('create', 'A')
  await deliver('create', 'B')
  expect(await s.members()).toEqual([s.email])
  await deliver('remove', 'A')
  expect(await s.members()).toEqual([s.email])
  await deliver('remove', 'B')
  expect(await s.members()).toEqual([])
})

it('a subscription goes on for the student of its earliest purchase once a merging is undone', async () => {
  const s = await shop.makeSeller()
  const first = await s.make.student('Marina Certa')
  await charge(s, 'HP1')
  const second = (await listUsers(s, 'HP1'))[0]!.user_id
  const { link } = await s.tx((db) =>
    db.selectFrom('memberships').where('user_id', '=', first.userId).select('link').executeTakeFirstOrThrow(),
  )
  const merge = await w.call(merges.start, { as: s.as, params: { link }, body: { email: s.email } })
  await charge(s, 'HP2')
  await w.call(merges.undo, { as: s.as, params: { link, id: merge.body.merge.id } })
  await charge(s, 'HP3')
  const users = []
  for (const purchase of ['HP1', 'HP2', 'HP3']) users.push((await listUsers(s, purchase)).map(({ user_id }) => user_id))
  expect(users).toEqual([[second], [first.userId], [second]])
})

it('a corrected e-mail is that of the subscription, though the charge that was corrected is over', async () => {
  const s = await shop.makeSeller()
  const deliver = (transaction: string, days: number) =>
    charge(s, transaction, {
      buyer: { email: 'maria@gmail', name: 'Maria' },
      purchase: { transaction, date_next_charge: Date.now() + days * dayMs },
    })
  await deliver('HP1', -10)
  await deliver('HP2', 20)
  await charge(s, 'HP9', { subscription: 'S9', buyer: { email: 'maria@gmail', name: 'Maria' } })
  const first = (await s.list({ search: 'HP1' })).sales.list[0]!
  const correction = { as: s.as, params: first, body: { email: s.email } }
  expect((await w.call(sales.correctEmail, correction)).status).toBe(202)
  // The charge that was corrected asks for the others of its subscription again.
  for (let round = 0; round < 2; round++) await s.work()
  await deliver('HP3', 50)
  const rows = (await s.list()).sales.list.map(({ transaction, state }) => [transaction, state])
  expect(rows).toEqual([
    ['HP3', 'done'],
    ['HP9', 'no_email'],
    ['HP2', 'done'],
    ['HP1', 'done'],
  ])
  expect(await s.members()).toEqual([s.email])
})

it.each(['PURCHASE_REFUNDED', 'PURCHASE_APPROVED'])('a move that is under way is waited for: %s', async (event) => {
  const s = await shop.makeSeller()
  const target = await s.make.cohort()
  await charge(s, 'HP1')
  const ids = { cohortId: s.cohort.id, targetId: target.id, userIds: [(await listUsers(s, 'HP1'))[0]!.user_id] }
  const isPaidBack = event === 'PURCHASE_REFUNDED'
  await s.hotmart(event, { transaction: isPaidBack ? 'HP1' : 'HP2', subscription: 'S1' })
  let working: Promise<unknown> | undefined
  await s.tx(async (db) => {
    await moveGrants(db, { ...ids, movedBy: s.as.userId }, w.tools)
    working = s.work()
    await untilWaiting(w.databaseUrl)
  })
  await working
  expect([await s.members(), await s.members(target.id)]).toEqual([[], isPaidBack ? [] : [s.email]])
})
