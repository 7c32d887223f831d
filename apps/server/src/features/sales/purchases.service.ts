import type { Term } from '@escola/contract/terms'
import type { SchoolDb } from '@escola/db'
import type { Tools } from '../../core/tools.ts'
import { holdCohort } from '../cohorts/cohorts.service.ts'
import {
  endGrants,
  type GrantEnd,
  giveGrants,
  type KnownGrant,
  listSaleGrants,
  type NewGrant,
  setEnds,
} from '../enrollments/enrollments.service.ts'
import { noteOutsold } from '../enrollments/seats.service.ts'
import { earlierEnd, type KnownTerm } from '../enrollments/terms.service.ts'
import { followMerges } from '../people/merged.service.ts'
import { type Charge, decideCharges, endOfCharge, type Fact } from './purchase-decision.ts'
import { findSubscription, holdTransactions, listFacts, listStudents, noteFact } from './purchase-facts.queries.ts'

type Clock = Pick<Tools, 'now'>

/** A class that a purchase opens, with the product, offer or plan that opens it. */
export interface SoldCohort {
  cohortId: string
  item: string
}
/** Rules of the classes of a school about sales on a platform. */
export interface Offering {
  listCohorts(itemIds: string[]): SoldCohort[]
  keepsPaidPeriod(cohortId: string): boolean
  /** Term of a class as it is sold by an item; null: the class's own. */
  termOf(sold: SoldCohort): Term | null
}

const escapeCode = (code: string) => code.replaceAll('%', '%25').replaceAll(':', '%3A')
const readCode = (text: string) => text.replaceAll('%3A', ':').replaceAll('%25', '%')
/** Beginning of the keys of all grants of a purchase; the item that was bought follows. */
export const makePurchaseKey = (platform: string, transaction: string) => `${platform}:${escapeCode(transaction)}:`

/** Result of a purchase for a class that it is for; of several, the first here counts. */
const verdicts = [
  'open',
  'others_purchase',
  'removed',
  'subscription_ended',
  'period_over',
  'no_student',
  'no_cohort',
] as const
export type Verdict = (typeof verdicts)[number]

export interface Decision {
  /** State of the purchase that the delivery names; for one about a subscription alone, of its latest. */
  state: Charge['state'] | 'unknown'
  verdict: Verdict
  /** An administrator has settled the purchase, which waited for a class or an e-mail. */
  isDismissed: boolean
  /** The purchase, or one of the subscription, has given a student a class at some time. */
  hasGiven: boolean
}

interface Delivery {
  platform: string
  /** Names the delivery among those of its platform. */
  key: string
  fact: Fact
  /** Data of the student whom the delivery names. */
  student?: NewGrant['student']
}

/**
 * Notes what a delivery says, and decides its purchase anew from all that was ever said of it; of a subscription, each of its purchases. Grants
 * are given, changed and ended until they are what the purchases say. A student whom the school took out stays out.
 */
export async function decidePurchases(
  db: SchoolDb,
  { platform, key, fact, student: named }: Delivery,
  offering: Offering,
  tools: Clock,
): Promise<Decision> {
  const subscription = fact.subscription ?? (await findSubscription(db, platform, fact.purchase))
  if (subscription !== null) await holdTransactions(db, { platform, kind: 'subscription', codes: [subscription] })
  // A purchase waits for its subscription, and a subscription for its purchases, each in this order.
  if (fact.purchase !== '') await holdTransactions(db, { platform, kind: 'purchase', codes: [fact.purchase] })
  await noteFact(db, { platform, key, fact })
  const known = await listFacts(db, platform, { purchase: fact.purchase, subscription })
  const purchases = [...new Set(known.map(({ purchase }) => purchase))].filter(Boolean)
  const others = purchases.filter((code) => code !== fact.purchase)
  await holdTransactions(db, { platform, kind: 'purchase', codes: others })
  const said = others.length > 0 ? await listFacts(db, platform, { purchase: fact.purchase, subscription }) : known
  const { facts, student } = await followStudents(db, said, named)
  const charges = decideCharges(facts)
  const grants = await listSaleGrants(
    db,
    purchases.map((purchase) => makePurchaseKey(platform, purchase)),
  )
  const changes = planChanges({ platform, charges, grants, offering, now: tools.now() })
  await endLiving(db, changes, tools)
  const held = await giveMissing(db, { openings: changes.openings, grants, student }, tools)
  const own = charges.filter(
    ({ purchase, line }) => purchase === fact.purchase && (fact.line === '' || line === fact.line),
  )
  const asked = own.length > 0 ? own : charges.slice(-1)
  const judged = changes.openings.flatMap(({ charge, cohortId, isHeld, userId, verdict }) => {
    if (!asked.includes(charge) || !held.has(cohortId)) return []
    return isHeld && student && student.userId !== userId ? 'others_purchase' : verdict
  })
  return {
    state: asked.find(({ state }) => state === 'paid')?.state ?? asked[0]?.state ?? 'unknown',
    verdict: verdicts.find((verdict) => judged.includes(verdict)) ?? 'no_cohort',
    isDismissed: facts.some(({ kind, purchase }) => kind === 'dismissed' && purchase === fact.purchase),
    hasGiven: fact.purchase === '' ? grants.length > 0 : grants.some(isOf(platform, fact.purchase)),
  }
}

