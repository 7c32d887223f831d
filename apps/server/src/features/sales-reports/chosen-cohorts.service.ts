import { refusals } from '@escola/contract/refusals'
import type { RouteOutput } from '@escola/contract/route'
import { reportTexts, type salesReports } from '@escola/contract/sales-reports.contract'
import type { SchoolDb } from '@escola/db'
import { invalidField, notFound } from '../../core/app-error.ts'
import type { School } from '../../core/scope.ts'
import type { Tools } from '../../core/tools.ts'
import { holdCohort } from '../cohorts/cohorts.service.ts'
import { addProducts, listSelling } from '../integrations/integrations.service.ts'
import { repeatUnmatched } from '../sales/reported/reported-purchases.service.ts'
import { listUses } from '../sales-accounts/account-proofs.service.ts'
import { lockAccounts } from '../sales-accounts/sales-accounts.service.ts'
import { judgeRows, prepareOffering, settleJudged, toReportedRow } from './judged-reports.service.ts'
import * as queries from './sales-reports.queries.ts'
import { getReport } from './sales-reports.service.ts'

type Choice = RouteOutput<typeof salesReports.chooseCohort>['body']

/** Makes a class sell a product of the report from now on: in the report, in sales that wait, and in those to come. */
export async function chooseCohort(
  school: School,
  { id, school_gateway_id: cohortId, ...product }: Choice & { id: string },
  tools: Pick<Tools, 'now'>,
) {
  const report = await school.tx((db) => queries.findReport(db, id))
  if (!report) throw notFound()
  const { account_id: accountId, platform } = report
  const open = await prepareOffering(school, { id: accountId, platform })
  const uses = await listUses(school, accountId)
  return school.tx(async (db) => {
    if (!(await holdCohort(db, cohortId))) throw invalidField('school_gateway_id', refusals.cohortGone)
    await lockAccounts(db)
    if (!(await queries.lockReport(db, id))) throw notFound()
    const rows = await queries.listClassless(db, id, product)
    if (rows.length === 0) throw invalidField('product_id', reportTexts.productGone)
    const use = uses.find((each) => each.cohortId === cohortId)
    const productIds = product.product_id === '' ? await findCode(db, report, use?.id) : chooseIds(product, rows)
    if (!(await addProducts(db, { accountId, cohortId, productIds })))
      throw invalidField('school_gateway_id', refusals.accountGone)
    await repeatUnmatched(db, { platform, accountId, productIds })
    const purchases = rows.map((row) => {
      const purchase = { ...toReportedRow(row), isMixed: false }
      return purchase.productIds.length === 0 ? { ...purchase, productIds } : purchase
    })
    const judged = await judgeRows(db, purchases, await open(db), tools)
    const settled = judged.map(({ row, judgement }, at) => ({
      rowId: rows[at]!.id,
      productIds: row.productIds,
      judgement,
    }))
    await settleJudged(db, id, settled)
    return { report: await getReport(db, id) }
  })
}

/** Products and offers of the report's rows that the class sells from now on. */
function chooseIds(
  { product_id, ids = [product_id] }: Omit<Choice, 'school_gateway_id'>,
  rows: queries.RowRecord[],
): string[] {
  const own = new Set(rows.flatMap((row) => [...row.product_ids, ...row.offer_ids]))
  if (ids.some((each) => !own.has(each))) throw invalidField('ids', refusals.saleOfOthers)
  return [...new Set(ids)]
}

/** Code by which the account and the class know a product that the report names by its title alone. */
async function findCode(
  db: SchoolDb,
  { platform, account_id }: queries.ReportRecord,
  integrationId: string | undefined,
) {
  const integration = (await listSelling(db, platform, account_id)).find(({ id }) => id === integrationId)
  const code = integration?.productIds[0]
  if (code === undefined) throw invalidField('school_gateway_id', reportTexts.codeless)
  return [code]
}
