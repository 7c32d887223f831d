import { type PlanId, planIds, plans } from '@escola/contract/prices'
import { monthOf, nextMonth } from '@escola/contract/time'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { paying } from '../../testing/paying.ts'
import { runsOf } from '../../testing/property-runs.ts'
import { world } from '../../testing/world.ts'
import { verifyLedger } from '../ledger/ledger-proof.service.ts'
import type { DatedBillingState } from '../plans/plans.service.ts'
import { chargedSchool } from './charged-school.testing.ts'
import { ChargesModel } from './charges-model.testing.ts'
import { type ChargedSchool, people, type Step, takeStep } from './charges-steps.testing.ts'
import {
  assignPlaces,
  beginRun,
  costOf,
  countingMomentOf,
  domainPriceOf,
  elapsedPartOf,
  goOnWithRun,
  mayBeginRun,
  type StudentMonth,
} from './charging.ts'
import { requireBalance } from './student-charges.service.ts'

const begin = Date.parse('2026-03-10T12:00:00Z')

/** Ids of users begin with 1. */
const idOf = (user: number) => String(user + 1)
const userOf = (id: string) => Number(id) - 1

/** Tells whether the school may not pay for something. */
function isRefused(cents: number, balance: number): boolean {
  try {
    requireBalance(cents, balance)
    return false
  } catch {
    return true
  }
}

/** Students of one batch of a run. */
const atOnce = 3

/** A school in memory, by the rules alone: it keeps what the tables keep. */
function schoolByRules(model: ChargesModel): ChargedSchool & { balance(): number } {
  const states: DatedBillingState[] = [{ plan: plans.onDemand, isBlocked: false, from: new Date(0) }]
  const grants: { user: number; from: number; until: number }[] = []
  const months = new Map<string, StudentMonth & { counted: Set<number> }>()
  const uses: { from: Date; until: Date | undefined }[] = []
  const domains = new Set<string>()
  const sms = new Set<number>()
  let balance = 0
  let lastRun = monthOf(new Date(begin))
  const livedAt = (moment: Date) =>
    new Set(grants.filter(({ from, until }) => from <= +moment && until > +moment).map(({ user }) => user))
  const listWaiting = (asOf: Date, counted: Set<number>) =>
    [...livedAt(asOf)].filter((user) => !counted.has(user)).sort((left, right) => left - right)
  const openMonth = (month: string) => {
    const opening = countingMomentOf(states, elapsedPartOf(month, new Date(model.now)))
    const found = months.get(month)
    if (!opening || !mayBeginRun(found, opening)) return found
    const counted = found?.counted ?? new Set<number>()
    const row = { ...beginRun(found, opening, listWaiting(opening, counted).length), counted }
    months.set(month, row)
    return row
  }
  const charge = (row: { counted: Set<number> }, students: ReturnType<typeof assignPlaces>) => {
    for (const { userId, cents } of students) {
      row.counted.add(userOf(userId))
      balance -= cents
    }
  }
  const changeState = (change: Partial<DatedBillingState>) =>
    states.push({ ...states.at(-1)!, ...change, from: new Date(model.now) })
  return {
    balance: () => balance,
    join: async (users, mayOwe) => {
      const { plan, isBlocked } = states.at(-1)!
      const row = isBlocked ? undefined : openMonth(monthOf(new Date(model.now)))
      const awaited = row && !row.utc_run_on ? livedAt(row.utc_as_of) : new Set()
      const fresh = row ? users.filter((user) => !row.counted.has(user) && !awaited.has(user)) : []
      const cost = costOf(plan, row?.places ?? 0, fresh.length)
      if (!mayOwe && isRefused(cost, balance)) return false
      if (row) {
        charge(row, assignPlaces(plan, row.places, fresh.map(idOf)))
        row.places += fresh.length
      }
      const living = livedAt(new Date(model.now))
      for (const user of users) if (!living.has(user)) grants.push({ user, from: model.now, until: Infinity })
      return true
    },
    leave: async (user) => {
      for (const grant of grants) if (grant.user === user && grant.until > model.now) grant.until = model.now
    },
    changePlan: async (id: PlanId) => states.at(-1)!.plan.id !== id && changeState({ plan: plans[id] }),
    setBlocked: async (isBlocked) => changeState({ isBlocked }),
    pay: async (cents) => {
      balance += cents
    },
    sendSms: async (number) => {
      const isTaken = !isRefused(75, balance)
      if (isTaken) balance -= 75
      if (isTaken) sms.add(number)
      return isTaken
    },
    failSms: async (number) => {
      if (sms.delete(number)) balance += 75
    },
    beginDomain: async () => uses.push({ from: new Date(model.now), until: undefined }),
    endDomain: async () => {
      uses.at(-1)!.until = new Date(model.now)
    },
    run: async () => {
      for (let month = lastRun; month <= monthOf(new Date(model.now)); month = nextMonth(month)) {
        lastRun = month
        const row = openMonth(month)
        while (row && !row.utc_run_on) {
          const waiting = listWaiting(row.utc_as_of, row.counted).filter((user) => user > userOf(row.run_user_id))
          const { plan } = states.findLast(({ from }) => from <= row.utc_as_of)!
          const batch = { plan, userIds: waiting.slice(0, atOnce).map(idOf), left: Infinity }
          const { students, changes } = goOnWithRun(row, batch, { atOnce, now: new Date(model.now) })
          charge(row, students)
          Object.assign(row, changes)
        }
        for (const use of uses) {
          const price = domainPriceOf(states, use, elapsedPartOf(month, new Date(model.now)))
          if (price > 0 && !domains.has(month)) balance -= price
          if (price > 0) domains.add(month)
        }
      }
    },
  }
}

