import { moneyOf } from '@escola/contract/money'
import { type Plan, type PlanId, plans } from '@escola/contract/prices'
import type { Resource } from '@escola/contract/resource'
import type { SchoolDb } from '@escola/db'
import type { Tools } from '../../core/tools.ts'
import { jobs } from '../../jobs/catalogue.ts'
import { enqueue } from '../../jobs/enqueue.ts'
import { holdBank } from '../ledger/ledger.service.ts'
import * as queries from './plans.queries.ts'

/** Facts of a school that its charges follow from. */
export interface Standing {
  plan: Plan
  isBlocked: boolean
}

/** A standing with the moment from which it was so. */
export interface StandingSince extends Standing {
  from: Date
}

const firstRow = { plan_id: 'onDemand', is_blocked: false, utc_from: new Date(0) } as const

const toStanding = ({ plan_id, is_blocked, utc_from }: Omit<queries.StandingRow, 'number'>): StandingSince => ({
  plan: plans[plan_id],
  isBlocked: is_blocked,
  from: utc_from,
})

/** Reads how the school stands now, or stood at a moment. */
export const readStanding = async (db: SchoolDb, at?: Date): Promise<StandingSince> =>
  toStanding((await queries.findStanding(db, at)) ?? firstRow)

/**
 * Reads how the school stood in a range, oldest first; each lasted until the next one. The first is how every school begins, and of what came after it before
 * the range only the last is there.
 */
export const listStandings = async (db: SchoolDb, range: { from: Date; before: Date }): Promise<StandingSince[]> =>
  [firstRow, ...(await queries.listStandings(db, range))].map(toStanding)

export const readPlan = async (db: SchoolDb): Promise<Plan> => (await readStanding(db)).plan

/** Reads the plan that the school had at a moment. */
export const readPlanAt = async (db: SchoolDb, moment: Date): Promise<Plan> => (await readStanding(db, moment)).plan

/**
 * Changes the school's plan from now on; the plan that it has already changes nothing. The sums are locked, so that charges are made before it or after.
 * @returns whether the plan is another one
 */
export const changePlan = async (db: SchoolDb, planId: PlanId, tools: Pick<Tools, 'now'>): Promise<boolean> => {
  const isChanged = await changeStanding(db, { plan_id: planId }, tools)
  if (isChanged) await queries.copyPlan(db, planId)
  return isChanged
}

/**
 * Notes that the school is blocked from now on, or open again, so that nothing is charged meanwhile. The caller has not held the school's own row yet.
 * @returns whether that is new
 */
export const noteBlock = (db: SchoolDb, isBlocked: boolean, tools: Pick<Tools, 'now'>): Promise<boolean> =>
  changeStanding(db, { is_blocked: isBlocked }, tools)

async function changeStanding(
  db: SchoolDb,
  change: Partial<Pick<queries.StandingRow, 'plan_id' | 'is_blocked'>>,
  { now }: Pick<Tools, 'now'>,
): Promise<boolean> {
  await holdBank(db)
  const current = (await queries.findStanding(db)) ?? { ...firstRow, number: '0' }
  const next = { ...current, ...change, number: String(BigInt(current.number) + 1n), utc_from: now() }
  if (next.plan_id === current.plan_id && next.is_blocked === current.is_blocked) return false
  await queries.insertStanding(db, next)
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
