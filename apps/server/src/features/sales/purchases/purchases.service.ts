/**
 * Each step from a delivery to its result has one word. An adapter in `platforms` reads the change that the delivery asks for (`AskedChange`). What was
 * said is kept as a fact. The facts of a purchase decide its charges, and a decision of the school overrides them (`purchase-decision`). A plan says what
 * has to change in the grants, with a result for each class that a charge is for (`purchase-plan`). This file makes those changes and answers how the
 * purchase stands (`DecidedPurchase`), which `sale-processing` turns into the outcome of a sale: the state and reason that the school reads. A judgement
 * with its verdict says what a purchase of a report would need, and changes nothing (`reported`).
 */
import type { SchoolDb } from '@escola/db'
import type { BillingTools } from '../../../core/tools.ts'
import { holdCohort } from '../../cohorts/cohorts.service.ts'
import {
  endGrants,
  giveGrants,
  type KnownGrant,
  type NewGrant,
  setEnds,
} from '../../enrollments/enrollments.service.ts'
import { listSaleGrants, lockEnrollments } from '../../enrollments/sale-grants.service.ts'
import { makePurchaseKey } from '../../enrollments/sale-keys.service.ts'
import { notifyOversold } from '../../enrollments/seats.service.ts'
import { followMerges, lockAndFollow } from '../../people/merged.service.ts'
import type { Offering } from './offering.ts'
import { type Charge, decideCharges, type Fact, findSchoolDecision } from './purchase-decision.ts'
import { findSubscription, listFacts, listStudents, lockTransactions, recordFact } from './purchase-facts.queries.ts'
import type { Told } from './purchase-places.ts'
import {
  type Changes,
  isLiving,
  isOfPurchase,
  type Known,
  type Opening,
  type OpeningResult,
  openingResults,
  planChanges,
} from './purchase-plan.ts'

/** State of a purchase once its changes are made. */
export interface DecidedPurchase {
  /** State of the purchase that the delivery names; for one about a subscription alone, of its latest. */
  state: Charge['state'] | 'unknown'
  result: OpeningResult
  /** An administrator has settled the purchase, which waited for a class or an e-mail. */
  isDismissed: boolean
  /** Moment when the student was removed from the school; null: they were not, or an administrator gave the purchase to a student since. */
  closedOn: Date | null
  /** The purchase, or one of the subscription, has given a student a class at some time. */
  hasGiven: boolean
  /** The plan that is paid has no class, so the class of the previous plan stays. */
  isOldPlan: boolean
  /** Items that have a class, also one that no longer sells them. */
  openedItems: string[]
}

interface Delivery {
  platform: string
  /** Names the delivery among those of its platform. */
  key: string
  fact: Fact
  /** Its latest arrival counts; otherwise its first, also where that is kept by its fact alone. */
  countsLatest?: boolean
  /** Data of the student whom the delivery names. */
  student?: NewGrant['student']
  /** Administrator whose act it is; left out for what a platform tells. */
  by?: string
  /** Details of the purchase that its fact does not keep. */
  told?: Omit<Told, 'purchase' | 'isSwitch'>
}

/** Code of a purchase, and of its subscription where one is known; '' is no purchase. */
export type PurchaseCodes = Pick<Fact, 'purchase' | 'subscription'>

/**
 * Locks a purchase and its subscription, as far as they are known, until the transaction ends.
 * @returns code of the subscription
 */
export async function lockPurchase(db: SchoolDb, platform: string, codes: PurchaseCodes): Promise<string | null> {
  const subscription = codes.subscription ?? (await findSubscription(db, platform, codes.purchase))
  if (subscription !== null) await lockTransactions(db, { platform, kind: 'subscription', codes: [subscription] })
  // A purchase waits for its subscription, and a subscription for its purchases, each in this order.
  if (codes.purchase !== '') await lockTransactions(db, { platform, kind: 'purchase', codes: [codes.purchase] })
  return subscription
}

/** Locks purchases and their subscriptions, in the order in which each sale does. */
export async function lockPurchases(
  db: SchoolDb,
  purchases: { platform: string; purchase: string; subscription: string | null }[],
): Promise<void> {
  for (const [platform, own] of Map.groupBy(purchases, (each) => each.platform)) {
    const codesOf = (kind: 'purchase' | 'subscription') => [
      ...new Set(own.map((each) => each[kind] ?? '').filter(Boolean)),
    ]
    await lockTransactions(db, { platform, kind: 'subscription', codes: codesOf('subscription') })
    await lockTransactions(db, { platform, kind: 'purchase', codes: codesOf('purchase') })
  }
}

/** All that is known of a purchase and of its subscription. Facts about a student who was merged into another are about that one. */
export const readPurchase = async (db: SchoolDb, platform: string, codes: PurchaseCodes): Promise<Known> =>
  readKnown(db, platform, await listFacts(db, platform, codes))

