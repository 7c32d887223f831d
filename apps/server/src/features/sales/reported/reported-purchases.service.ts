import { readPhoneCell } from '@escola/contract/phone-cells'
import { isMapped, type SalesPlatformName } from '@escola/contract/sales'
import type { ReportVerdict } from '@escola/contract/sales-reports.contract'
import type { SchoolDb } from '@escola/db'
import type { BillingTools } from '../../../core/tools.ts'
import type { NewGrant } from '../../enrollments/enrollments.service.ts'
import { nameBuyer } from '../buyers.service.ts'
import { cellphoneOf } from '../platforms/values.ts'
import { decidePurchases, lockPurchase } from '../purchases/purchases.service.ts'
import { repeatPending, repeatSales } from '../repeated-sales.service.ts'
import { listUnmatched } from '../waiting-sales.queries.ts'
import {
  factOf,
  type Judgement,
  judgePurchases,
  type Reported,
  type ReportedPurchase,
} from './judged-purchases.service.ts'
import * as queries from './reported-purchases.queries.ts'

/**
 * Records what a report says of a purchase as a fact, and decides the purchase again. It is judged once more while it is held, because its platform may
 * have said more of it meanwhile; a purchase that no longer needs this stays as it is.
 * @returns the judgement that was found; the fact is recorded where it is the expected one
 */
export async function recordReportedPurchase(
  db: SchoolDb,
  {
    purchase,
    expected,
    student,
  }: { purchase: ReportedPurchase; expected: ReportVerdict; student?: NewGrant['student'] | undefined },
  reported: Reported,
  tools: BillingTools,
): Promise<Judgement> {
  const { platform, offering } = reported
  await lockPurchase(db, platform, { purchase: purchase.code, subscription: purchase.subscription })
  const [judgement] = await judgePurchases(db, [purchase], reported, tools)
  if (judgement!.verdict !== expected) return judgement!
  const fact = factOf(purchase, student?.userId ?? null)
  const told = { productIds: [], chosenId: purchase.chosenId }
  await decidePurchases(db, { platform, key: purchase.key, fact, told, ...(student && { student }) }, offering, tools)
  await repeatPending(db, platform, purchase.code)
  return judgement!
}

/** Does the sales once more that wait for a class of these products. */
export const repeatUnmatched = async (
  db: SchoolDb,
  { platform, accountId, productIds: ids }: { platform: SalesPlatformName; accountId: string; productIds: string[] },
) => repeatSales(db, await listUnmatched(db, { platform, ids, ...(isMapped(platform) && { accountId }) }))

/** Codes of products by the names that the platform's deliveries gave them. */
export const findProductIds = (db: SchoolDb, platform: SalesPlatformName, names: string[]) =>
  queries.listProductsByName(db, platform, names)

/** Data of the student whom a report names. */
export const readBuyer = ({ name, email, cellphone }: { name: string; email: string; cellphone: string }) =>
  nameBuyer({ name, cellphone: cellphoneOf(readPhoneCell(cellphone).cellphone) }, email)
