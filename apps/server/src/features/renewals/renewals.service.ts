import { moneyOf } from '@escola/contract/money'
import { accountOfCode, isMapped, mappedCode } from '@escola/contract/sales'
import type { SchoolDb } from '@escola/db'
import { notFound } from '../../core/app-error.ts'
import type { School } from '../../core/scope.ts'
import type { BillingTools, Clock } from '../../core/tools.ts'
import { quoteStudents } from '../charges/quotes.service.ts'
import { holdCohort } from '../cohorts/cohorts.service.ts'
import { giveGrants } from '../enrollments/enrollments.service.ts'
import { readSaleKey } from '../enrollments/sale-keys.service.ts'
import { listSellingOf } from '../integrations/integrations.service.ts'
import { openOffering } from '../sales/purchases/offerings.service.ts'
import { listUsers } from './cohort-removal.service.ts'
import * as queries from './renewals.queries.ts'

export type RenewingGrant = queries.RenewingGrant

/** Says how many students subscribe to what a class sells and are in another class by it, and what it would cost now to add them. */
export const forecastRenewals = (school: School, { id: cohortId }: { id: string }, tools: BillingTools) =>
  school.tx(async (db) => {
    if (!(await holdCohort(db, cohortId))) throw notFound()
    const grants = await findRenewing(db, cohortId, tools)
    const userIds = listUsers(grants)
    const { cents, missing } = await quoteStudents(db, { cohortId, userIds }, tools)
    return { students: userIds.length, cost: moneyOf(cents), missing: moneyOf(missing) }
  })

interface Addition {
  cohortId: string
  grants: RenewingGrant[]
  grantedBy: string
  /** The school's balance may go below zero. */
  mayOwe?: boolean
}

/** Gives them the class by the purchases that they have: renewals follow both classes from now on, and a refund ends both. The caller holds these, and the class. */
export async function giveRenewing(
  db: SchoolDb,
  { cohortId, grants, grantedBy, mayOwe = true }: Addition,
  tools: BillingTools,
) {
  const offerings = await openOfferings(db, grants)
  const given = grants.map(({ sourceKey, platform, purchase, chargeEndsOn: endsOn, ...person }) => {
    const { userId, name, email, cellphone } = person
    const student = { userId, name, email, cellphone }
    const sold = { cohortId, item: readSaleKey(sourceKey).item }
    const term = offerings.get(offeringKeyOf({ platform, purchase }))!.termOf(sold)
    return { cohortId, student, source: 'sale' as const, sourceKey, grantedBy, endsOn, term }
  })
  return giveGrants(db, given, tools, { mayOwe })
}

/** Platform of a purchase, and its account where two of them may count alike. */
const offeringKeyOf = ({ platform, purchase }: Pick<RenewingGrant, 'platform' | 'purchase'>) =>
  `${platform} ${accountOfCode(platform, purchase) ?? ''}`

async function openOfferings(db: SchoolDb, grants: RenewingGrant[]) {
  const offerings = new Map<string, Awaited<ReturnType<typeof openOffering>>>()
  for (const [key, [grant]] of Map.groupBy(grants, offeringKeyOf)) {
    const { platform, purchase } = grant!
    const accountId = accountOfCode(platform, purchase)
    offerings.set(key, await openOffering(db, { platform, accountId, integrationId: null }))
  }
  return offerings
}

/** Grants by which students subscribe in other classes to what a class sells, in the order of the students. */
export async function findRenewing(
  db: SchoolDb,
  cohortId: string,
  { now }: Clock,
  range?: { after: string; limit: number },
): Promise<RenewingGrant[]> {
  const selling = await listSellingOf(db, cohortId)
  const sold = [...selling].flatMap(([platform, integrations]) =>
    integrations.map(({ accountId, productIds }) => ({
      ...{ platform, productIds },
      codes: isMapped(platform) ? mappedCode(accountId, '') : '',
    })),
  )
  return queries.listRenewing(db, { cohortId, sold, now: now(), range })
}
