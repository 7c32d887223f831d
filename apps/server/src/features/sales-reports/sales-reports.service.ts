import { dayMs } from '@escola/contract/durations'
import { refusals } from '@escola/contract/refusals'
import type { RouteOutput } from '@escola/contract/route'
import { isMapped, mappedCode, plainCode, type SalesPlatformName } from '@escola/contract/sales'
import {
  type NewReportRow,
  type ReportRow,
  reportLimits,
  reportTexts,
  type SalesReport,
  type salesReports,
} from '@escola/contract/sales-reports.contract'
import { done } from '@escola/contract/wire'
import type { SchoolDb } from '@escola/db'
import { invalidField, notFound } from '../../core/app-error.ts'
import { pageRangeOf } from '../../core/paging.ts'
import type { Attended, School } from '../../core/scope.ts'
import type { Clock } from '../../core/tools.ts'
import { jobs } from '../../jobs/catalogue.ts'
import { enqueue } from '../../jobs/enqueue.ts'
import { makeOnce } from '../../make-once/make-once.ts'
import { findProductIds } from '../sales/reported/reported-purchases.service.ts'
import { findPlatform, lockAccounts } from '../sales-accounts/sales-accounts.service.ts'
import { isFine, judgementColumns, judgeRows, prepareOffering, toNewRow } from './judged-reports.service.ts'
import { gatherRows, type ReportedRow } from './reported-rows.ts'
import * as queries from './sales-reports.queries.ts'

type BodyOf<Name extends keyof typeof salesReports> = RouteOutput<(typeof salesReports)[Name]>['body']

/**
 * Compares a report with what the school knows, and keeps the rows that an administrator looks at. It takes the place of the school's report, unless that is just
 * being settled.
 */
export async function createReport(
  school: Attended,
  { account_id: accountId, filename, rows }: BodyOf<'create'>,
  tools: Clock,
) {
  const arrivedOn = tools.now()
  const platform = await school.tx((db) => findPlatform(db, accountId))
  if (!platform) throw invalidField('account_id', refusals.accountGone)
  const open = await prepareOffering(school, { id: accountId, platform })
  const judged = await school.tx(async (db) => {
    const names = [
      ...new Set(rows.flatMap((row) => (row.product_id === '' && row.product_name ? row.product_name : []))),
    ]
    const idOf = names.length > 0 ? await findProductIds(db, platform, names) : new Map<string, string>()
    const purchases = gatherRows(withCodes(rows, { platform, accountId }), arrivedOn).map((row) =>
      withProduct(row, idOf),
    )
    return judgeRows(db, purchases, await open(db), tools)
  })
  const kept = judged.flatMap(({ row, judgement }) =>
    isFine(judgement.verdict) ? [] : [{ ...toNewRow(row), ...judgementColumns(judgement) }],
  )
  const countFine = (verdict: string) => judged.filter(({ judgement }) => judgement.verdict === verdict).length
  return school.tx(async (db) => {
    const make = async () => {
      await lockAccounts(db)
      if ((await findPlatform(db, accountId)) === undefined) throw invalidField('account_id', refusals.accountGone)
      const last = await queries.findReport(db)
      // Rows that are just being asked for are waited for.
      if (last && (await queries.lockReport(db, last.id)) && (await queries.countAsked(db)) > 0)
        throw invalidField('rows', reportTexts.underWay)
      const id = await queries.replaceReport(db, {
        account_id: accountId,
        filename,
        total: judged.length,
        fine_paid: countFine('fine_paid'),
        fine_ended: countFine('fine_ended'),
        fine_over: countFine('fine_over'),
        created_by: school.actor.userId,
        utc_created_on: arrivedOn,
      })
      await queries.insertRows(db, id, kept)
      return id
    }
    const id = await makeOnce(db, school, { kind: 'sales report', make }, tools)
    return { report: await getReport(db, id) }
  })
}

/** Codes of a platform that the school named are known with the account, as in its deliveries. */
function withCodes(rows: NewReportRow[], { platform, accountId }: { platform: SalesPlatformName; accountId: string }) {
  const codeOf = (code: string) => (code !== '' && isMapped(platform) ? mappedCode(accountId, code) : code)
  return rows.map((row) => ({ ...row, transaction: codeOf(row.transaction), subscription: codeOf(row.subscription) }))
}