async function readKnown(db: SchoolDb, platform: string, said: Fact[]): Promise<Known> {
  const keys = codesOf(said).map((purchase) => makePurchaseKey(platform, purchase))
  const ids = said.flatMap(({ userId }) => userId ?? [])
  const [followed, grants] = await Promise.all([followMerges(db, ids), listSaleGrants(db, keys)])
  return {
    platform,
    facts: said.map((fact) => ({ ...fact, userId: fact.userId && followed.get(fact.userId)! })),
    grants,
  }
}
const codesOf = (facts: Fact[]) => [...new Set(facts.map(({ purchase }) => purchase))].filter(Boolean)

/** Tells whether a paid charge has opened nothing and names no student, because no class sold it: a switch to a plan that a class sells names them. */
export async function awaitsStudent(db: SchoolDb, platform: string, codes: PurchaseCodes): Promise<boolean> {
  const { facts, grants } = await readPurchase(db, platform, codes)
  return grants.length === 0 && decideCharges(facts).some(({ state, userId }) => state === 'paid' && userId === null)
}

/** Tells whether the student of a purchase was removed from the school, and no other has it since. */
export async function isClosed(db: SchoolDb, platform: string, codes: PurchaseCodes): Promise<boolean> {
  const own = await listFacts(db, platform, codes)
  const subscription = own.find((fact) => fact.subscription !== null)?.subscription ?? null
  const isWhole = subscription === codes.subscription
  const facts = isWhole ? own : await listFacts(db, platform, { purchase: codes.purchase, subscription })
  return findSchoolDecision(facts)?.kind === 'removed'
}

/**
 * Records what a delivery says, and decides its purchase again from all facts; for a subscription, each of its purchases. Grants
 * are given, changed and ended until they are what the purchases say. A student whom the school took out stays out.
 */
export async function decidePurchases(
  db: SchoolDb,
  { platform, key, fact, countsLatest, student: named, by, told }: Delivery,
  offering: Offering,
  tools: BillingTools,
): Promise<DecidedPurchase> {
  const subscription = await lockPurchase(db, platform, fact)
  const codes = { purchase: fact.purchase, subscription }
  const [, said] = await Promise.all([
    recordFact(db, { platform, key, fact, countsLatest }),
    listFacts(db, platform, codes),
  ])
  const others = codesOf(said).filter((code) => code !== fact.purchase)
  await lockTransactions(db, { platform, kind: 'purchase', codes: others })
  const [found, followed] = await Promise.all([
    // Facts of other purchases may have changed until those were held.
    others.length > 0 ? readPurchase(db, platform, codes) : readKnown(db, platform, said),
    followMerges(db, named ? [named.userId] : []),
  ])
  const known = await lockStays(db, found, [...followed.values()])
  const { facts, grants } = known
  const student = named && { ...named, userId: followed.get(named.userId)! }
  const saying = { productIds: [], ...told, purchase: fact.purchase, isSwitch: fact.kind === 'plan_switched' }
  // Grants that end at once have one moment: a charge that follows goes to each class that ended last.
  const moment = tools.now()
  const changes = planChanges({ ...known, told: saying }, offering, moment)
  await endLiving(db, changes, moment)
  const held = await giveMissing(db, { changes, known, student, by }, tools)
  const { charges } = changes
  const own = charges.filter(
    ({ purchase, line }) => purchase === fact.purchase && (fact.line === '' || line === fact.line),
  )
  const asked = own.length > 0 ? own : charges.slice(-1)
  const decision = findSchoolDecision(facts)
  const results = changes.openings.flatMap(({ charge, cohortId, isHeld, userId, result }) => {
    if (!asked.includes(charge) || !held.has(cohortId)) return []
    return isHeld && student && student.userId !== userId && !decision ? 'others_purchase' : result
  })
  results.push(...asked.flatMap((charge) => changes.lacks.get(charge) ?? []))
  const closedOn = decision?.kind === 'removed' ? decision.on : null
  const purchase = fact.purchase || asked[0]?.purchase
  return {
    state: asked.find(({ state }) => state === 'paid')?.state ?? asked[0]?.state ?? 'unknown',
    result: closedOn ? 'removed' : (openingResults.find((result) => results.includes(result)) ?? 'no_cohort'),
    isDismissed: facts.some((each) => each.kind === 'dismissed' && each.purchase === purchase),
    closedOn,
    hasGiven: fact.purchase === '' ? grants.length > 0 : grants.some(isOfPurchase(platform, fact.purchase)),
    isOldPlan: asked.some((charge) => changes.places.get(charge)?.isOldPlan),
    openedItems: asked.flatMap((charge) => changes.places.get(charge)?.places.map(({ sold }) => sold.item) ?? []),
  }
}

/**
 * Holds the classes in which the student of a purchase is, then the student and those who may take it over, then the enrolments, and reads the grants
 * again: a move or a merging that was under way has put them elsewhere.
 */
