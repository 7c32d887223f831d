import { findEmail } from '@escola/contract/people'
import type { ReportVerdict } from '@escola/contract/sales-reports.contract'
import type { SchoolDb } from '@escola/db'
import type { School } from '../../core/scope.ts'
import type { BillingTools } from '../../core/tools.ts'
import type { NewGrant } from '../enrollments/enrollments.service.ts'
import type { Addressee, People } from '../people/people.service.ts'
import { readBuyer, recordReportedPurchase } from '../sales/reported/reported-purchases.service.ts'
import { prepareOffering, settleJudged, toPurchase, toReportedRow } from './judged-reports.service.ts'
import * as queries from './sales-reports.queries.ts'

export interface SettlingTools extends BillingTools {
  people: People
}

/** Rows whose people are made together. */
const peopleAtOnce = 50

/**
 * Settles the rows of a report that were asked for. Each is a transaction of its own, which records the fact and deletes the row, so it happens once,
 * whatever other run is at work and wherever one broke off; a purchase waits for other news of it alone.
 */
export async function settleReport(school: School, reportId: string, tools: SettlingTools, signal: AbortSignal) {
  const report = await school.tx((db) => queries.findReport(db, reportId))
  if (!report) return
  const open = await prepareOffering(school, { id: report.account_id, platform: report.platform })
  for (;;) {
    const rows = await school.tx((db) => queries.listAsked(db, reportId, peopleAtOnce))
    if (rows.length === 0) return
    const emails = rows.filter(({ verdict }) => verdict === 'missing').map((row) => findEmail(row.buyer_email))
    const people = await tools.people.ensureFor(school, [...new Set(emails.filter(Boolean))])
    for (const row of rows) {
      signal.throwIfAborted()
      await school.tx((db) => settleRow(db, { reportId, row, people, open }, tools))
    }
  }
}

interface Settled {
  reportId: string
  row: queries.RowRecord
  /** People by the e-mails of the report. */
  people: Map<string, Addressee>
  open: Awaited<ReturnType<typeof prepareOffering>>
}

async function settleRow(db: SchoolDb, { reportId, row, people, open }: Settled, tools: BillingTools) {
  // A deletion holds the report before its rows.
  if (!(await queries.lockReport(db, reportId)) || !(await queries.lockAsked(db, row.id))) return
  const purchase = toPurchase(toReportedRow(row))
  const expected: ReportVerdict = row.verdict
  const student = studentOf(row, people)
  const judgement = await recordReportedPurchase(db, { purchase, expected, student }, await open(db), tools)
  if (judgement.verdict !== expected)
    return settleJudged(db, reportId, [{ rowId: row.id, productIds: row.product_ids, judgement }])
  const count = expected === 'missing' ? 'given' : 'ended'
  await queries.replaceWithCount(db, { reportId, rowIds: [row.id] }, count)
}

function studentOf(row: queries.RowRecord, people: Settled['people']): NewGrant['student'] | undefined {
  const email = findEmail(row.buyer_email)
  const addressee = people.get(email)
  if (row.verdict !== 'missing' || addressee === undefined) return undefined
  return { ...addressee, ...readBuyer({ name: row.buyer_name, email, cellphone: row.buyer_cellphone }) }
}

/** Lets the rows of a job that has used up its tries be asked for again. */
export const stopSettling = (school: School, reportId: string) => school.tx((db) => queries.stopAsking(db, reportId))