const user = fc.integer({ min: 0, max: people - 1 })
const kind = <Kind extends string>(word: Kind) => ({ kind: fc.constant(word) })
const users = fc.uniqueArray(user, { minLength: 1, maxLength: people })
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ ...kind('join'), users }) },
  { weight: 2, arbitrary: fc.record({ ...kind('add'), user }) },
  { weight: 2, arbitrary: fc.record({ ...kind('leave'), user }) },
  { weight: 4, arbitrary: fc.record({ ...kind('pass'), hours: fc.integer({ min: 1, max: 1200 }) }) },
  { weight: 2, arbitrary: fc.record({ ...kind('plan'), plan: fc.constantFrom(...planIds) }) },
  fc.record({ ...kind('pay'), cents: fc.integer({ min: 1, max: 1500 }) }),
  fc.record(kind('sms')),
  fc.record(kind('fail')),
  fc.record(kind('domain')),
  fc.record(kind('block')),
  fc.record(kind('run')),
)
const steps = (maxLength: number) => fc.array(step, { maxLength })

async function takeAll(taken: Step[], model: ChargesModel, school: ChargedSchool) {
  for (const each of taken) expect(await takeStep(each, model, school), JSON.stringify(each)).toBeUndefined()
  await school.run()
}

it('charges by the rules what the model says, in more than a thousand sequences', async () => {
  await fc.assert(
    fc.asyncProperty(steps(16), async (taken) => {
      const model = new ChargesModel(begin)
      const school = schoolByRules(model)
      await takeAll(taken, model, school)
      expect(school.balance()).toBe(model.balance())
    }),
    { numRuns: runsOf(1500) },
  )
}, 1_200_000)

it('charges on PostgreSQL what the model says, in fifty sequences', async () => {
  const w = await world(paying)
  const shared = await w.makeSchool('De todos')
  const students = await Promise.all(Array.from({ length: people }, () => shared.make.student()))
  students.sort((left, right) => Number(left.userId) - Number(right.userId))
  await fc.assert(
    fc.asyncProperty(steps(12), async (taken) => {
      const model = new ChargesModel(begin)
      const school = await w.makeSchool('Propriedade')
      const { id: cohortId } = await school.make.cohort()
      const tools = { ...w.tools, now: () => new Date(model.now) }
      const charged = chargedSchool({ school, platform: w.database, cohortId, students }, tools)
      await takeAll(taken, model, charged)
      const { balance_cents } = (await school.tx((db) =>
        db.selectFrom('school_bank').select('balance_cents').executeTakeFirst(),
      )) ?? { balance_cents: '0' }
      expect(Number(balance_cents)).toBe(model.balance())
      await verifyLedger(school)
    }),
    { numRuns: runsOf(50) },
  )
}, 1_200_000)
