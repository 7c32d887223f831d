import { refusals } from '@escola/contract/refusals'
import type { RouteOutput } from '@escola/contract/route'
import { reportTexts, type salesReports } from '@escola/contract/sales-reports.contract'
import type { SchoolDb } from '@escola/db'
import { invalidField, notFound } from '../../core/app-error.ts'
import type { School } from '../../core/scope.ts'
import type { Clock } from '../../core/tools.ts'
import { holdCohort } from '../cohorts/cohorts.service.ts'
import { addProducts, listSelling } from '../integrations/integrations.service.ts'
import { repeatUnmatched } from '../sales/reported/reported-purchases.service.ts'
import { listUses } from '../sales-accounts/account-proofs.service.ts'
import { lockAccounts } from '../sales-accounts/sales-accounts.service.ts'
import { judgeRows, prepareOffering, settleJudged, toReportedRow } from './judged-reports.service.ts'
import type { ReportedRow } from './reported-rows.ts'
import * as queries from './sales-reports.queries.ts'
import { getReport } from './sales-reports.service.ts'

type Choice = RouteOutput<typeof salesReports.chooseCohort>['body']

/**
 * Makes a class sell a product of the report from now on: in the report, in sales that wait, and in those to come. Purchases whose class was deleted, or takes
 * no new ones, are asked for apart: they are put into the class alone, which sells nothing by that.
 */
export async function chooseCohort(
  school: School,
  { id, school_gateway_id: cohortId, alone = false, ...product }: Choice & { id: string },
  tools: Clock,
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
    const judgeAgain = async (some: queries.RowRecord[], more: Partial<ReportedRow> = {}) => {
      const purchases = some.map((row) => {
        const purchase = { ...toReportedRow(row), isMixed: false }
        return {
          ...purchase,
          ...more,
          productIds: purchase.productIds.length ? purchase.productIds : (more.productIds ?? []),
        }
      })
      const judged = await judgeRows(db, purchases, await open(db), tools)
      return judged.map(({ row, judgement }, at) => ({
        ...{ rowId: some[at]!.id, productIds: row.productIds, judgement },
        chosenId: row.chosenId,
      }))
    }
    // A class may have been deleted, or have ended its sales, since the report was compared.
    const now = await judgeAgain(rows)
    const isAsked = (at: number) => now[at]!.judgement.verdict === 'no_class' && now[at]!.judgement.isAlone === alone
    const asked = rows.filter((_, at) => isAsked(at))
    await settleJudged(
      db,
      id,
      now.filter((_, at) => !isAsked(at)),
    )
    if (asked.length > 0 && alone) await settleJudged(db, id, await judgeAgain(asked, { chosenId: cohortId }))
    else if (asked.length > 0) {
      const use = uses.find((each) => each.cohortId === cohortId)
      const productIds = product.product_id === '' ? await findCode(db, report, use?.id) : chooseIds(product, asked)
      if (!(await addProducts(db, { accountId, cohortId, productIds })))
        throw invalidField('school_gateway_id', refusals.accountGone)
      await repeatUnmatched(db, { platform, accountId, productIds })
      await settleJudged(db, id, await judgeAgain(asked, { productIds }))
    }
    return { report: await getReport(db, id) }
  })
}

/** Products and offers of the report's rows that the class sells from now on. */
function chooseIds(
  { product_id, ids = [product_id] }: Omit<Choice, 'school_gateway_id' | 'alone'>,
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
  const integration = (await listSelling(db, platform, account_id)).find(
    ({ id, isEnded, accountEndedOn }) => id === integrationId && !isEnded && accountEndedOn === null,
  )
  const code = integration?.productIds[0]
  if (code === undefined) throw invalidField('school_gateway_id', reportTexts.codeless)
  return [code]
}
