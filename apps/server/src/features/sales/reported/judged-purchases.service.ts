import type { SalesPlatformName } from '@escola/contract/sales'
import type { ReportVerdict } from '@escola/contract/sales-reports.contract'
import type { SchoolDb } from '@escola/db'
import type { Clock } from '../../../core/tools.ts'
import type { KnownGrant } from '../../enrollments/enrollments.service.ts'
import { listSaleGrants } from '../../enrollments/sale-grants.service.ts'
import { makePurchaseKey, readSaleKey } from '../../enrollments/sale-keys.service.ts'
import { followMerges } from '../../people/merged.service.ts'
import { findByOtherEmails } from '../../people/people.service.ts'
import type { Offering } from '../purchases/offering.ts'
import { type Charge, decideCharges, type Fact, findSchoolDecision } from '../purchases/purchase-decision.ts'
import { isLiving, isOfPurchase, newcomerId, planChanges } from '../purchases/purchase-plan.ts'
import * as queries from './reported-purchases.queries.ts'

/** Purchase as a report has it. */
export interface ReportedPurchase {
  code: string
  kind: 'paid' | 'refunded' | 'canceled'
  /** Names what the report says, so that the same report again is no second fact. */
  key: string
  subscription: string | null
  /** Products, then offers. */
  itemIds: string[]
  /** Address that works; '' where the report has none. */
  email: string
  occurredOn: Date
  isStated: boolean
  endsOn: Date | null
  /** Class that an administrator has chosen for it alone. */
  chosenId?: string | null | undefined
}

/** Tells what a purchase needs, or why it needs nothing. */
export interface Judgement {
  verdict: Exclude<ReportVerdict, 'mixed'> | 'fine_paid' | 'fine_ended' | 'fine_over'
  isKnown: boolean
  /** When the school took the student out, or when the purchase ended. */
  on: Date | null
  cohortIds: string[]
  /** Sources of other grants of the student; a sale's is its platform. */
  reasons: string[]
  /** A class is chosen for it alone, which sells nothing by that: its own was deleted, or takes no new purchases. */
  isAlone: boolean
}

export interface Reported {
  platform: SalesPlatformName
  offering: Offering
}

/** Compares purchases of a report with what the school knows; nothing is written. */
export async function judgePurchases(
  db: SchoolDb,
  purchases: ReportedPurchase[],
  { platform, offering }: Reported,
  { now }: Clock,
): Promise<Judgement[]> {
  const said = await queries.listFactsOf(db, platform, {
    purchases: purchases.map(({ code }) => code),
    subscriptions: purchases.flatMap(({ subscription }) => subscription ?? []),
  })
  const emails = purchases.map(({ email }) => email).filter(Boolean)
  const named = await queries.listStudentsByEmail(db, emails)
  // A student who was merged into another is that one, as in each decision.
  const followed = await followMerges(
    db,
    [...said, ...named].flatMap(({ userId }) => userId ?? []),
  )
  const facts = said.map((fact) => ({ ...fact, userId: fact.userId && followed.get(fact.userId)! }))
  const others = await findByOtherEmails(db, emails)
  const userOf = new Map([...others].map(([email, { userId }]) => [email, userId]))
  for (const { email, userId } of named) userOf.set(email, followed.get(userId)!)
  const known = new KnownFacts(facts)
  const codes = [
    ...new Set([...purchases, ...facts.map(({ purchase }) => ({ code: purchase }))].map(({ code }) => code)),
  ]
  const grants = Map.groupBy(
    await listSaleGrants(
      db,
      codes.filter(Boolean).map((code) => makePurchaseKey(platform, code)),
    ),
    ({ sourceKey }) => readSaleKey(sourceKey).purchase,
  )
  const userIds = [...new Set([...userOf.values(), ...[...grants.values()].flat().map(({ userId }) => userId)])]
  const living = Map.groupBy(await queries.listLivingReasons(db, userIds, now()), ({ userId }) => userId)
  return purchases.map((purchase) => {
    const { facts: own, codes: related } = known.listOf(purchase)
    return judge(
      purchase,
      {
        platform,
        offering,
        facts: own,
        grants: related.flatMap((code) => grants.get(code) ?? []),
        userId: purchase.email === '' ? null : (userOf.get(purchase.email) ?? newcomerId),
        living,
      },
      now(),
    )
  })
}

