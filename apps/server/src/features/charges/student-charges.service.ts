import { chargeMessages } from '@escola/contract/charges'
import type { Plan } from '@escola/contract/prices'
import { monthOf, monthStart, nextMonth, nextMonthStart } from '@escola/contract/time'
import type { SchoolDb } from '@escola/db'
import { AppError } from '../../core/app-error.ts'
import type { BillingTools, Clock } from '../../core/tools.ts'
import { jobs } from '../../jobs/catalogue.ts'
import { findDue, scheduleJob } from '../../jobs/scheduled-jobs.ts'
import { bookMovement, lockBank } from '../ledger/ledger.service.ts'
import { type DatedBillingState, listBillingStates } from '../plans/plans.service.ts'
import {
  assignPlaces,
  beginRun,
  type CountedStudent,
  costOf,
  countingMomentOf,
  elapsedPartOf,
  mayBeginRun,
  type StudentMonth,
  selfEnrollmentSources,
} from './charging.ts'
import { countUsed } from './domain-charges.queries.ts'
import { chargeAgain, listReturned, sumOfReturned } from './returned-charges.service.ts'
import * as queries from './student-charges.queries.ts'

export type ChargeTools = BillingTools

/**
 * Refuses what costs more than the school has. The caller holds the bank.
 * @param field field that the refusal names
 */
export function requireBalance(cents: number, balance: number, field = 'balance'): void {
  if (cents > 0 && balance < cents)
    throw new AppError('balance_missing', { fields: { [field]: chargeMessages.missing(cents, balance) } })
}

/** A month of a school that is open. */
export interface OpenMonth {
  month: string
  plan: Plan
  row: StudentMonth
  /** Moment of a run that has not ended. */
  awaited: Date | undefined
  isNew: boolean
}

/**
 * Reads the month of a moment as it is for those who are counted now; the first to ask in a month counts whom its run is going to count, and leaves them their
 * places. A caller who writes holds the bank.
 * @returns undefined while the school is blocked
 */
export async function readMonth(db: SchoolDb, now: Date): Promise<OpenMonth | undefined> {
  const month = monthOf(now)
  const states = await listBillingStates(db, { from: monthStart(month), before: new Date(now.getTime() + 1) })
  const { plan, isBlocked } = states.at(-1)!
  const found = await queries.findMonth(db, month)
  const opening = openingIn(states, month, now)
  if (isBlocked || !opening) return undefined
  const opened = await openRun(db, month, { found, opening })
  const row = opened ?? found!
  return { month, plan, row, awaited: row.utc_run_on ? undefined : row.utc_as_of, isNew: !found }
}

/** Finds the moment whose students a month's run counts, as far as is known now. */
export const openingIn = (states: DatedBillingState[], month: string, now: Date): Date | undefined =>
  countingMomentOf(states, elapsedPartOf(month, now))

/**
 * Reads the row with which a run begins. In a month whose run the clock does not have, as that in which an installation begins to take payments, it counts
 * none of the students who were there before.
 * @returns undefined where none is to begin
 */
export async function openRun(
  db: SchoolDb,
  month: string,
  { found, opening }: { found: StudentMonth | undefined; opening: Date },
): Promise<StudentMonth | undefined> {
  if (!mayBeginRun(found, opening)) return undefined
  const due = opening > monthStart(month) ? opening : await findDue(db, jobs.runCharges)
  const waiting = due && due <= opening ? await queries.countUncounted(db, month, opening) : 0
  return beginRun(found, opening, waiting)
}

export const saveMonth = (db: SchoolDb, month: string, row: StudentMonth, isNew: boolean) =>
  isNew ? queries.insertMonth(db, month, row) : queries.updateMonth(db, month, row)

/** Lists those of some users who would count now. */
export async function listFresh(db: SchoolDb, { month, awaited }: OpenMonth, userIds: string[]): Promise<string[]> {
  const known = new Set(await queries.listKnown(db, { month, userIds, asOf: awaited }))
  return [...new Set(userIds)].filter((userId) => !known.has(userId))
}

/**
 * Counts students who have a living grant from now on and are not counted in this month, and charges those beyond the free ones. It holds the bank from here
 * on, so the caller holds the users before, and the school's own row afterwards. While the school is blocked no student is counted: the run counts them when it is
 * open again.
 * @param mayOwe the balance may go below zero; otherwise what costs more than there is is refused
 * @param publicIds the public class, whose students count from the first lesson that they open
 */
export async function countStudents(
  db: SchoolDb,
  grants: { userId: string; cohortId: string; source: string }[],
  { mayOwe, publicIds }: { mayOwe: boolean; publicIds: string[] },
  tools: ChargeTools,
): Promise<void> {
  const userIds = grants
    .filter(({ source, cohortId }) => !selfEnrollmentSources.includes(source) && !publicIds.includes(cohortId))
    .map(({ userId }) => userId)
  await countUsers(db, userIds, { mayOwe }, tools)
}

