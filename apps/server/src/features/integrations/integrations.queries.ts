import type { SalesPlatformName } from '@escola/contract/sales'
import { type Platform, type SchoolDb, type Statement, thisSchool } from '@escola/db'
import { sql } from 'kysely'

export interface IntegrationRow {
  id: string
  cohort_id: string
  platform: SalesPlatformName
  product_ids: string[]
  sealed_code: string
  code_hash: string
  sealed_access_token: string | null
  keeps_paid_period: boolean
}
const columns = [
  'id',
  'cohort_id',
  'platform',
  'product_ids',
  'sealed_code',
  'code_hash',
  'sealed_access_token',
  'keeps_paid_period',
] as const

/** Those of one class, or of a platform's, in the order in which they were made. */
export async function listIntegrations(
  db: SchoolDb,
  { cohortId, platform }: { cohortId?: string; platform?: SalesPlatformName } = {},
): Promise<IntegrationRow[]> {
  const rows = await db
    .selectFrom('sales_integrations')
    .select(columns)
    .$if(cohortId !== undefined, (query) => query.where('cohort_id', '=', cohortId!))
    .$if(platform !== undefined, (query) => query.where('platform', '=', platform!))
    .orderBy('id')
    .execute()
  return rows as IntegrationRow[]
}

export type IntegrationValues = Omit<IntegrationRow, 'id' | 'cohort_id'>

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

interface Lookup {
  platform: string
  kind: 'product' | 'code'
  value: string
}

/** One change of a school's look-ups at a time. */
export const holdLookups = (db: SchoolDb) => db.selectFrom('schools').select('id').forNoKeyUpdate().execute()

/** However many there are: a parameter for each value would be more than a statement may have. */
export async function replaceLookups(db: SchoolDb, lookups: Lookup[]): Promise<void> {
  await db.deleteFrom('sales_lookups').execute()
  const column = (name: keyof Lookup) => sql`${lookups.map((lookup) => lookup[name])}::text[]`
  await sql`
    insert into sales_lookups (school_id, platform, kind, value)
    select ${thisSchool}::bigint, l.* from unnest(${column('platform')}, ${column('kind')}, ${column('value')}) as l
    on conflict do nothing`.execute(db)
}

/**
 * A school may write down the products of others, so that the right school would not be reached if the limit were low. More schools than
 * this are abuse.
 */
const mostSchools = 500

const schoolsStatement: Statement = {
  name: 'schools_of_delivery',
  text: `
    select distinct school_id from sales_lookups
    where platform = $1 and kind = $2 and value = any ($3::text[])
    order by school_id limit ${mostSchools}`,
}

/** The schools that a delivery may be for, before it has proven anything: those of the code that it shows, and else those of its products. */
export const listSchoolsOf = async (
  platform: Pick<Platform, 'readPlatform'>,
  name: SalesPlatformName,
  { productIds, codeHash }: { productIds: string[]; codeHash: string | null },
): Promise<string[]> => {
  const [kind, values] = codeHash === null ? ['product', productIds] : ['code', [codeHash]]
  const list = `{${values.map((value) => JSON.stringify(value)).join(',')}}`
  const rows = await platform.readPlatform<{ school_id: string }>(schoolsStatement, [name, kind, list])
  return rows.map((row) => row.school_id)
}
