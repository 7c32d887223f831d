import type { SalesPlatformName } from '@escola/contract/sales'
import type { ReportStatus, ReportVerdict, SettledVerdict } from '@escola/contract/sales-reports.contract'
import { type SchoolDb, thisSchool } from '@escola/db'
import { sql } from 'kysely'
import { type PageRange, readingOrder } from '../../core/paging.ts'

export interface ReportRecord {
  id: string
  platform: SalesPlatformName
  account_id: string
  account_title: string
  filename: string
  total: number
  fine_paid: number
  fine_ended: number
  fine_over: number
  given: number
  ended: number
  asked: number
  utc_created_on: Date
}

/** The school's report; with an id only if it still is that one. */
export async function findReport(db: SchoolDb, id?: string): Promise<ReportRecord | undefined> {
  const row = await db
    .selectFrom('sales_reports as r')
    .innerJoin('sales_accounts as a', (join) =>
      join.onRef('a.school_id', '=', 'r.school_id').onRef('a.id', '=', 'r.account_id'),
    )
    .select([
      'r.id',
      'a.platform',
      'r.account_id',
      'a.title as account_title',
      'r.filename',
      'r.total',
      'r.fine_paid',
      'r.fine_ended',
      'r.fine_over',
      'r.given',
      'r.ended',
      'r.asked',
      'r.utc_created_on',
    ])
    .$if(id !== undefined, (query) => query.where('r.id', '=', id!))
    .executeTakeFirst()
  return row as ReportRecord | undefined
}

/** Locks a report until the transaction ends. @returns false when it is gone */
export const lockReport = async (db: SchoolDb, id: string): Promise<boolean> =>
  (await db.selectFrom('sales_reports').where('id', '=', id).select('id').forUpdate().executeTakeFirst()) !== undefined

export const countAsked = async (db: SchoolDb): Promise<number> =>
  Number(
    (
      await db
        .selectFrom('sales_report_rows')
        .where('is_asked', '=', true)
        .select((is) => is.fn.countAll().as('rows'))
        .executeTakeFirstOrThrow()
    ).rows,
  )

interface NewReport {
  account_id: string
  filename: string
  total: number
  fine_paid: number
  fine_ended: number
  fine_over: number
  created_by: string
  utc_created_on: Date
}

/** The new report replaces the previous one and its rows. @returns its id */
export async function replaceReport(db: SchoolDb, report: NewReport): Promise<string> {
  await db.deleteFrom('sales_reports').execute()
  return (await db.insertInto('sales_reports').values(report).returning('id').executeTakeFirstOrThrow()).id
}

export const deleteReport = async (db: SchoolDb, id: string): Promise<boolean> =>
  (await db.deleteFrom('sales_reports').where('id', '=', id).returning('id').executeTakeFirst()) !== undefined

export const deleteReportsBefore = async (db: SchoolDb, before: Date): Promise<void> =>
  void (await db.deleteFrom('sales_reports').where('utc_created_on', '<', before).execute())

export interface NewRow {
  line: number
  verdict: ReportVerdict
  status: ReportStatus
  transaction_code: string
  buyer_name: string
  buyer_email: string
  buyer_cellphone: string
  product_ids: string[]
  offer_ids: string[]
  product_name: string
  subscription_code: string | null
  utc_occurred_on: Date
  is_stated: boolean
  utc_ends_on: Date | null
  fact_key: string
  is_known: boolean
  utc_on: Date | null
  cohort_ids: string[]
  reasons: string[]
  is_alone: boolean
}
export interface RowRecord extends NewRow {
  id: string
  is_asked: boolean
  /** Class that was chosen for the purchase alone, unless it was deleted since. */
  chosen_id: string | null
}

/** Rows of one insert: their parameters stay below PostgreSQL's limit of 65,535 per statement. */
const rowsAtOnce = 500

export async function insertRows(db: SchoolDb, reportId: string, rows: NewRow[]): Promise<void> {
  for (let from = 0; from < rows.length; from += rowsAtOnce)
    await db
      .insertInto('sales_report_rows')
      .values(rows.slice(from, from + rowsAtOnce).map((row) => ({ ...row, report_id: reportId })))
      .execute()
}

const columns = [
  'id',
  'line',
  'verdict',
  'status',
  'transaction_code',
  'buyer_name',
  'buyer_email',
  'buyer_cellphone',
  'product_ids',
  'offer_ids',
  'product_name',
  'subscription_code',
  'utc_occurred_on',
  'is_stated',
  'utc_ends_on',
  'fact_key',
  'is_known',
  'utc_on',
  'cohort_ids',
  'reasons',
  'is_alone',
  'is_asked',
] as const

const chosenId = sql<
  string | null
>`(select h.id from cohorts h where h.school_id = ${thisSchool} and h.id = sales_report_rows.chosen_cohort_id)`

const selectRows = (db: SchoolDb, reportId: string) =>
  db
    .selectFrom('sales_report_rows')
    .where('report_id', '=', reportId)
    .select(columns)
    .select(chosenId.as('chosen_id'))
    .$narrowType<{ verdict: ReportVerdict; status: ReportStatus }>()

