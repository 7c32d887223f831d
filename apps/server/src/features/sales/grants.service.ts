import { salesPlatforms } from '@escola/contract/sales'
import type { SchoolDb } from '@escola/db'
import type { School } from '../../core/scope.ts'
import type { Tools } from '../../core/tools.ts'
import { enroll, holdCohort, takeOut } from '../cohorts/cohorts.service.ts'
import * as queries from './grants.queries.ts'

export interface Purchase {
  platform: string
  transaction: string
  subscription: string | null
  /** When it happened, where that is known. */
  occurredOn: Date | null
}
export interface Student {
  userId: string
  name: string
  email: string
  cellphone: string
  origin: string
}

const subscriptionOf = (platform: string, code: string): queries.Told => ({ platform, kind: 'subscription', code })
const purchaseOf = (platform: string, code: string): queries.Told => ({ platform, kind: 'purchase', code })

/** What opening classes comes to. */
export type Opened = 'opened' | 'noCohort' | 'paidBack' | 'subscriptionEnded' | 'othersPurchase'

/**
 * Opens classes for whoever bought them. A purchase does so once: told again, it brings back nobody whom the school took out, and makes
 * nothing longer that has ended with its subscription.
 */
export async function openClasses(
  db: SchoolDb,
  { platform, transaction, subscription, occurredOn }: Purchase,
  { student, cohortIds }: { student: Student; cohortIds: string[] },
  tools: Pick<Tools, 'now'>,
): Promise<Opened> {
  const now = tools.now()
  const ended = subscription === null ? undefined : await queries.holdTold(db, subscriptionOf(platform, subscription))
  if ((await queries.holdTold(db, purchaseOf(platform, transaction))).utc_paid_back_on) return 'paidBack'
  const isBefore = Boolean(ended?.utc_canceled_on && occurredOn && occurredOn <= ended.utc_canceled_on)
  const endsOn = isBefore ? ended!.utc_paid_until! : null
  const there = await holdCohorts(db, cohortIds)
  const known = await queries.listGrants(db, platform, transaction)
  await queries.holdStudents(db, [student.userId, ...known.map(({ user_id }) => user_id)])
  const before = new Map((await queries.listGrants(db, platform, transaction)).map((one) => [one.cohort_id, one]))
  let opened: Opened = 'noCohort'
  for (const cohortId of there) {
    const grant = before.get(cohortId)
    const isLive = grant !== undefined && grant.utc_ended_on === null
    if (isLive && grant.user_id === student.userId) opened = 'opened'
    else if (isLive) opened = unlessOpened(opened, 'othersPurchase')
    else if (grant?.utc_ends_on || (endsOn && endsOn <= now)) opened = unlessOpened(opened, 'subscriptionEnded')
    else {
      await enroll(db, cohortId, student, tools)
      await queries.upsertGrant(db, {
        platform,
        transaction_code: transaction,
        cohort_id: cohortId,
        user_id: student.userId,
        subscription_code: subscription,
        utc_granted_on: now,
        utc_ends_on: endsOn,
      })
      opened = 'opened'
    }
  }
  return opened
}

/** That one class is open is said before why another is not. */
const unlessOpened = (before: Opened, now: Opened): Opened => (before === 'opened' ? before : now)

/** In one order, and before any student: so does whoever deletes a class. @returns those that are there */
async function holdCohorts(db: SchoolDb, ids: string[]): Promise<string[]> {
  const there: string[] = []
  for (const id of [...new Set(ids)].sort()) if (await holdCohort(db, id)) there.push(id)
  return there
}

/**
 * Ends what a purchase has opened.
 * @param isFinal it opens nothing any more
 * @returns whether anything was open
 */
export async function endPurchase(
  db: SchoolDb,
  { platform, transaction, isFinal }: Pick<Purchase, 'platform' | 'transaction'> & { isFinal: boolean },
  now: Date,
): Promise<boolean> {
  const purchase = purchaseOf(platform, transaction)
  const told = await queries.holdTold(db, purchase)
  if (isFinal && !told.utc_paid_back_on) await queries.noteTold(db, purchase, { utc_paid_back_on: now })
  const list = () => queries.listLiveGrants(db, purchase)
  const grants = await hold(db, await list(), list)
  await close(db, grants, now)
  return grants.length > 0
}

/**
 * Ends what a subscription has opened: now, or when what was paid ends.
 * @returns whether anything was open
 */
export async function endSubscription(
  db: SchoolDb,
  {
    platform,
    subscription,
    occurredOn,
    until,
  }: { platform: string; subscription: string; occurredOn: Date; until: Date },
  now: Date,
): Promise<boolean> {
  const told = subscriptionOf(platform, subscription)
  const { utc_canceled_on: known } = await queries.holdTold(db, told)
  if (!known || known <= occurredOn)
    await queries.noteTold(db, told, { utc_canceled_on: occurredOn, utc_paid_until: until })
  const list = () => queries.listLiveGrants(db, told)
  const grants = await hold(db, await list(), list)
  if (until > now) await queries.letGrantsEnd(db, grants, until)
  else await close(db, grants, now, until)
  return grants.length > 0
}

/** @returns those of the found that are still listed once their classes and students are held */
async function hold(db: SchoolDb, found: queries.Grant[], list: () => Promise<queries.Grant[]>) {
  if (found.length === 0) return found
  const cohortIds = found.map((grant) => grant.cohort_id)
  const userIds = found.map((grant) => grant.user_id)
  await holdCohorts(db, cohortIds)
  await queries.holdStudents(db, userIds)
  const held = new Set(found.map(keyOf))
  return (await list()).filter((grant) => held.has(keyOf(grant)))
}
const keyOf = ({ user_id, cohort_id }: queries.Grant) => `${user_id} ${cohort_id}`

/** A student leaves a class when nothing that was bought keeps them there, if buying is how they came. */
async function close(db: SchoolDb, grants: queries.Grant[], now: Date, endsOn: Date | null = null) {
  if (grants.length === 0) return
  await queries.endGrants(db, grants, now, endsOn)
  for (const grant of grants)
    if (!(await queries.hasLiveGrant(db, grant)))
      await takeOut(db, { cohortId: grant.cohort_id, userId: grant.user_id, origins: salesPlatforms })
}

const grantsAtOnce = 200

/** Ends the periods that were paid, some in each transaction. */
export async function endDueGrants(school: School, { now }: Pick<Tools, 'now'>, signal: AbortSignal) {
  for (let found = grantsAtOnce; found === grantsAtOnce && !signal.aborted; )
    found = await school.tx(async (db) => {
      const at = now()
      const list = () => queries.listDueGrants(db, at, grantsAtOnce)
      const due = await list()
      await close(db, await hold(db, due, list), at)
      return due.length
    })
}
