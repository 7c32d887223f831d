import { findEmail } from '@escola/contract/people'
import { isSoldByAddress, type SalesPlatformName } from '@escola/contract/sales'
import type { ReportVerdict } from '@escola/contract/sales-reports.contract'
import type { SchoolDb } from '@escola/db'
import type { School } from '../../core/scope.ts'
import type { Clock } from '../../core/tools.ts'
import { openOffering } from '../sales/purchases/offerings.service.ts'
import {
  type Judgement,
  judgePurchases,
  type Reported,
  type ReportedPurchase,
} from '../sales/reported/judged-purchases.service.ts'
import { listUses } from '../sales-accounts/account-proofs.service.ts'
import type { ReportedRow } from './reported-rows.ts'
import * as queries from './sales-reports.queries.ts'

export interface Account {
  id: string
  platform: SalesPlatformName
}

/** Rules by which the purchases of an account open classes. Where only the address of a delivery names its class, the account's one class counts. */
export async function prepareOffering(school: School, { id: accountId, platform }: Account) {
  const uses = isSoldByAddress(platform) ? await listUses(school, accountId) : []
  const integrationId = uses.length === 1 ? uses[0]!.id : null
  return async (db: SchoolDb): Promise<Reported> => ({
    platform,
    offering: await openOffering(db, { platform, accountId, integrationId }),
  })
}

/** Purchases of one look-up. */
const judgedAtOnce = 500

/** Judgement of a row; of products that are paid and paid back in one purchase, a person judges. */
export type RowJudgement = Omit<Judgement, 'verdict'> & { verdict: Judgement['verdict'] | 'mixed' }

/** Judges the purchases of a report, some at once, so that the look-ups stay small. */
export async function judgeRows(db: SchoolDb, rows: ReportedRow[], reported: Reported, tools: Clock) {
  const judged: { row: ReportedRow; judgement: RowJudgement }[] = []
  for (let from = 0; from < rows.length; from += judgedAtOnce) {
    const some = rows.slice(from, from + judgedAtOnce)
    const judgements = await judgePurchases(db, some.map(toPurchase), reported, tools)
    for (const [at, row] of some.entries())
      judged.push({ row, judgement: row.isMixed ? { ...judgements[at]!, verdict: 'mixed' } : judgements[at]! })
  }
  return judged
}

export const toPurchase = (row: Omit<ReportedRow, 'isMixed'>): ReportedPurchase => ({
  chosenId: row.chosenId,
  code: row.transaction,
  kind: row.status === 'chargeback' ? 'refunded' : row.status,
  key: row.key,
  subscription: row.subscription,
  itemIds: [...row.productIds, ...row.offerIds],
  email: findEmail(row.email),
  occurredOn: row.occurredOn,
  isStated: row.isStated,
  endsOn: row.endsOn,
})

/** Reads the purchase of a stored row. */
export const toReportedRow = (row: queries.RowRecord): Omit<ReportedRow, 'isMixed'> => ({
  line: row.line,
  status: row.status,
  transaction: row.transaction_code,
  name: row.buyer_name,
  email: row.buyer_email,
  cellphone: row.buyer_cellphone,
  productIds: row.product_ids,
  offerIds: row.offer_ids,
  productName: row.product_name,
  subscription: row.subscription_code,
  occurredOn: row.utc_occurred_on,
  isStated: row.is_stated,
  endsOn: row.utc_ends_on,
  key: row.fact_key,
  chosenId: row.chosen_id,
})

export const toNewRow = (
  row: Omit<ReportedRow, 'isMixed'>,
): Omit<queries.NewRow, keyof ReturnType<typeof judgementColumns>> => ({
  line: row.line,
  status: row.status,
  transaction_code: row.transaction,
  buyer_name: row.name,
  buyer_email: findEmail(row.email) || row.email,
  buyer_cellphone: row.cellphone,
  product_ids: row.productIds,
  offer_ids: row.offerIds,
  product_name: row.productName,
  subscription_code: row.subscription,
  utc_occurred_on: row.occurredOn,
  is_stated: row.isStated,
  utc_ends_on: row.endsOn,
  fact_key: row.key,
})

type FineVerdict = Extract<Judgement['verdict'], `fine_${string}`>
export const isFine = (verdict: RowJudgement['verdict']): verdict is FineVerdict => verdict.startsWith('fine_')

export const judgementColumns = ({ verdict, ...judgement }: RowJudgement) => ({
  verdict: verdict as ReportVerdict,
  is_known: judgement.isKnown,
  utc_on: judgement.on,
  cohort_ids: judgement.cohortIds,
  reasons: judgement.reasons,
  is_alone: judgement.isAlone,
})

interface JudgedRow {
  rowId: string
  productIds: string[]
  /** Class that is chosen for the purchase alone; left out: as before. */
  chosenId?: string | null | undefined
  judgement: RowJudgement
}

/** Records new judgements of rows: of a purchase that is as it should be now, the number alone is kept. */
export async function settleJudged(db: SchoolDb, reportId: string, rows: JudgedRow[]): Promise<void> {
  const verdictOf = ({ judgement }: JudgedRow) => (isFine(judgement.verdict) ? judgement.verdict : undefined)
  for (const [verdict, some] of Map.groupBy(rows, verdictOf)) {
    if (verdict) await queries.replaceWithCount(db, { reportId, rowIds: some.map(({ rowId }) => rowId) }, verdict)
    else await queries.updateJudged(db, some.map(toJudgedColumns))
  }
}

const toJudgedColumns = ({ rowId, productIds, chosenId, judgement }: JudgedRow): queries.JudgedColumns => ({
  id: rowId,
  chosen_cohort_id: chosenId ?? null,
  product_ids: productIds,
  ...judgementColumns(judgement),
})
