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
  listCohorts(itemIds: string[]): SoldCohort[]
  /** Tells whether a student who cancels keeps what was paid, as the integration wants it by which a class is sold. */
  keepsPaidPeriod(sold: SoldCohort): boolean
  /** Term of a class as it is sold by an item; null: the class's own. */
  termOf(sold: SoldCohort): Term | null
}

/**
 * @param integrations those of the school on the platform
 * @param integrationId the one at whose address a delivery came in, where the platform names no product
 */
export function makeOffering(
  platform: SalesPlatformName,
  { integrations, integrationId }: { integrations: SellingIntegration[]; integrationId: string | null },
): Offering {
  const own = integrations.find(({ id }) => id === integrationId)
  const isByAddress = isSoldByAddress(platform)
  const findSeller = ({ cohortId, item }: SoldCohort) => {
    const sellers = integrations.filter((integration) => integration.cohortId === cohortId)
    return sellers.find(({ productIds }) => productIds.includes(item)) ?? sellers[0]
  }
  return {
    listCohorts: (itemIds) => cohortsOf(itemIds, { own, integrations, isByAddress }),
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
