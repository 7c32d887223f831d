import type { Term } from '@escola/contract/terms'
import type { GrantEnd, KnownGrant } from '../../enrollments/enrollments.service.ts'
import { makePurchaseKey, makeSaleKey, readSaleKey } from '../../enrollments/sale-keys.service.ts'
import { earlierEnd, type KnownTerm } from '../../enrollments/terms.service.ts'
import type { Offering, SoldCohort } from './offering.ts'
import {
  type Charge,
  decideCharges,
  endOfCharge,
  type Fact,
  findSchoolDecision,
  type SchoolDecision,
} from './purchase-decision.ts'
import { followMoves, type Way } from './purchase-moves.ts'
import { findPlaces, findSeller, type Places, type Told } from './purchase-places.ts'

/** Id that stands for a person whom the school does not know yet. */
export const newcomerId = '0'

export const isOfPurchase = (platform: string, purchase: string) => {
  const key = makePurchaseKey(platform, purchase)
  return ({ sourceKey }: KnownGrant) => sourceKey.startsWith(key)
}
export const isLiving = ({ endedWhy }: KnownGrant) => endedWhy === null

/** Result of a purchase for a class that it is for; of several, the first here counts. */
export const openingResults = [
  'open',
  'others_purchase',
  'removed',
  'subscription_ended',
  'period_over',
  'no_student',
  'class_gone',
  'sales_ended',
  'no_cohort',
] as const
export type OpeningResult = (typeof openingResults)[number]

/** A class that a charge is for. */
export interface Opening {
  charge: Charge
  cohortId: string
  sourceKey: string
  userId: string | null
  /** The purchase has a student in some class already. */
  isHeld: boolean
  /** Start of the grant that goes on after a gap, or with another student; undefined: it begins again. */
  resumedFrom: Date | undefined
  /** The student had the class by it before a gap. */
  goesOn: boolean
  endsOn: Date | null
  isLast: boolean
  term: Term | null
  /** Term that was fixed when the purchase gave the class before. */
  fixed: KnownTerm | undefined
  result: OpeningResult
}
export interface Changes {
  charges: Charge[]
  /** Classes of each paid charge. */
  places: Map<Charge, Places>
  /** Why a paid charge has none. */
  lacks: Map<Charge, OpeningResult>
  openings: Opening[]
  ends: { grant: KnownGrant; end: GrantEnd }[]
  moves: { grant: KnownGrant; endsOn: Date | null; isLast: boolean }[]
  /** Living grants that go on with the student to whom the school has given the purchase. */
  passedGrants: { grant: KnownGrant; endsOn: Date | null; isLast: boolean; userId: string }[]
}

export interface Known {
  platform: string
  facts: Fact[]
  /** Grants of the purchase and of its subscription, oldest first. */
  grants: KnownGrant[]
  told?: Told | undefined
}

/** Plans the changes of grants that follow from the facts of the purchases. */
export function planChanges({ platform, facts, grants, told }: Known, offering: Offering, now: Date): Changes {
  const charges = decideCharges(facts)
  const changes: Changes = {
    ...{ charges, places: new Map(), lacks: new Map() },
    ...{ openings: [], ends: [], moves: [], passedGrants: [] },
  }
  const decision = findSchoolDecision(facts)
  const isSubscription = facts.some(({ subscription }) => subscription !== null)
  const isTheirs = (userId: string | null) => (grant: KnownGrant) =>
    decision?.kind === 'given' || grant.userId === userId
  const holders = findHolders(platform, charges, grants)
  for (const [purchase, lines] of Map.groupBy(charges, (charge) => charge.purchase)) {
    const own = grants.filter(isOfPurchase(platform, purchase))
    for (const charge of lines.filter(({ state }) => state === 'paid')) {
      const userId = findStudent(charge, { own, holders, decision, charges })
      const theirs = grants.filter(isTheirs(userId))
      const found = findPlaces(charge, { grants, theirs, isSubscription, told }, offering)
      changes.places.set(charge, found)
      const isTakenOut = found.gone.some((way) => isRemoved(way, grants, decision))
      if (found.lack) changes.lacks.set(charge, isTakenOut ? 'removed' : found.lack)
      for (const { sold, way } of found.places) {
        const { cohortId } = way
        const endsOn = endOfCharge(charge, { keepsPaidPeriod: offering.keepsPaidPeriod(sold) })
        const before = theirs.filter((grant) => way.passed.includes(grant.cohortId))
        const sourceKey = makeSaleKey({ platform, purchase, item: sold.item })
        // A purchase that goes on after a gap begins no second term.
        const fixed = before.findLast((grant) => grant.sourceKey === sourceKey)?.term
        const until = earlierEnd(endsOn, fixed?.endsOn ?? null)
        changes.openings.push({
          charge,
          cohortId,
          userId,
          isHeld: own.some(isLiving),
          resumedFrom: before.find(isGap)?.startsOn,
          goesOn: isBeforeGap(before.findLast((grant) => grant.userId === userId)),
          endsOn,
          isLast: charge.isLast,
          // The class that sold it says for how long.
          term: offering.termOf(sold),
          fixed,
          sourceKey,
          result: isRemoved(way, grants, decision) ? 'removed' : resultOf({ charge, userId, endsOn: until }, now),
        })
      }
    }
    for (const grant of own.filter(isLiving)) {
      const theirs = grants.filter(isTheirs(grant.userId))
      planGrant(changes, { grant, lines, decision, grants, theirs }, offering, now)
    }
  }
  return changes
}

