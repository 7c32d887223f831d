import { isSoldByAddress, type SalesPlatformName } from '@escola/contract/sales'
import type { Term } from '@escola/contract/terms'
import type { SellingIntegration } from '../../integrations/integrations.service.ts'

/** A class that a purchase opens, with the product, offer or plan that opens it. */
export interface SoldCohort {
  cohortId: string
  item: string
}
/** Rules of the classes of a school about sales on a platform. */
export interface Offering {
  /** Classes that a new purchase opens. */
  listCohorts(itemIds: string[]): SoldCohort[]
  /** Tells whether a class that takes no new purchases would be opened otherwise. */
  isClosed(itemIds: string[]): boolean
  /** Tells whether a class sells an item, or did until the integration ended. */
  hasSold(sold: SoldCohort): boolean
  /** Tells whether a student who cancels keeps what was paid, as the integration wants it by which a class is, or was, sold. */
  keepsPaidPeriod(sold: SoldCohort): boolean
  /** Term of a class as it is, or was, sold by an item; null: the class's own. */
  termOf(sold: SoldCohort): Term | null
}

/**
 * @param integrations the school's integrations on the platform, including those that ended
 * @param integrationId the one at whose address a delivery came in, where the platform names no product
 * @param soldOn moment of the purchase: an account opens what was bought before the school ended it; left out for now
 * @param waitingIds ids of the items that wait for a class, of a sale whose others have had theirs: a class opens by these alone
 */
export function makeOffering(
  platform: SalesPlatformName,
  {
    integrations,
    integrationId,
    soldOn,
    waitingIds = [],
  }: { integrations: SellingIntegration[]; integrationId: string | null; soldOn?: Date; waitingIds?: string[] },
): Offering {
  const sells = ({ isEnded, accountEndedOn: end }: SellingIntegration) =>
    !isEnded && (end === null || (soldOn !== undefined && soldOn <= end))
  const active = integrations.filter(sells)
  // The integration that ended last says what counted last.
  const byAge = [...active, ...integrations.filter((each) => !sells(each)).toReversed()]
  const own = active.find(({ id }) => id === integrationId)
  const isByAddress = isSoldByAddress(platform)
  const isAsked = (id: string) => waitingIds.length === 0 || waitingIds.includes(id)
  const listSold = (itemIds: string[]) => cohortsOf(itemIds.filter(isAsked), { own, integrations: active, isByAddress })
  const closed = new Set(active.flatMap(({ cohortId, takesPurchases }) => (takesPurchases ? [] : cohortId)))
  const findSeller = ({ cohortId, item }: SoldCohort) => {
    const sellers = byAge.filter((integration) => integration.cohortId === cohortId)
    return sellers.find(({ productIds }) => productIds.includes(item)) ?? sellers[0]
  }
  return {
    listCohorts: (itemIds) => listSold(itemIds).filter(({ cohortId }) => !closed.has(cohortId)),
    isClosed: (itemIds) => listSold(itemIds).some(({ cohortId }) => closed.has(cohortId)),
    hasSold: ({ cohortId, item }) =>
      integrations.some((each) => each.cohortId === cohortId && each.productIds.includes(item)),
    keepsPaidPeriod: (sold) => findSeller(sold)?.keepsPaidPeriod ?? true,
    termOf: (sold) => findSeller(sold)?.term ?? null,
  }
}

function cohortsOf(
  itemIds: string[],
  {
    own,
    integrations,
    isByAddress,
  }: { own: SellingIntegration | undefined; integrations: SellingIntegration[]; isByAddress: boolean },
): SoldCohort[] {
  const sold = new Set(itemIds)
  const itemOf = (integration: SellingIntegration) => integration.productIds.find((id) => sold.has(id))
  // The class of the address, where it names no products; of one that it does not sell, whichever class was chosen since.
  if (isByAddress && own && (own.productIds.length === 0 || itemOf(own) !== undefined))
    return [{ cohortId: own.cohortId, item: itemOf(own) ?? '' }]
  const cohorts = integrations.flatMap((integration) => {
    const item = itemOf(integration)
    return item === undefined ? [] : [{ cohortId: integration.cohortId, item }]
  })
  // A class that sells several of the items is opened by the first.
  return [...new Map(cohorts.toReversed().map((cohort) => [cohort.cohortId, cohort])).values()]
}
