import { moneyOf } from '@escola/contract/money'
import { type Plan, type PlanId, plans } from '@escola/contract/prices'
import type { Resource } from '@escola/contract/resource'
import type { SchoolDb } from '@escola/db'
import type { Clock } from '../../core/tools.ts'
import { jobs } from '../../jobs/catalogue.ts'
import { enqueue } from '../../jobs/enqueue.ts'
import { lockBank } from '../ledger/ledger.service.ts'
import * as queries from './plans.queries.ts'

/** Billing state of a school, which determines its charges. */
export interface BillingState {
  plan: Plan
  isBlocked: boolean
}

/** Billing state with the moment from which it applies. */
export interface DatedBillingState extends BillingState {
  from: Date
}

const firstRow = { plan_id: 'onDemand', is_blocked: false, utc_from: new Date(0) } as const

const toBillingState = ({
  plan_id,
  is_blocked,
  utc_from,
}: Omit<queries.BillingStateRow, 'number'>): DatedBillingState => ({
  plan: plans[plan_id],
  isBlocked: is_blocked,
  from: utc_from,
})

/** Reads the billing state of the school, now or at a moment. */
export const readBillingState = async (db: SchoolDb, at?: Date): Promise<DatedBillingState> =>
  toBillingState((await queries.findBillingState(db, at)) ?? firstRow)

/**
 * Reads how the school stood in a range, oldest first; each lasted until the next one. The first is how every school begins, and of what came after it before
 * the range only the last is there.
 */
export const listBillingStates = async (
  db: SchoolDb,
  range: { from: Date; before: Date },
): Promise<DatedBillingState[]> => [firstRow, ...(await queries.listBillingStates(db, range))].map(toBillingState)

export const readPlan = async (db: SchoolDb): Promise<Plan> => (await readBillingState(db)).plan

/** Reads the plan that the school had at a moment. */
export const readPlanAt = async (db: SchoolDb, moment: Date): Promise<Plan> => (await readBillingState(db, moment)).plan

/**
 * Changes the school's plan from now on; the plan that it has already changes nothing. The sums are locked, so that charges are made before it or after.
 * @returns whether the plan is another one
 */
export const changePlan = async (db: SchoolDb, planId: PlanId, tools: Clock): Promise<boolean> => {
  const isChanged = await changeBillingState(db, { plan_id: planId }, tools)
  if (isChanged) await queries.copyPlan(db, planId)
  return isChanged
}

/**
 * Records that the school is blocked from now on, or open again, so that nothing is charged meanwhile. The caller has not held the school's own row yet.
 * @returns whether that is new
 */
export const recordBlock = (db: SchoolDb, isBlocked: boolean, tools: Clock): Promise<boolean> =>
  changeBillingState(db, { is_blocked: isBlocked }, tools)

async function changeBillingState(
  db: SchoolDb,
  change: Partial<Pick<queries.BillingStateRow, 'plan_id' | 'is_blocked'>>,
  { now }: Clock,
): Promise<boolean> {
  await lockBank(db)
  const current = (await queries.findBillingState(db)) ?? { ...firstRow, number: '0' }
  const next = { ...current, ...change, number: String(BigInt(current.number) + 1n), utc_from: now() }
  if (next.plan_id === current.plan_id && next.is_blocked === current.is_blocked) return false
  await queries.insertBillingState(db, next)
  // Domains cost something on demand alone, and a school that is open again has students to count.
  await enqueue(db, jobs.runCharges, { since: next.utc_from.toISOString() })
  return true
}

/** Writes a plan as the context has it. */
export const toResource = ({ id, name, eachOwnDomain, freeStudents }: Plan): Resource => ({
  plan_id: id,
  plan_name: name,
  price_ssl: moneyOf(eachOwnDomain),
  free_students: freeStudents,
})

/** Reads a plan as the copy on the school has it. */
export const planOf = ({ plan_id }: { plan_id: string }): Plan => plans[plan_id as PlanId]
