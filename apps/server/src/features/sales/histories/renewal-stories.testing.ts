import { randomUUID } from 'node:crypto'
import { cohorts } from '@escola/contract/cohorts.contract'
import { dayMs } from '@escola/contract/durations'
import { merges } from '@escola/contract/merges.contract'
import { sales } from '@escola/contract/sales.contract'
import { students } from '@escola/contract/students.contract'
import fc from 'fast-check'
import { expect } from 'vitest'
import { jobs } from '../../../jobs/catalogue.ts'
import { runPending } from '../../../testing/jobs.ts'
import type { World } from '../../../testing/world.ts'
import { moveGrants } from '../../enrollments/moved-grants.service.ts'
import { type Seller, type Sent, sellersOf } from '../sales.testing.ts'
import { type Charge, type Item, products, RenewalModel } from './renewal-model.testing.ts'

const places = 3
const subscriptions = 2

const place = fc.nat(places - 1)
const subscription = fc.nat(subscriptions - 1)
const items = Object.keys(products) as Item[]
export const step = fc.oneof(
  { weight: 8, arbitrary: fc.record({ kind: fc.constantFrom('pay', 'late'), subscription }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constantFrom('payBack', 'repeat'), subscription, charge: fc.nat(3) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constantFrom('cancel', 'switch', 'replay'), subscription }) },
  {
    weight: 5,
    arbitrary: fc.record({ kind: fc.constant('sell'), place, item: fc.option(fc.constantFrom(...items)) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constantFrom('endSales', 'archive'), place, isEnded: fc.boolean() }),
  },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('move'), place, to: place }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('delete'), place, to: fc.option(place) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constantFrom('takeOut', 'merge'), place }) },
)
export type Step = typeof step extends fc.Arbitrary<infer Each> ? Each : never

/** Plays one story in a school of its own, and compares after each step who is in which class. */
export async function playStory(w: World, steps: Step[]): Promise<void> {
  const s = await sellersOf(w).makeSeller({ keeps: false })
  const cohortIds = [s.cohort.id, (await s.make.cohort()).id, (await s.make.cohort()).id]
  const player = new Player(w, s, cohortIds)
  await player.begin()
  for (const each of steps) await player.play(each)
}

class Player {
  readonly #model = new RenewalModel(subscriptions)
  readonly #charges: { charge: Charge; code: string; sent: Sent }[][] = [[], []]
  readonly #switched = new Set<number>()
  #codes = 0
  #isMerged = false
  /** Moments one second after the other, which all lie in the past. */
  #moment = Date.now() - dayMs
  readonly w: World
  readonly s: Seller
  readonly cohortIds: string[]

  constructor(w: World, s: Seller, cohortIds: string[]) {
    this.w = w
    this.s = s
    this.cohortIds = cohortIds
  }

  async begin() {
    await this.#sell(0, 'product')
  }