export const listRows = (
  db: SchoolDb,
  { reportId, verdict }: { reportId: string; verdict: ReportVerdict },
  range: PageRange,
): Promise<RowRecord[]> => {
  const reading = readingOrder('asc', range)
  return selectRows(db, reportId)
    .where('verdict', '=', verdict)
    .orderBy('line', reading)
    .orderBy('id', reading)
    .limit(range.limit)
    .offset(range.offset)
    .execute()
    .then((rows) => (range.fromEnd ? rows.reverse() : rows))
}

/** Rows of a product that no class sells: by its code, or by its name where the report has no code. */
export const listClassless = (
  db: SchoolDb,
  reportId: string,
  { product_id, product_name }: { product_id: string; product_name: string },
): Promise<RowRecord[]> =>
  selectRows(db, reportId)
    .where('verdict', '=', 'no_class')
    .where('is_asked', '=', false)
    .where(
      product_id === ''
        ? sql<boolean>`product_name = ${product_name} and cardinality(product_ids) = 0`
        : sql<boolean>`${product_id} = any(product_ids)`,
    )
    .orderBy('line')
    .execute()

export const listAsked = (db: SchoolDb, reportId: string, limit: number): Promise<RowRecord[]> =>
  selectRows(db, reportId).where('is_asked', '=', true).orderBy('line').orderBy('id').limit(limit).execute()

/** Locks a row that still waits for the job. */
export const lockAsked = (db: SchoolDb, id: string) =>
  db
    .selectFrom('sales_report_rows')
    .where('id', '=', id)
    .where('is_asked', '=', true)
    .select('id')
    .forUpdate()
    .executeTakeFirst()

/** @returns number of rows that were not asked for before */
export async function askRows(
  db: SchoolDb,
  reportId: string,
  { verdict, ids }: { verdict: SettledVerdict; ids: string[] | undefined },
): Promise<number> {
  const rows = await db
    .updateTable('sales_report_rows')
    .set({ is_asked: true })
    .where('report_id', '=', reportId)
    .where('verdict', '=', verdict)
    .where('is_asked', '=', false)
    .$if(ids !== undefined, (query) => query.where((is) => is('id', '=', is.fn.any(is.val(ids!)))))
    .returning('id')
    .execute()
  return rows.length
}

export const saveAsked = (db: SchoolDb, reportId: string, asked: number) =>
  db.updateTable('sales_reports').set({ asked }).where('id', '=', reportId).execute()

/** Rows whose job has used up its tries may be asked for again. */
export const stopAsking = async (db: SchoolDb, reportId: string): Promise<void> =>
  void (await db
    .updateTable('sales_report_rows')
    .set({ is_asked: false })
    .where('report_id', '=', reportId)
    .where('is_asked', '=', true)
    .execute())

/** Takes rows off the report, of which it keeps the number alone. */
export async function replaceWithCount(
  db: SchoolDb,
  { reportId, rowIds }: { reportId: string; rowIds: string[] },
  count: 'given' | 'ended' | 'fine_paid' | 'fine_ended' | 'fine_over',
): Promise<void> {
  await db
    .deleteFrom('sales_report_rows')
    .where((is) => is('id', '=', is.fn.any(is.val(rowIds))))
    .execute()
  await db
    .updateTable('sales_reports')
    .set((is) => ({ [count]: is(count, '+', rowIds.length) }))
    .where('id', '=', reportId)
    .execute()
}

export type JudgedColumns = Pick<
  NewRow,
  'verdict' | 'is_known' | 'utc_on' | 'cohort_ids' | 'reasons' | 'is_alone' | 'product_ids'
> & {
  id: string
  /** Class that is chosen for it alone from now on; null: as before. */
  chosen_cohort_id: string | null
}

/** Writes new judgements of rows, which then need no other. */
export async function updateJudged(db: SchoolDb, rows: JudgedColumns[]): Promise<void> {
  await sql`
    update sales_report_rows w set verdict = n.verdict, is_known = n.is_known, utc_on = n.utc_on, cohort_ids = n.cohort_ids,
      reasons = n.reasons, product_ids = n.product_ids, is_alone = n.is_alone, is_asked = false, chosen_cohort_id = coalesce(n.chosen_cohort_id, w.chosen_cohort_id)
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as n (id bigint, verdict text, is_known boolean, utc_on timestamptz, cohort_ids bigint[], reasons text[], product_ids text[], is_alone boolean, chosen_cohort_id bigint)
    where w.school_id = ${thisSchool} and w.id = n.id`.execute(db)
}

export interface VerdictCount {
  verdict: ReportVerdict
  rows: number
  people: number
  asked: number
}
export async function countVerdicts(db: SchoolDb, reportId: string): Promise<VerdictCount[]> {
  const { rows } = await sql<VerdictCount>`
    select verdict, count(*)::int as rows, count(distinct coalesce(nullif(buyer_email, ''), id::text))::int as people,
      count(*) filter (where is_asked)::int as asked
    from sales_report_rows where school_id = ${thisSchool} and report_id = ${reportId} group by verdict`.execute(db)
  return rows
}

export const listTitles = (db: SchoolDb, ids: string[]) =>
  db
    .selectFrom('cohorts')
    .where((is) => is('id', '=', is.fn.any(is.val(ids))))
    .select(['id', 'title'])
    .execute()

export const deleteRowsOf = (db: SchoolDb, email: string) =>
  db.deleteFrom('sales_report_rows').where('buyer_email', '=', email).execute()
