import type { KnownGrant } from '../../enrollments/enrollments.service.ts'
import { readSaleKey } from '../../enrollments/sale-keys.service.ts'
import type { Offering, SoldCohort } from './offering.ts'
import type { Charge } from './purchase-decision.ts'
import { followMoves, type Way } from './purchase-moves.ts'

/** A class that a charge is for: where its subscription is, or the class that sells a purchase which is new. */
interface PaidPlace {
  /** Class that sold it, whose integration says for how long. */
  sold: SoldCohort
  way: Way
}
export interface Places {
  places: PaidPlace[]
  /** Ways that end in a class that was deleted. */
  gone: Way[]
  /** Why there are none. */
  lack?: 'no_cohort' | 'sales_ended' | 'class_gone'
  /** The plan that is paid now has no class, so the class of the plan before it stays. */
  isOldPlan: boolean
}

/** Details of one purchase that an administrator, or the delivery at hand, adds. */
export interface Told {
  purchase: string
  /** Its products, without offers and plans. */
  productIds: string[]
  /** It reports a switch of plans. */
  isSwitch: boolean
  /** Class that an administrator has chosen for it, because its own was deleted. */
  chosenId?: string | null | undefined
}

interface Known {
  /** Grants of the purchase and of its subscription, oldest first. */
  grants: KnownGrant[]
  /** Those that say where its student is. */
  theirs: KnownGrant[]
  isSubscription: boolean
  told?: Told | undefined
}

const itemOf = ({ sourceKey }: KnownGrant) => readSaleKey(sourceKey).item

/**
 * Finds the classes of a charge. A subscription stays where it was: integrations say what a new purchase opens, and nothing of one that has a class. So
 * a class that no longer sells the product keeps its subscribers, and one that sells it since has only new ones.
 */
export function findPlaces(charge: Charge, known: Known, offering: Offering): Places {
  const { grants, theirs, told } = known
  // A student to whom a merging gave the purchase back has none of the later grants.
  const stays = theirs.length > 0 ? theirs : grants
  const ofItems = (itemIds: string[]) =>
    stays.filter((grant) => itemOf(grant) === '' || itemIds.includes(itemOf(grant)))
  const own = ofItems(charge.itemIds)
  const stayed = followGrants(own)
  const served = new Set(stayed.flatMap(({ way }) => way.passed))
  const comes = listNew(charge, own, known, offering).map(toPlace(stays))
  // A class that sells several of the items is opened by the first.
  const followed = [
    ...stayed,
    ...comes.filter(({ sold, way }) => !served.has(sold.cohortId) && !served.has(way.cohortId)),
  ]
  const isOther = told?.purchase === charge.purchase && followed.every(({ way }) => way.isGone)
  if (isOther && told.chosenId) {
    const sold = { cohortId: told.chosenId, item: own[0] ? itemOf(own[0]) : (charge.itemIds[0] ?? '') }
    return { places: [toPlace([])(sold)], gone: [], isOldPlan: false }
  }
  if (followed.length > 0) return withoutGone(followed, false)
  const before = followGrants(latestOf(ofItems(charge.droppedIds)))
  if (before.length > 0) return withoutGone(before, true)
  const lack = offering.isClosed(charge.itemIds) ? 'sales_ended' : 'no_cohort'
  return { places: [], gone: [], lack, isOldPlan: false }

  /** The classes where those stand which count, each with the class that sold it: the oldest of all knows from where a student was moved. */
  function followGrants(some: KnownGrant[]): PaidPlace[] {
    const placeOf = (grant: KnownGrant) => {
      const sold = { cohortId: grant.movedFrom[0] ?? grant.cohortId, item: itemOf(grant) }
      return { ...toPlace(stays)(sold), sold: findSeller(sold, stays, offering) }
    }
    const counting = new Set(listStanding(some).map(placeOf).map(keyOf))
    return uniqueOf(some.map(placeOf)).filter((place) => counting.has(keyOf(place)))
  }
}

/** An item that came after a move is sold by the class from which its student was moved, not by the one where they are. */
export function findSeller(sold: SoldCohort, grants: KnownGrant[], offering: Offering): SoldCohort {
  if (offering.hasSold(sold)) return sold
  const { cohortId } = followMoves(sold.cohortId, grants)
  const origins = grants.flatMap(({ movedFrom: [from] }) => (from === undefined ? [] : { ...sold, cohortId: from }))
  const isSeller = (origin: SoldCohort) =>
    offering.hasSold(origin) && followMoves(origin.cohortId, grants).cohortId === cohortId
  return origins.find(isSeller) ?? sold
}

const toPlace =
  (grants: KnownGrant[]) =>
  (sold: SoldCohort): PaidPlace => ({ sold, way: followMoves(sold.cohortId, grants) })

const keyOf = ({ way, sold }: PaidPlace) => `${way.cohortId} ${sold.item}`

/** The oldest says which class has sold it. */
const uniqueOf = (places: PaidPlace[]) => [
  ...new Map(places.toReversed().map((place) => [keyOf(place), place])).values(),
]

/** A class that was deleted is no target, and nothing else is opened in its place. */
function withoutGone(all: PaidPlace[], isOldPlan: boolean): Places {
  const places = uniqueOf(all.filter(({ way }) => !way.isGone))
  const gone = all.flatMap(({ way }) => (way.isGone ? way : []))
  return places.length > 0 ? { places, gone, isOldPlan } : { places, gone, lack: 'class_gone', isOldPlan: false }
}

/** Classes that sell what the charge has beyond that which has a class: all of a new purchase, a plan that was switched to, a product that came to it. */
function listNew(charge: Charge, own: KnownGrant[], known: Known, offering: Offering): SoldCohort[] {
  if (known.grants.length === 0) return offering.listCohorts(charge.itemIds)
  if (own.some((grant) => itemOf(grant) === '')) return []
  const served = new Set(own.map(itemOf))
  const isUnserved = (item: string) => !served.has(item)
  if (own.length === 0 || !known.isSubscription) return offering.listCohorts(charge.itemIds.filter(isUnserved))
  const { told } = known
  // Offers and plans are other names of a product, so only of several products one may have no class yet.
  const products = told?.purchase === charge.purchase && told.productIds.length > 1 ? told.productIds : []
  const added = own.every((grant) => products.includes(itemOf(grant))) ? products : []
  const switched = told?.isSwitch ? charge.switchedIds : []
  return offering.listCohorts([...switched, ...added].filter(isUnserved))
}

/**
 * Grants of each item: the living ones, else those that ended last: a class that its student left before is not opened again by a charge of another one. Those
 * that the school has ended say why a charge opens nothing.
 */
const listStanding = (grants: KnownGrant[]): KnownGrant[] =>
  [...Map.groupBy(grants, itemOf).values()].flatMap((some) => [...latestOf(some), ...some.filter(isEndedBySchool)])

const isEndedBySchool = ({ endedWhy }: KnownGrant) => endedWhy === 'removed_by_school' || endedWhy === 'cohort_deleted'

/** The living ones, else the ones that ended last. */
function latestOf(grants: KnownGrant[]): KnownGrant[] {
  const living = grants.filter(({ endedOn }) => endedOn === null)
  if (living.length > 0) return living
  const last = Math.max(...grants.map(({ endedOn }) => endedOn!.getTime()))
  return grants.filter(({ endedOn }) => endedOn!.getTime() === last)
}