/** Facts about a student who was merged into another are about that one. */
async function followStudents(db: SchoolDb, said: Fact[], named: Delivery['student']) {
  const ids = [...said.flatMap(({ userId }) => userId ?? []), ...(named ? [named.userId] : [])]
  const followed = ids.length > 0 ? await followMerges(db, ids) : new Map<string, string>()
  return {
    facts: said.map((fact) => ({ ...fact, userId: fact.userId && followed.get(fact.userId)! })),
    student: named && { ...named, userId: followed.get(named.userId)! },
  }
}

const isOf = (platform: string, purchase: string) => {
  const key = makePurchaseKey(platform, purchase)
  return ({ sourceKey }: KnownGrant) => sourceKey.startsWith(key)
}
const isLiving = ({ endedWhy }: KnownGrant) => endedWhy === null

/** A class that a charge is for. */
interface Opening {
  charge: Charge
  cohortId: string
  sourceKey: string
  userId: string | null
  /** The purchase has a student in some class already. */
  isHeld: boolean
  endsOn: Date | null
  isLast: boolean
  term: Term | null
  /** Term that was fixed when the purchase gave the class before. */
  fixed: KnownTerm | undefined
  verdict: Verdict
}
interface Changes {
  openings: Opening[]
  ends: { grant: KnownGrant; end: GrantEnd }[]
  moves: { grant: KnownGrant; endsOn: Date | null; isLast: boolean }[]
}

function planChanges({
  platform,
  charges,
  grants,
  offering,
  now,
}: {
  platform: string
  charges: Charge[]
  grants: KnownGrant[]
  offering: Offering
  now: Date
}): Changes {
  const changes: Changes = { openings: [], ends: [], moves: [] }
  for (const [purchase, lines] of Map.groupBy(charges, (charge) => charge.purchase)) {
    const own = grants.filter(isOf(platform, purchase))
    for (const grant of own.filter(isLiving)) planGrant(changes, grant, lines, offering, now)
    for (const charge of lines.filter(({ state }) => state === 'paid')) {
      const userId = findStudent(charge, own, grants)
      for (const { cohortId: soldId, item } of offering.listCohorts(charge.itemIds)) {
        const cohortId = followMoves(soldId, grants, userId)
        const endsOn = endOfCharge(charge, { keepsPaidPeriod: offering.keepsPaidPeriod(soldId) })
        const history = grants.filter((grant) => grant.cohortId === cohortId)
        const sourceKey = `${makePurchaseKey(platform, purchase)}${escapeCode(item)}`
        // A purchase that goes on after a gap begins no second term.
        const fixed = history.findLast((grant) => grant.sourceKey === sourceKey && grant.userId === userId)?.term
        const until = earlierEnd(endsOn, fixed?.endsOn ?? null)
        changes.openings.push({
          charge,
          cohortId,
          userId,
          isHeld: own.some(isLiving),
          endsOn,
          isLast: charge.subscriptionEnd !== null,
          // The class that sold it says for how long.
          term: offering.termOf({ cohortId: soldId, item }),
          fixed,
          sourceKey,
          verdict: verdictOf({ charge, userId, endsOn: until, history }, now),
        })
      }
    }
  }
  return changes
}

/** Finds the class to which the school has moved the student of a purchase, or of an earlier one of its subscription. */
const followMoves = (cohortId: string, grants: KnownGrant[], userId: string | null): string =>
  grants.findLast((grant) => grant.userId === userId && grant.movedFrom.includes(cohortId))?.cohortId ?? cohortId

/** Plans the end of a living grant, now or later. A class that is sold no more keeps the students who bought it. */
function planGrant(changes: Changes, grant: KnownGrant, lines: Charge[], offering: Offering, now: Date) {
  const item = readCode(grant.sourceKey.split(':')[2]!)
  const charge =
    lines.find(({ itemIds, droppedIds }) => itemIds.includes(item) || droppedIds.includes(item)) ??
    lines.find(({ state }) => state === 'paid') ??
    lines[0]!
  if (charge.state !== 'paid') changes.ends.push({ grant, end: { why: charge.state } })
  else if (charge.droppedIds.includes(item)) changes.ends.push({ grant, end: { why: 'canceled' } })
  else {
    // The class that sold it says what becomes of a paid period.
    const soldId = grant.movedFrom[0] ?? grant.cohortId
    const endsOn = endOfCharge(charge, { keepsPaidPeriod: offering.keepsPaidPeriod(soldId) })
    const isLast = charge.subscriptionEnd !== null
    if (endsOn && endsOn <= now)
      changes.ends.push({ grant, end: { why: charge.subscriptionEnd ? 'subscription_ended' : 'expired', endsOn } })
    else if (endsOn?.getTime() !== grant.chargeEndsOn?.getTime() || isLast !== grant.isLastCharge)
      changes.moves.push({ grant, endsOn, isLast })
  }
}

