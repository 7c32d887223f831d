import type { SalesPlatformName } from '@escola/contract/sales'
import { type SchoolDb, thisSchool } from '@escola/db'
import { sql } from 'kysely'

export interface IntegrationRow {
  id: string
  cohort_id: string
  account_id: string
  account_title: string
  utc_tested_on: Date | null
  platform: SalesPlatformName
  product_ids: string[]
  keeps_paid_period: boolean
  /** Text of its JSON; null: that of the class. */
  term: string | null
}

/** Those of one class, or of a platform's, in the order in which they were made. */
export async function listIntegrations(
  db: SchoolDb,
  { cohortId, platform }: { cohortId?: string; platform?: SalesPlatformName } = {},
): Promise<IntegrationRow[]> {
  const { rows } = await sql<IntegrationRow>`
    select i.id, i.cohort_id, i.account_id, a.title as account_title, a.utc_tested_on, a.platform, i.product_ids, i.keeps_paid_period, i.term::text as term
    from sales_integrations i join sales_accounts a on a.school_id = ${thisSchool} and a.id = i.account_id
    where i.school_id = ${thisSchool} and i.cohort_id = coalesce(${cohortId ?? null}::bigint, i.cohort_id)
      and a.platform = coalesce(${platform ?? null}::text, a.platform)
    order by i.id`.execute(db)
  return rows
}

export type IntegrationValues = Pick<IntegrationRow, 'account_id' | 'product_ids' | 'keeps_paid_period' | 'term'>

export const insertIntegration = (db: SchoolDb, cohortId: string, values: IntegrationValues) =>
  db
    .insertInto('sales_integrations')
    .values({ cohort_id: cohortId, ...values })
    .execute()

export const updateIntegration = (db: SchoolDb, id: string, values: Partial<IntegrationValues>) =>
  db.updateTable('sales_integrations').set(values).where('id', '=', id).execute()

export const deleteIntegrations = (db: SchoolDb, ids: string[]) =>
  db
    .deleteFrom('sales_integrations')
    .where((is) => is('id', '=', is.fn.any(is.val(ids))))
    .execute()