/** A report without codes of products names them as the platform's deliveries do. */
const withProduct = (row: ReportedRow, idOf: Map<string, string>): ReportedRow => {
  const id = row.productIds.length === 0 ? idOf.get(row.productName) : undefined
  return id === undefined ? row : { ...row, productIds: [id] }
}

export const findReport = (school: School) =>
  school.tx(async (db) => {
    const report = await queries.findReport(db)
    return { report: report ? await toWireReport(db, report) : null }
  })

export const listRows = (
  school: School,
  { id, verdict, page }: { id: string } & RouteOutput<typeof salesReports.rows>['query'],
) =>
  school.tx(async (db) => {
    const report = await queries.findReport(db, id)
    if (!report) throw notFound()
    const { rowsPerPage } = reportLimits
    const total = (await queries.countVerdicts(db, id)).find((count) => count.verdict === verdict)?.rows ?? 0
    const list = await queries.listRows(db, { reportId: id, verdict }, pageRangeOf({ page, rowsPerPage, total }))
    const titles = await queries.listTitles(db, [...new Set(list.flatMap(({ cohort_ids }) => cohort_ids))])
    const titleOf = new Map(titles.map((cohort) => [cohort.id, cohort.title]))
    return { rows: { total, page, rowsPerPage, list: list.map((row) => toWireRow(row, report.platform, titleOf)) } }
  })

/** Asks for rows to be settled; those that are asked for already, or settled, stay so. */
export const settleRows = (school: School, { id, verdict, ids }: { id: string } & BodyOf<'settle'>) =>
  school.tx(async (db) => {
    if (!(await queries.lockReport(db, id))) throw notFound()
    const waiting = await queries.countAsked(db)
    const asked = await queries.askRows(db, id, { verdict, ids })
    const { asked: before } = (await queries.findReport(db, id))!
    if (asked > 0) {
      await queries.saveAsked(db, id, waiting === 0 ? asked : before + asked)
      await enqueue(db, jobs.settleSalesReport, { reportId: id })
    }
    return { report: await getReport(db, id) }
  })

export const removeReport = (school: School, id: string) =>
  school.tx(async (db) => {
    if (!(await queries.deleteReport(db, id))) throw notFound()
    return done
  })

/** A report holds names and addresses of people who may never have come to the school. */
export const forgetOldReports = (school: School, { now }: Clock) =>
  school.tx((db) => queries.deleteReportsBefore(db, new Date(now().getTime() - reportLimits.days * dayMs)))

/** Forgets what the school's report says of a person. */
export const forgetReported = async (db: SchoolDb, { email }: { email: string }): Promise<void> =>
  void (await queries.deleteRowsOf(db, email))

/** @throws AppError of a report that was replaced or deleted meanwhile */
export async function getReport(db: SchoolDb, id: string): Promise<SalesReport> {
  const report = await queries.findReport(db, id)
  if (!report) throw notFound()
  return toWireReport(db, report)
}

async function toWireReport(db: SchoolDb, report: queries.ReportRecord): Promise<SalesReport> {
  const counts = await queries.countVerdicts(db, report.id)
  const left = counts.reduce((sum, { asked }) => sum + asked, 0)
  return {
    id: report.id,
    gateway: report.platform,
    account_id: report.account_id,
    account_title: report.account_title,
    filename: report.filename,
    total: report.total,
    fine: { paid: report.fine_paid, ended: report.fine_ended, over: report.fine_over },
    verdicts: counts.map(({ verdict, rows, people }) => ({ verdict, rows, people })),
    settled: { given: report.given, ended: report.ended },
    asked: { total: report.asked, left },
    utc_created_on: report.utc_created_on.toISOString(),
  }
}

const toWireRow = (row: queries.RowRecord, platform: SalesPlatformName, titleOf: Map<string, string>): ReportRow => ({
  id: row.id,
  line: row.line,
  verdict: row.verdict,
  status: row.status,
  transaction: plainCode(platform, row.transaction_code),
  name: row.buyer_name,
  email: row.buyer_email,
  product_id: row.product_ids[0] ?? '',
  product_name: row.product_name,
  offer_id: row.offer_ids[0] ?? '',
  is_known: row.is_known,
  utc_on: row.utc_on?.toISOString() ?? null,
  school_gateways: row.cohort_ids.flatMap((id) => {
    const title = titleOf.get(id)
    return title === undefined ? [] : [{ id, title }]
  }),
  reasons: row.reasons,
  is_alone: row.is_alone,
  is_asked: row.is_asked,
})