async function lockStays(db: SchoolDb, found: Known, others: string[]): Promise<Known> {
  const held = new Set<string>()
  const keyOf = ({ cohortId, userId }: KnownGrant) => `${cohortId} ${userId}`
  for (let known = found; ; ) {
    const living = known.grants.filter((grant) => isLiving(grant) && !held.has(keyOf(grant)))
    if (living.length === 0) return known
    await holdCohorts(db, living)
    await lockAndFollow(db, [...living.map(({ userId }) => userId), ...others])
    await lockEnrollments(db, living)
    for (const grant of living) held.add(keyOf(grant))
    known = await readKnown(db, known.platform, known.facts)
  }
}

/** Ends and moves grants, those of a class that change alike at once. */
async function endLiving(db: SchoolDb, { ends, moves }: Pick<Changes, 'ends' | 'moves'>, moment: Date) {
  const filterOf = (changed: Pick<Changes['moves'][number], 'grant'>[]) => ({
    source: 'sale' as const,
    cohortId: changed[0]!.grant.cohortId,
    sourceKeys: changed.map(({ grant }) => grant.sourceKey),
  })
  for (const alike of Map.groupBy(
    ends,
    ({ grant, end }) => `${grant.cohortId} ${end.why} ${end.endsOn?.getTime()}`,
  ).values())
    await endGrants(db, filterOf(alike), alike[0]!.end, { now: () => moment })
  for (const alike of Map.groupBy(
    moves,
    ({ grant, endsOn, isLast }) => `${grant.cohortId} ${endsOn?.getTime()} ${isLast}`,
  ).values())
    await setEnds(db, filterOf(alike), alike[0]!)
}

/**
 * Gives the grants that are missing. A purchase that was given to another student takes its grants along, each with its start, end and term.
 * @returns ids of the classes that are there
 */
async function giveMissing(
  db: SchoolDb,
  {
    changes: { openings, passedGrants },
    known: { grants },
    student,
    by,
  }: { changes: Changes; known: Known } & Pick<Delivery, 'student' | 'by'>,
  tools: BillingTools,
): Promise<Set<string>> {
  const held = await holdCohorts(db, [...openings, ...passedGrants.map(({ grant }) => grant)])
  const keyOf = ({ cohortId, sourceKey }: Pick<Opening, 'cohortId' | 'sourceKey'>) => `${cohortId} ${sourceKey}`
  const passed = passedGrants.map(({ grant: { cohortId, sourceKey, startsOn, term }, userId, endsOn, isLast }) => ({
    ...{ cohortId, sourceKey, userId, endsOn, isLast },
    resumedFrom: startsOn,
    term: null,
    fixed: term,
  }))
  const there = new Set(grants.filter(isLiving).map(keyOf))
  const missing = openings.filter(
    (opening) => opening.result === 'open' && held.has(opening.cohortId) && !there.has(keyOf(opening)),
  )
  const wanted = [...passed.filter(({ cohortId }) => held.has(cohortId)), ...missing]
  const named = await nameStudents(
    db,
    wanted.flatMap(({ userId }) => userId ?? []),
    student,
  )
  const given = wanted.flatMap(({ userId, isLast: isLastCharge, ...row }): NewGrant[] => {
    const known = userId && named.get(userId)
    return known ? [{ ...row, isLastCharge, source: 'sale', student: known, grantedBy: by ?? null }] : []
  })
  // A student who has left the school gets none, so the grant stays where it is.
  for (const { grant, userId } of passedGrants) {
    if (!named.has(userId)) continue
    const filter = { source: 'sale' as const, cohortId: grant.cohortId, sourceKeys: [grant.sourceKey] }
    const end = { why: 'purchase_given' as const, ...(by !== undefined && { endedBy: by }) }
    await endGrants(db, { ...filter, userId: grant.userId }, end, tools)
  }
  await notifyOversold(db, await giveGrants(db, given, tools), tools)
  return held
}

/** Data of students: of the one whom the delivery names as it says, of all others as the school knows them. */
async function nameStudents(db: SchoolDb, userIds: string[], student: Delivery['student']) {
  const named = new Map(student && [[student.userId, student]])
  const unnamed = [...new Set(userIds)].filter((userId) => !named.has(userId))
  if (unnamed.length > 0) for (const known of await listStudents(db, unnamed)) named.set(known.userId, known)
  return named
}

/**
 * Holds the classes in one order, and before any student, as the deletion of a class does.
 * @returns those that are there
 */
async function holdCohorts(db: SchoolDb, places: { cohortId: string }[]): Promise<Set<string>> {
  const held = new Set<string>()
  for (const id of [...new Set(places.map(({ cohortId }) => cohortId))].sort())
    if (await holdCohort(db, id)) held.add(id)
  return held
}