  async play(each: Step): Promise<void> {
    await this.#act(each)
    const enrolled = await this.#enrolled()
    const found = this.cohortIds.map((id) => enrolled.filter(({ cohort_id }) => cohort_id === id).length)
    expect(found, JSON.stringify(each)).toEqual(this.cohortIds.map((_, at) => (this.#model.isIn(at) ? 1 : 0)))
  }

  async #act(each: Step): Promise<void> {
    if ('subscription' in each) return this.#hear(each)
    const { place } = each
    if (this.#model.deleted.has(place)) return
    if ('item' in each) return this.#sell(place, each.item ?? undefined)
    // A class that is archived takes and keeps its students as before.
    if (each.kind === 'archive') return this.#update(place, { is_archived: each.isEnded })
    if ('isEnded' in each) return this.#endSales(place, each.isEnded)
    if (each.kind === 'takeOut') return this.#takeOut(place)
    if (each.kind === 'merge') return this.#merge()
    const to = 'to' in each && each.to !== null && this.#mayGo(place, each.to) ? each.to : undefined
    if (each.kind === 'delete') return this.#delete(place, to)
    if (to !== undefined) await this.#move(place, to)
  }
  #mayGo = (from: number, to: number) => from !== to && !this.#model.deleted.has(to)

  async #hear(each: Extract<Step, { subscription: number }>): Promise<void> {
    const index = each.subscription
    const charges = this.#charges[index]!
    if (each.kind === 'pay') return this.#pay(index, this.#next())
    // A platform names the plan of the day of a charge.
    if (each.kind === 'late') return this.#switched.has(index) ? undefined : this.#pay(index, this.#earliest(index))
    if (charges.length === 0) return
    if (each.kind === 'cancel') {
      const at = this.#next()
      await this.#send('SUBSCRIPTION_CANCELLATION', index, { at, data: { date_next_charge: at } })
      return this.#model.cancel(index, at)
    }
    if (each.kind === 'switch') return this.#switch(index)
    const one = charges['charge' in each ? each.charge % charges.length : 0]!
    if (each.kind === 'payBack') {
      await this.#send('PURCHASE_REFUNDED', index, { at: this.#next(), code: one.code })
      return this.#model.payBack(index, one.charge)
    }
    if (each.kind === 'repeat') {
      await sellersOf(this.w).send(one.sent)
      return this.s.work()
    }
    const list = (await this.s.list({ search: one.code })).sales.list
    await this.w.call(sales.replay, { as: this.s.as, params: { id: list.at(-1)!.id }, body: {} })
    await this.s.work()
    this.#model.tell(index)
  }

  #next = () => (this.#moment += 1000)
  #earliest = (index: number) =>
    Math.min(this.#moment, ...this.#charges[index]!.map(({ charge }) => charge.at)) - 500 - Math.random()

  async #pay(index: number, moment: number) {
    const at = Math.floor(moment)
    const code = `HP${this.#codes++}`
    const sent = await this.#send('PURCHASE_APPROVED', index, { at, code })
    this.#charges[index]!.push({ charge: this.#model.pay(index, at), code, sent })
  }

  async #switch(index: number) {
    if (this.#switched.has(index)) return
    this.#switched.add(index)
    const plans = [
      { id: Number(products.basic), current: false },
      { id: Number(products.full), current: true },
    ]
    await this.#send('SWITCH_PLAN', index, { at: this.#next(), data: { plans } })
    this.#model.switchPlan(index)
  }

  /** Sends a delivery as Hotmart does; the product is the seller's own. */
  async #send(
    event: string,
    index: number,
    { at, code, data = {} }: { at: number; code?: string; data?: object },
  ): Promise<Sent> {
    const { s } = this
    const product = { id: Number(s.productId) }
    const plan = { id: Number(this.#switched.has(index) ? products.full : products.basic) }
    const of = { subscriber: { code: `S${index}` }, subscriber_code: `S${index}`, plan, product }
    const purchase = code ? { transaction: code, date_next_charge: Date.now() + 30 * dayMs } : {}
    const buyer = { email: s.email, name: 'Marina' }
    const sent = {
      headers: { 'x-hotmart-hottok': s.code },
      body: {
        id: randomUUID(),
        event,
        creation_date: at,
        data: { product, buyer, purchase, subscription: of, ...data },
      },
    }
    await sellersOf(this.w).send(sent)
    await s.work()
    return sent
  }

  async #sell(place: number, item: Item | undefined) {
    const { s } = this
    const ids = item === 'product' ? s.productId : item && products[item]
    const integrations = ids ? [{ gateway: 'hotmart' as const, code: s.code, ids, keeps_paid_period: false }] : []
    await this.#update(place, { integrations })
    this.#model.sell(place, item)
  }
  async #endSales(place: number, isEnded: boolean) {
    await this.#update(place, { sales_ended: isEnded })
    this.#model.endSales(place, isEnded)
  }
  async #update(place: number, body: object) {
    const { s, w } = this
    const { status } = await w.call(cohorts.update, { as: s.as, params: { id: this.cohortIds[place]! }, body })
    expect(status).toBe(200)
    await runPending(w, s, { only: [jobs.repeatSoldSales] })
    await s.work()
  }

  #enrolled = () => this.s.tx((db) => db.selectFrom('enrollments').select(['cohort_id', 'user_id']).execute())
  #usersIn = async (place: number) =>
    (await this.#enrolled()).flatMap((row) => (row.cohort_id === this.cohortIds[place] ? row.user_id : []))

  async #move(place: number, to: number) {
    const [cohortId, targetId] = [this.cohortIds[place]!, this.cohortIds[to]!]
    const move = { cohortId, targetId, userIds: await this.#usersIn(place), movedBy: this.s.as.userId }
    await this.s.tx((db) => moveGrants(db, move, this.w.tools))
    this.#model.move(place, to)
  }
  async #takeOut(place: number) {
    for (const userId of await this.#usersIn(place))
      await this.w.call(students.removeFromCohort, {
        as: this.s.as,
        params: { userId, classId: this.cohortIds[place]! },
      })
    this.#model.takeOut(place)
  }
  async #merge() {
    const [userId] = (await this.#enrolled()).map((row) => row.user_id)
    if (this.#isMerged || !userId) return
    this.#isMerged = true
    const kept = await this.s.make.student('Marina Certa')
    const { link } = await this.s.tx((db) =>
      db.selectFrom('memberships').where('user_id', '=', kept.userId).select('link').executeTakeFirstOrThrow(),
    )
    const { status } = await this.w.call(merges.start, {
      as: this.s.as,
      params: { link },
      body: { email: this.s.email },
    })
    expect(status).toBe(200)
  }

  /** The class says first how many would lose what they pay for, and is not deleted until the caller says where they go. */
  async #delete(place: number, to: number | undefined) {
    const called = { as: this.s.as, params: { id: this.cohortIds[place]! } }
    const isRenewing = this.#model.comesTo(place)
    const said = (await this.w.call(cohorts.getRemoval, called)).body.removal
    expect([said.renewing, said.lapsed]).toEqual([isRenewing, isRenewing && !this.#model.isIn(place)].map(Number))
    if (isRenewing) expect((await this.w.call(cohorts.remove, called)).error.fields).toHaveProperty('renewals_to')
    const renewals_to = to === undefined ? null : this.cohortIds[to]!
    expect((await this.w.call(cohorts.remove, { ...called, body: { renewals_to } })).status).toBe(200)
    this.#model.delete(place, to)
  }
}
