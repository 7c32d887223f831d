import type { SchoolDb } from '@escola/db'
import type { Tools } from '../../core/tools.ts'
import { holdCohort } from '../cohorts/cohorts.service.ts'
import {
  endGrants,
  giveGrants,
  type KnownGrant,
  listSaleGrants,
  type NewGrant,
  setEnds,
} from '../enrollments/enrollments.service.ts'
import { holdTransaction, listPurchases, type Transaction, updateTransaction } from './transactions.queries.ts'

type Clock = Pick<Tools, 'now'>

export interface Purchase {
  platform: string
  transaction: string
  subscription: string | null
  /** When it happened, where that is known. */
  occurredOn: Date | null
}
/** A class that a purchase opens, with the product, offer or plan that opens it. */
export interface SoldCohort {
  cohortId: string
  item: string
}

const subscriptionOf = (platform: string, code: string): Transaction => ({ platform, kind: 'subscription', code })
const purchaseOf = (platform: string, code: string): Transaction => ({ platform, kind: 'purchase', code })

const escapeCode = (code: string) => code.replaceAll('%', '%25').replaceAll(':', '%3A')
/** Beginning of the keys of all grants of a purchase; the item that was bought follows. */
export const makePurchaseKey = (platform: string, transaction: string) => `${platform}:${escapeCode(transaction)}:`

/** Outcome of opening classes. */
export type Opened = 'opened' | 'noCohort' | 'paidBack' | 'subscriptionEnded' | 'othersPurchase'

/**
 * Opens classes for the student who bought them. A purchase does so once: told again, it brings back no student whom the school took out, and makes
 * nothing longer that has ended with its subscription.
 */
export async function openClasses(
  db: SchoolDb,
  { platform, transaction, subscription, occurredOn }: Purchase,
  { student, cohorts }: { student: NewGrant['student']; cohorts: SoldCohort[] },
  tools: Clock,
): Promise<Opened> {
  const now = tools.now()
  const ended = subscription === null ? undefined : await holdTransaction(db, subscriptionOf(platform, subscription))
  const purchase = purchaseOf(platform, transaction)
  if ((await holdTransaction(db, purchase)).utc_paid_back_on) return 'paidBack'
  if (subscription !== null) await updateTransaction(db, purchase, { subscription_code: subscription })
  const isBefore = Boolean(ended?.utc_canceled_on && occurredOn && occurredOn <= ended.utc_canceled_on)
  const endsOn = isBefore ? ended!.utc_paid_until! : null
  const held = await holdCohorts(db, cohorts)
  const key = makePurchaseKey(platform, transaction)
  const current = await listSaleGrants(db, await listSourceKeys(db, { platform, transaction, subscription }))
  const opened = new Set<Opened>()
  const grants: NewGrant[] = []
  for (const { cohortId, item } of held) {
    const before = current.filter((grant) => grant.cohortId === cohortId)
    const verdict = decideOpening(
      before.filter(({ sourceKey }) => sourceKey.startsWith(key)),
      student.userId,
      now,
    )
    if (verdict !== 'open') opened.add(verdict)
    else if (endsOn && endsOn <= now) opened.add('subscriptionEnded')
    else {
      const resumedFrom = before.find((grant) => grant.userId === student.userId && isGap(grant))?.startsOn
      grants.push({ cohortId, student, source: 'sale', sourceKey: `${key}${escapeCode(item)}`, resumedFrom, endsOn })
      opened.add('opened')
    }
  }
  await giveGrants(db, grants, tools)
  // That one class is open is said before why another is not.
  return opened.has('opened') ? 'opened' : ([...opened][0] ?? 'noCohort')
}

/** Keys of the purchase, and of the purchases of its subscription, which it goes on with. */
async function listSourceKeys(db: SchoolDb, { platform, transaction, subscription }: Omit<Purchase, 'occurredOn'>) {
  const others = subscription === null ? [] : await listPurchases(db, platform, subscription)
  return [...new Set([transaction, ...others])].map((code) => makePurchaseKey(platform, code))
}

/**
 * Verdict of the grants that a purchase gave in a class before, about giving one again.
 * @param grants oldest first
 */
function decideOpening(grants: KnownGrant[], userId: string, now: Date): Opened | 'open' {
  const living = grants.find(({ endedWhy, endsOn }) => endedWhy === null && !(endsOn && endsOn <= now))
  if (living) return living.userId === userId ? 'opened' : 'othersPurchase'
  const last = grants.at(-1)
  // The purchase was done, and it was the school that took the student out.
  if (last?.endedWhy === 'removed_by_school') return 'opened'
  return last?.endsOn ? 'subscriptionEnded' : 'open'
}

/** An end after which the same purchase or subscription goes on as before. */
const isGap = ({ endedWhy }: KnownGrant) => endedWhy !== 'removed_by_school' && endedWhy !== 'cohort_deleted'

/**
 * Holds the classes in one order, and before any student, as the deletion of a class does.
 * @returns those that are there
 */
async function holdCohorts(db: SchoolDb, cohorts: SoldCohort[]): Promise<SoldCohort[]> {
  const held: SoldCohort[] = []
  const byCohort = new Map(cohorts.toReversed().map((cohort) => [cohort.cohortId, cohort]))
  for (const [id, cohort] of [...byCohort].sort(([a], [b]) => (a < b ? -1 : 1)))
    if (await holdCohort(db, id)) held.push(cohort)
  return held
}

/**
 * Ends what a purchase has opened.
 * @param isFinal it opens nothing any more
 * @returns whether anything was open
 */
export async function endPurchase(
  db: SchoolDb,
  { platform, transaction, isFinal }: Pick<Purchase, 'platform' | 'transaction'> & { isFinal: boolean },
  tools: Clock,
): Promise<boolean> {
  const purchase = purchaseOf(platform, transaction)
  const { utc_paid_back_on } = await holdTransaction(db, purchase)
  if (isFinal && !utc_paid_back_on) await updateTransaction(db, purchase, { utc_paid_back_on: tools.now() })
  const wanted = { source: 'sale' as const, keyPrefixes: [makePurchaseKey(platform, transaction)] }
  return (await endGrants(db, wanted, { why: isFinal ? 'refunded' : 'canceled' }, tools)).ended.length > 0
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
  tools: Clock,
): Promise<boolean> {
  const transaction = subscriptionOf(platform, subscription)
  const { utc_canceled_on: canceledOn } = await holdTransaction(db, transaction)
  if (!canceledOn || canceledOn <= occurredOn)
    await updateTransaction(db, transaction, { utc_canceled_on: occurredOn, utc_paid_until: until })
  const purchases = await listPurchases(db, platform, subscription)
  if (purchases.length === 0) return false
  const wanted = { source: 'sale' as const, keyPrefixes: purchases.map((code) => makePurchaseKey(platform, code)) }
  if (until > tools.now()) return (await setEnds(db, wanted, until)).length > 0
  return (await endGrants(db, wanted, { why: 'subscription_ended', endsOn: until }, tools)).ended.length > 0
}