/** Counts a user who came to the school by themselves, and has opened a lesson. */
export const countReader = (db: SchoolDb, userId: string, tools: ChargeTools): Promise<void> =>
  countUsers(db, [userId], { mayOwe: true }, tools)

/** Counts a user whose role no longer keeps them from counting, where they have a living grant. The caller holds the user. */
export async function countFormerAdministrator(db: SchoolDb, userId: string, tools: ChargeTools): Promise<void> {
  if (await queries.hasLivingGrant(db, tools.now(), userId)) await countUsers(db, [userId], { mayOwe: true }, tools)
}

/** Tells whether students count from the moment at which they are moved out of a class: those of the public class do. */
export const countsOnMove = async (db: SchoolDb, fromId: string, { billing }: ChargeTools): Promise<boolean> =>
  billing.isOn && (await queries.isPublicCohort(db, fromId))

/** Lists the students whom a move out of a class lets count, those who are counted already among them: who came by themselves wait for their first lesson. */
export const listCounting = async (
  db: SchoolDb,
  { fromId, userIds }: { fromId: string; userIds: string[] },
  tools: ChargeTools,
): Promise<string[]> =>
  (await countsOnMove(db, fromId, tools))
    ? queries.listBrought(db, { cohortId: fromId, userIds, now: tools.now() })
    : []

/** Counts students who leave the public class. The caller holds them. */
export const countMoved = (db: SchoolDb, userIds: string[], tools: ChargeTools): Promise<void> =>
  countUsers(db, userIds, { mayOwe: true }, tools)

async function countUsers(
  db: SchoolDb,
  userIds: string[],
  { mayOwe }: { mayOwe: boolean },
  tools: ChargeTools,
): Promise<void> {
  if (!tools.billing.isOn || userIds.length === 0) return
  const bank = await lockBank(db)
  const now = tools.now()
  const open = await readMonth(db, now)
  if (!open) return
  const fresh = await listFresh(db, open, userIds)
  const returned = fresh.length < userIds.length ? await listReturned(db, open.month, userIds) : []
  if (fresh.length + returned.length === 0 && !open.isNew) return
  const { month, plan, row } = open
  const students = assignPlaces(plan, row.places, fresh)
  if (!mayOwe) requireBalance(sumOf(students) + sumOfReturned(returned), bank.balance_cents)
  await chargeAgain(db, month, returned, tools)
  await saveMonth(db, month, { ...row, places: row.places + students.length }, open.isNew)
  await chargeCounted(db, { month, on: now }, students, tools)
  // The next month's run has something to count. Written last, for it stands on another node of a cluster.
  if (open.isNew) await scheduleJob(db, jobs.runCharges, monthStart(nextMonth(month)))
}

const sumOf = (students: CountedStudent[]) => students.reduce((sum, { cents }) => sum + cents, 0)

/** Writes which students are counted, and books what those cost together who were not counted before. */
export async function chargeCounted(
  db: SchoolDb,
  { month, on }: { month: string; on: Date },
  students: CountedStudent[],
  tools: Clock,
): Promise<void> {
  if (students.length === 0) return
  const counted = new Set(await queries.insertCounted(db, { month, on }, students))
  const charged = students.filter(({ userId, cents }) => cents > 0 && counted.has(userId))
  if (charged.length === 0) return
  await bookMovement(
    db,
    {
      key: `students:${month}:${charged[0]!.userId}`,
      kind: 'students',
      quantity: charged.length,
      month,
      transfers: [{ from: 'balance', to: 'revenue.students', unit: 'cents', amount: sumOf(charged) }],
    },
    tools,
  )
}

/** Sum that a run would charge: for how many students who are counted, and for how many domains that cost something. */
export interface RunForecast {
  students: number
  domains: number
  cents: number
}

/** Computes what the first run after a moment, which has not come yet, would charge on a plan if nothing changed until then. */
export async function forecastRun(
  db: SchoolDb,
  { plan, after }: { plan: Plan; after: Date },
  { billing }: Pick<ChargeTools, 'billing'>,
): Promise<RunForecast> {
  const runOn = nextMonthStart(after)
  const students = await queries.countUncounted(db, monthOf(runOn), runOn)
  if (!billing.isOn) return { students, domains: 0, cents: 0 }
  const domains = plan.eachOwnDomain > 0 ? await countUsed(db) : 0
  return { students, domains, cents: costOf(plan, 0, students) + domains * plan.eachOwnDomain }
}

/**
 * A student who takes another's grants is not counted again where the other one was. The balance is held first, so that no run or lesson is counting one
 * of them meanwhile.
 */
export async function followCounted(db: SchoolDb, passing: { fromId: string; toId: string }): Promise<void> {
  await lockBank(db)
  await queries.copyCounted(db, passing)
}