/** An end after which the same purchase or subscription goes on as before. */
const isGap = ({ endedWhy }: KnownGrant) => endedWhy !== 'removed_by_school' && endedWhy !== 'cohort_deleted'
/** A student who got a purchase back that was given away begins again. */
const isBeforeGap = (grant: KnownGrant | undefined) =>
  grant !== undefined && isGap(grant) && grant.endedWhy !== 'purchase_given'

interface Held {
  grant: KnownGrant
  lines: Charge[]
  decision: SchoolDecision | null
  grants: KnownGrant[]
  /** Those that say where the student is. */
  theirs: KnownGrant[]
}

/**
 * Plans the end of a living grant, now or later, and who has it. A class that is no longer sold keeps the students who bought it, also those whose new
 * plan has no class.
 */
function planGrant(changes: Changes, held: Held, offering: Offering, now: Date) {
  const { grant, lines, decision } = held
  const item = readSaleKey(grant.sourceKey).item
  const named = lines.filter(({ itemIds, droppedIds }) => itemIds.includes(item) || droppedIds.includes(item))
  const isLeft = (line: Charge) => line.droppedIds.includes(item) && !changes.places.get(line)?.isOldPlan
  // A line that is paid keeps a class that another line sold too.
  const charge =
    named.find((line) => line.state === 'paid' && !isLeft(line)) ??
    named[0] ??
    lines.find(({ state }) => state === 'paid') ??
    lines[0]!
  if (charge.state !== 'paid') changes.ends.push({ grant, end: { why: charge.state } })
  else if (isLeft(charge)) changes.ends.push({ grant, end: { why: 'canceled' } })
  else {
    // The class that sold it says what becomes of a paid period.
    const keepsPaidPeriod = offering.keepsPaidPeriod(findSeller(findSold(held, item), held.theirs, offering))
    const endsOn = endOfCharge(charge, { keepsPaidPeriod })
    const { isLast } = charge
    if (endsOn && endsOn <= now)
      changes.ends.push({ grant, end: { why: charge.subscriptionEnd ? 'subscription_ended' : 'expired', endsOn } })
    else if (decision?.kind === 'given' && grant.userId !== decision.userId)
      changes.passedGrants.push({ grant, endsOn, isLast, userId: decision.userId })
    else if (endsOn?.getTime() !== grant.chargeEndsOn?.getTime() || isLast !== grant.isLastCharge)
      changes.moves.push({ grant, endsOn, isLast })
  }
}

/**
 * Finds the class that sold a grant: that from which the oldest grant of the item came here. One that was given to another student after a move knows the
 * move by the grant that was given, and one of a later charge by those of the charges before.
 */
function findSold({ grant: { cohortId, sourceKey }, grants, theirs }: Held, item: string): SoldCohort {
  const moved = grants.find(
    (grant) => grant.cohortId === cohortId && grant.sourceKey === sourceKey && grant.movedFrom.length > 0,
  )
  const first = theirs
    .filter((grant) => readSaleKey(grant.sourceKey).item === item)
    .map((grant) => grant.movedFrom[0] ?? grant.cohortId)
    .find((soldId) => followMoves(soldId, theirs).cohortId === cohortId)
  return { cohortId: moved?.movedFrom[0] ?? first ?? cohortId, item }
}

/** Students of the purchases of a subscription who have, or had, a class by them, those of the earliest purchase first. */
const findHolders = (platform: string, charges: Charge[], grants: KnownGrant[]) =>
  charges.flatMap(({ purchase }) => {
    const userId = grants.findLast(isOfPurchase(platform, purchase))?.userId
    return userId === undefined ? [] : [{ purchase, userId }]
  })

interface Named {
  /** Grants of the purchase. */
  own: KnownGrant[]
  holders: { purchase: string; userId: string }[]
  charges: Charge[]
  decision: SchoolDecision | null
}

/**
 * The student to whom the school gave it, else the one who has the purchase, else the one of its subscription, else the one whom the platform names, or
 * whom it names with another charge. The earliest purchase says whose a subscription is: a later one may have been given while two students were one.
 */
function findStudent(charge: Charge, { own, holders, charges, decision }: Named): string | null {
  if (decision?.kind === 'given') return decision.userId
  return (
    own.findLast(isLiving)?.userId ??
    holders.find(({ purchase }) => purchase !== charge.purchase)?.userId ??
    charge.userId ??
    charges.find(({ userId }) => userId !== null)?.userId ??
    null
  )
}

/**
 * Tells whether the school has taken the student out of the class, also of one that is gone since. They stay out, under each e-mail that the platform
 * tells of them, until the school gives the purchase, or lets them into the class.
 */
function isRemoved({ cohortId }: Way, grants: KnownGrant[], decision: SchoolDecision | null): boolean {
  if (decision?.kind === 'removed') return true
  const there = grants.filter((grant) => grant.cohortId === cohortId)
  if (there.some(isLiving)) return false
  const openedOn = [decision?.on, ...there.map(({ movedOn }) => movedOn)].filter((moment) => !!moment)
  return there.some(
    ({ endedWhy, endedOn }) =>
      endedWhy === 'removed_by_school' && !openedOn.some((moment) => endedOn && moment > endedOn),
  )
}

function resultOf({ charge, userId, endsOn }: Pick<Opening, 'charge' | 'userId' | 'endsOn'>, now: Date): OpeningResult {
  if (userId === null) return 'no_student'
  if (endsOn && endsOn <= now) return charge.subscriptionEnd ? 'subscription_ended' : 'period_over'
  return 'open'
}