/** Facts of many purchases, found by the purchase and by its subscription. */
class KnownFacts {
  readonly #byPurchase: Map<string, queries.KeyedFact[]>
  readonly #bySubscription: Map<string | null, queries.KeyedFact[]>
  constructor(facts: queries.KeyedFact[]) {
    this.#byPurchase = Map.groupBy(facts, ({ purchase }) => purchase)
    this.#bySubscription = Map.groupBy(facts, ({ subscription }) => subscription)
  }

  listOf({ code, subscription }: ReportedPurchase) {
    const own = this.#byPurchase.get(code) ?? []
    const named = subscription ?? own.find((fact) => fact.subscription !== null)?.subscription ?? null
    const ofSubscription = named === null ? [] : (this.#bySubscription.get(named) ?? [])
    const codes = [...new Set([code, ...ofSubscription.map(({ purchase }) => purchase)])].filter(Boolean)
    return {
      codes,
      facts: [
        ...codes.flatMap((each) => this.#byPurchase.get(each) ?? []),
        ...ofSubscription.filter(({ purchase }) => purchase === ''),
      ],
    }
  }
}

interface Known extends Reported {
  facts: queries.KeyedFact[]
  /** Grants of the purchase and of its subscription. */
  grants: KnownGrant[]
  /** Student whom the report names; null: none can be named. */
  userId: string | null
  living: Map<string, queries.LivingReason[]>
}

function judge(purchase: ReportedPurchase, known: Known, now: Date): Judgement {
  const { platform, facts } = known
  const own = known.grants.filter(isOfPurchase(platform, purchase.code))
  const isKnown = facts.some((fact) => fact.purchase === purchase.code)
  const found = { isKnown, on: null, cohortIds: [], reasons: [], isAlone: false }
  return purchase.kind === 'paid'
    ? judgePaid(purchase, { ...known, own, found }, now)
    : judgeEnded(purchase, { ...known, own, found }, now)
}

interface Found extends Known {
  /** Grants of the purchase itself. */
  own: KnownGrant[]
  found: Omit<Judgement, 'verdict'>
}

function judgePaid(purchase: ReportedPurchase, { own, found, ...known }: Found, now: Date): Judgement {
  const { platform, offering, facts, grants, userId, living } = known
  // An end that a platform has sent overrides a report, which may be older.
  const received = chargesOf(purchase.code, decideCharges(facts))
  const receivedEnd = endOf(purchase.code, facts)
  const isOver = received.length > 0 && received.every(({ state }) => state !== 'paid')
  const told = { purchase: purchase.code, productIds: [], isSwitch: false, chosenId: purchase.chosenId }
  const changes = planChanges({ platform, facts: withFact(facts, purchase, userId), grants, told }, offering, now)
  const isPaid = chargesOf(purchase.code, changes.charges).some(({ state }) => state === 'paid')
  if (isOver || !isPaid) return { ...found, verdict: 'paid_back', on: receivedEnd }
  const ending = new Set(changes.ends.map(({ grant }) => grant))
  if (own.some((grant) => isLiving(grant) && !ending.has(grant))) return { ...found, verdict: 'fine_paid' }
  const openings = changes.openings.filter(({ charge }) => charge.purchase === purchase.code)
  const cohortIds = [...new Set(openings.map(({ cohortId }) => cohortId))]
  if (openings.length === 0) {
    const isDismissed = facts.some(({ kind, purchase: code }) => kind === 'dismissed' && code === purchase.code)
    const lacks = chargesOf(purchase.code, changes.charges).flatMap((charge) => changes.lacks.get(charge) ?? [])
    const isAlone = lacks.includes('class_gone') || lacks.includes('sales_ended')
    return isDismissed ? { ...found, verdict: 'fine_over' } : { ...found, verdict: 'no_class', isAlone }
  }
  const results = openings.map(({ result }) => result)
  if (results.includes('open')) {
    const student = openings.find(({ result }) => result === 'open')!.userId
    const others = otherReasons(living, student, cohortIds, own)
    const isIn = cohortIds.every((id) => others.some(({ cohortId }) => cohortId === id))
    return { ...found, verdict: isIn ? 'fine_paid' : 'missing', cohortIds }
  }
  if (results.includes('removed')) return { ...found, verdict: 'removed', cohortIds, on: removedOn(known) }
  return { ...found, verdict: results.includes('no_student') ? 'no_email' : 'fine_over', cohortIds }
}

function judgeEnded(purchase: ReportedPurchase, { own, found, ...known }: Found, now: Date): Judgement {
  const { platform, offering, facts, grants, userId, living } = known
  const { ends } = planChanges({ platform, facts: withFact(facts, purchase, null), grants }, offering, now)
  const ending = new Set(ends.map(({ grant }) => grant))
  const leaving = own.filter((grant) => isLiving(grant) && ending.has(grant))
  if (leaving.length > 0) {
    const cohortIds = [...new Set(leaving.map(({ cohortId }) => cohortId))]
    return {
      ...found,
      verdict: 'still_in',
      cohortIds,
      reasons: namesOf(otherReasons(living, leaving[0]!.userId, cohortIds, own)),
    }
  }
  // The platform has reported a payment since.
  if (own.some(isLiving)) return { ...found, verdict: 'fine_paid' }
  const student = own.at(-1)?.userId ?? userId
  const sold = offering.listCohorts(purchase.itemIds).map(({ cohortId }) => cohortId)
  const others = otherReasons(living, student, [...sold, ...own.map(({ cohortId }) => cohortId)], own)
  if (others.length === 0) return { ...found, verdict: 'fine_ended' }
  const cohortIds = [...new Set(others.map(({ cohortId }) => cohortId))]
  return { ...found, verdict: 'other_access', cohortIds, reasons: namesOf(others) }
}

/** Moment when the school took the student out of a class, or removed them. */
const removedOn = ({ facts, grants }: Pick<Known, 'facts' | 'grants'>) =>
  grants.findLast(({ endedWhy }) => endedWhy === 'removed_by_school')?.endedOn ?? findSchoolDecision(facts)?.on ?? null

const chargesOf = (code: string, charges: Charge[]) => charges.filter(({ purchase }) => purchase === code)

const endOf = (code: string, facts: Fact[]) =>
  facts
    .filter(({ kind, purchase }) => purchase === code && (kind === 'refunded' || kind === 'canceled'))
    .reduce<Date | null>((latest, { occurredOn }) => (latest && latest > occurredOn ? latest : occurredOn), null)

/** A known fact stays as it is. */
const withFact = (facts: queries.KeyedFact[], purchase: ReportedPurchase, userId: string | null): Fact[] =>
  facts.some(({ key }) => key === purchase.key) ? facts : [...facts, factOf(purchase, userId)]

/** Fact that a report's purchase is. */
export const factOf = (
  { code, kind, subscription, itemIds, occurredOn, isStated, endsOn }: ReportedPurchase,
  userId: string | null,
) => ({
  kind,
  purchase: code,
  subscription,
  line: '',
  itemIds,
  droppedIds: [],
  userId,
  occurredOn,
  isStated,
  endsOn: kind === 'paid' ? endsOn : null,
})

/** Reasons for which a student is in these classes beside the grants of the purchase itself. */
function otherReasons(living: Known['living'], userId: string | null, cohortIds: string[], own: KnownGrant[]) {
  const keys = new Set(own.map(({ sourceKey }) => sourceKey))
  return (living.get(userId ?? '') ?? []).filter(
    (each) =>
      cohortIds.includes(each.cohortId) &&
      (!each.isSale || each.grants > each.keys.length || each.keys.some((key) => !keys.has(key))),
  )
}

const namesOf = (reasons: queries.LivingReason[]) => [...new Set(reasons.map(({ reason }) => reason))]
