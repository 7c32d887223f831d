import { monthOf, monthStart, nextMonth, nextMonthStart } from '@escola/contract/time'
import type { SchoolDb } from '@escola/db'
import type { School } from '../../core/scope.ts'
import { jobs } from '../../jobs/catalogue.ts'
import { workInBatches } from '../../jobs/in-batches.ts'
import { findDue, planNext } from '../../jobs/scheduled-jobs.ts'
import { bookMovement, lockBank } from '../ledger/ledger.service.ts'
import { type DatedBillingState, listBillingStates, readPlanAt } from '../plans/plans.service.ts'
import { domainPriceOf, elapsedPartOf, goOnWithRun } from './charging.ts'
import { countUsed, listUses } from './domain-charges.queries.ts'
import * as queries from './student-charges.queries.ts'
import {
  type ChargeTools,
  chargeCounted,
  countsOnMove,
  openingIn,
  openRun,
  saveMonth,
} from './student-charges.service.ts'

/** Students of one transaction, so that others never wait long for it. */
const studentsAtOnce = 500

/**
 * Charges what a month's beginning, another plan or an own domain costs a school, from the month for which the job was written up to now. It may be repeated,
 * killed at any moment and late: it reads grants, plans and domains as they were, and each charge has a key.
 * @param since moment of the change that wrote the job; left out where the clock did
 */
export const runCharges = (
  school: School,
  since: Date | undefined,
  tools: ChargeTools,
  signal: AbortSignal,
  atOnce = studentsAtOnce,
): Promise<void> => workInBatches(school, signal, (db) => runBatch(db, { since, atOnce }, tools))

/**
 * Does the next part of a run that is due, in place of a batch that would move students out of the public class: the run knows of a student's latest move alone,
 * and would find that students who came to the class since its moment had been there all the time.
 * @returns whether it did so, and the batch is to be tried again
 */
export async function runBeforeMove(db: SchoolDb, fromId: string, tools: ChargeTools): Promise<boolean> {
  if (!(await countsOnMove(db, fromId, tools))) return false
  const due = await findDue(db, jobs.runCharges)
  if (!due || due > tools.now()) return false
  await runBatch(db, { since: undefined, atOnce: studentsAtOnce }, tools)
  return true
}

/** @returns whether more is left */
async function runBatch(
  db: SchoolDb,
  { since, atOnce }: { since: Date | undefined; atOnce: number },
  tools: ChargeTools,
): Promise<boolean> {
  await lockBank(db)
  const now = tools.now()
  if (tools.billing.isOn) {
    const moments = [now, since ?? now, (await findDue(db, jobs.runCharges)) ?? now].map(Number)
    const months = monthsBetween(new Date(Math.min(...moments)), now)
    const states = await listBillingStates(db, { from: monthStart(months[0]!), before: new Date(now.getTime() + 1) })
    for (const month of months) {
      if (await countNext(db, month, { states, atOnce }, tools)) return true
      await chargeDomains(db, month, states, tools)
    }
  }
  const next = nextMonthStart(now)
  // Students who come later in a month that has a row plan no run: that row's month is followed by one.
  await planNext(db, jobs.runCharges, async () =>
    (await queries.findMonth(db, monthOf(now))) || (await queries.hasLivingGrant(db, now)) || (await countUsed(db)) > 0
      ? next
      : undefined,
  )
  return false
}

function monthsBetween(from: Date, until: Date): string[] {
  const months = [monthOf(from)]
  for (const last = monthOf(until); months.at(-1)! < last; ) months.push(nextMonth(months.at(-1)!))
  return months
}

/** Counts the next students who were there at the moment of the month's run. @returns whether more are left */
async function countNext(
  db: SchoolDb,
  month: string,
  { states, atOnce }: { states: DatedBillingState[]; atOnce: number },
  tools: ChargeTools,
): Promise<boolean> {
  const opening = openingIn(states, month, tools.now())
  if (!opening) return false
  const found = await queries.findMonth(db, month)
  const opened = await openRun(db, month, { found, opening })
  // The first student of a month that has no row yet makes it, and records the run that follows.
  if (opened && !found && opened.places === 0) return false
  if (opened) await saveMonth(db, month, opened, !found)
  const row = opened ?? found!
  if (row.utc_run_on) return false
  const asOf = row.utc_as_of
  const userIds = await queries.listUncounted(db, { month, asOf, after: row.run_user_id, limit: atOnce })
  const left = ((await queries.findPlaceBehind(db, month, row.run_place)) ?? row.places + 1) - 1 - row.run_place
  const batch = { plan: await readPlanAt(db, asOf), userIds, left }
  const { students, more, changes } = goOnWithRun(row, batch, { atOnce, now: tools.now() })
  await queries.updateMonth(db, month, changes)
  // The students of a movement have places one behind the other.
  for (const part of [students, more]) await chargeCounted(db, { month, on: asOf }, part, tools)
  if (changes.utc_run_on) await queries.endPlaces(db, month)
  // The school may have been blocked and open again since the run's moment.
  return userIds.length === atOnce || opening > asOf
}

/** Charges the domains that led to the school in a month, at a moment when they cost something, each once. */
async function chargeDomains(
  db: SchoolDb,
  month: string,
  states: DatedBillingState[],
  tools: ChargeTools,
): Promise<void> {
  const range = elapsedPartOf(month, tools.now())
  for (const { domain, utc_from, utc_until } of await listUses(db, range)) {
    const price = domainPriceOf(states, { from: utc_from, until: utc_until ?? undefined }, range)
    if (price === 0) continue
    await bookMovement(
      db,
      {
        key: `domain:${domain}:${month}`,
        kind: 'domain',
        reason: domain,
        transfers: [{ from: 'balance', to: 'revenue.domains', unit: 'cents', amount: price }],
      },
      tools,
    )
  }
}