/** The student who has the purchase, else the one of its subscription, else the one whom the platform names. */
function findStudent(charge: Charge, own: KnownGrant[], ofSubscription: KnownGrant[]): string | null {
  const others = ofSubscription.filter((grant) => !own.includes(grant))
  return own.findLast(isLiving)?.userId ?? others.at(-1)?.userId ?? charge.userId
}

/** @param history grants of the purchase and of its subscription in the class, oldest first */
function verdictOf(
  { charge, userId, endsOn, history }: Pick<Opening, 'charge' | 'userId' | 'endsOn'> & { history: KnownGrant[] },
  now: Date,
): Verdict {
  const last = history.findLast((grant) => grant.userId === userId)
  if (last?.endedWhy === 'removed_by_school') return 'removed'
  if (userId === null) return 'no_student'
  if (endsOn && endsOn <= now) return charge.subscriptionEnd ? 'subscription_ended' : 'period_over'
  return 'open'
}

/** Ends and moves grants, those of a class that change alike at once. */
async function endLiving(db: SchoolDb, { ends, moves }: Pick<Changes, 'ends' | 'moves'>, tools: Clock) {
  const filterOf = (changed: { grant: KnownGrant }[]) => ({
    source: 'sale' as const,
    cohortId: changed[0]!.grant.cohortId,
    sourceKeys: changed.map(({ grant }) => grant.sourceKey),
  })
  for (const alike of Map.groupBy(
    ends,
    ({ grant, end }) => `${grant.cohortId} ${end.why} ${end.endsOn?.getTime()}`,
  ).values())
    await endGrants(db, filterOf(alike), alike[0]!.end, tools)
  for (const alike of Map.groupBy(
    moves,
    ({ grant, endsOn, isLast }) => `${grant.cohortId} ${endsOn?.getTime()} ${isLast}`,
  ).values())
    await setEnds(db, filterOf(alike), alike[0]!)
}

/**
 * Gives the grants that are missing.
 * @returns ids of the classes that are there
 */
async function giveMissing(
  db: SchoolDb,
  { openings, grants, student }: { openings: Opening[]; grants: KnownGrant[]; student: Delivery['student'] },
  tools: Clock,
): Promise<Set<string>> {
  const held = await holdCohorts(
    db,
    openings.map(({ cohortId }) => cohortId),
  )
  const living = new Set(grants.filter(isLiving).map(({ cohortId, sourceKey }) => `${cohortId} ${sourceKey}`))
  const missing = openings.filter(
    ({ verdict, cohortId, sourceKey }) =>
      verdict === 'open' && held.has(cohortId) && !living.has(`${cohortId} ${sourceKey}`),
  )
  const named = new Map(student && [[student.userId, student]])
  const unnamed = missing.flatMap(({ userId }) => (userId && !named.has(userId) ? [userId] : []))
  if (unnamed.length > 0) for (const known of await listStudents(db, unnamed)) named.set(known.userId, known)
  const given = missing.flatMap(({ userId, cohortId, sourceKey, endsOn, isLast, term, fixed }): NewGrant[] => {
    const known = userId && named.get(userId)
    if (!known) return []
    const resumedFrom = grants.find(
      (grant) => grant.cohortId === cohortId && grant.userId === userId && isGap(grant),
    )?.startsOn
    return [
      { cohortId, student: known, source: 'sale', sourceKey, resumedFrom, endsOn, isLastCharge: isLast, term, fixed },
    ]
  })
  await noteOutsold(db, await giveGrants(db, given, tools), tools)
  return held
}

/** An end after which the same purchase or subscription goes on as before. */
const isGap = ({ endedWhy }: KnownGrant) => endedWhy !== 'removed_by_school' && endedWhy !== 'cohort_deleted'

/**
 * Holds the classes in one order, and before any student, as the deletion of a class does.
 * @returns those that are there
 */
async function holdCohorts(db: SchoolDb, ids: string[]): Promise<Set<string>> {
  const held = new Set<string>()
  for (const id of [...new Set(ids)].sort()) if (await holdCohort(db, id)) held.add(id)
  return held
}
