import type { AccountProof } from '@escola/contract/account-proofs'
import { minuteMs } from '@escola/contract/durations'
import type { MappingDraft } from '@escola/contract/field-mappings.contract'
import { mappedPlatform, type SalesPlatformName } from '@escola/contract/sales'
import { type Platform, type SchoolDb, type Statement, thisSchool } from '@escola/db'
import { sql } from 'kysely'
import type { School } from '../../core/scope.ts'

export interface AccountRow {
  id: string
  platform: SalesPlatformName
  title: string
  sealed_code: string
  code_hash: string
  sealed_access_token: string | null
  /** Both null on a platform that is known. */
  proof: AccountProof | null
  mapping: MappingDraft | null
}
const columns = [
  'id',
  'platform',
  'title',
  'sealed_code',
  'code_hash',
  'sealed_access_token',
  'proof',
  'mapping',
] as const
/** Values that an account is written with; the proof is the text of its JSON. */
export type AccountValues = Omit<AccountRow, 'id' | 'proof' | 'mapping'> & { proof: string | null }

/** Accounts on one platform, in the order in which they were made. */
export const listPlatformAccounts = async (db: SchoolDb, platform: SalesPlatformName): Promise<AccountRow[]> => {
  const rows = await db
    .selectFrom('sales_accounts')
    .select(columns)
    .where('platform', '=', platform)
    .orderBy('id')
    .execute()
  return rows as AccountRow[]
}

export const findAccount = async (db: SchoolDb, id: string): Promise<AccountRow | undefined> =>
  (await db.selectFrom('sales_accounts').select(columns).where('id', '=', id).executeTakeFirst()) as
    | AccountRow
    | undefined

export const insertAccount = async (db: SchoolDb, values: AccountValues, now: Date): Promise<string> =>
  (
    await db
      .insertInto('sales_accounts')
      .values({ ...values, utc_created_on: now })
      .returning('id')
      .executeTakeFirstOrThrow()
  ).id

export const updateAccount = (db: SchoolDb, id: string, values: Partial<AccountValues>) =>
  db.updateTable('sales_accounts').set(values).where('id', '=', id).execute()

export const saveMapping = (db: SchoolDb, id: string, mapping: MappingDraft) =>
  db
    .updateTable('sales_accounts')
    .set({ mapping: JSON.stringify(mapping) })
    .where('id', '=', id)
    .execute()

/** Holds the mapping of an account as it is until the transaction ends; undefined when the account is gone. */
export const holdMapping = async (db: SchoolDb, id: string): Promise<{ mapping: MappingDraft | null } | undefined> =>
  (await db.selectFrom('sales_accounts').select('mapping').where('id', '=', id).forShare().executeTakeFirst()) as
    | { mapping: MappingDraft | null }
    | undefined

/** Records that a delivery came without the proof of any account of a platform, once in a minute at most: its sender proves nothing. */
export const recordRefusal = (db: SchoolDb, platform: SalesPlatformName, now: Date) =>
  db
    .updateTable('sales_accounts')
    .set({ utc_refused_on: now })
    .where('platform', '=', platform)
    .where((is) =>
      is.or([is('utc_refused_on', 'is', null), is('utc_refused_on', '<', new Date(now.getTime() - minuteMs))]),
    )
    .execute()

/** Records a test, once in a minute at most: its sender proves nothing. */
export const recordTest = (db: SchoolDb, id: string, now: Date) =>
  db
    .updateTable('sales_accounts')
    .set({ utc_tested_on: now })
    .where('id', '=', id)
    .where((is) =>
      is.or([is('utc_tested_on', 'is', null), is('utc_tested_on', '<', new Date(now.getTime() - minuteMs))]),
    )
    .execute()

/** Ends or resumes what an account sells to new buyers. @returns whether there is such an account */
export const setEnd = async (db: SchoolDb, id: string, endedOn: Date | null): Promise<boolean> =>
  (await db
    .updateTable('sales_accounts')
    .set({ utc_ended_on: endedOn })
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst()) !== undefined

/** Tells whether the school has stopped selling by an account, or had by a moment. */
export const isEnded = async (db: SchoolDb, id: string, on?: Date): Promise<boolean> =>
  (await db
    .selectFrom('sales_accounts')
    .where('id', '=', id)
    .where('utc_ended_on', 'is not', null)
    .$if(on !== undefined, (query) => query.where('utc_ended_on', '<', on!))
    .select('id')
    .executeTakeFirst()) !== undefined

/** Its integrations go with it. */
export const deleteAccount = async (db: SchoolDb, id: string): Promise<boolean> =>
  (await db.deleteFrom('sales_accounts').where('id', '=', id).returning('id').executeTakeFirst()) !== undefined

export interface ListedAccount {
  id: string
  platform: SalesPlatformName
  title: string
  utc_created_on: Date
  utc_delivered_on: Date | null
  utc_tested_on: Date | null
  proof: AccountProof | null
  is_mapped: boolean
  waiting: number
  unknown: number
  utc_refused_on: Date | null
  utc_ended_on: Date | null
}

/**
 * Counts the students who are in a class by what was bought of an account: of one that is the only one on its platform, all buyers there; otherwise those
 * of its products, because the key of a grant names no account that the product knows. All grants by sales are read for it.
 */
export async function countLivingBuyers(db: SchoolDb, id: string): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(distinct g.user_id)::int as total from sales_accounts a
    join enrollment_grants g on g.school_id = ${thisSchool} and g.source = 'sale' and g.utc_ended_on is null
      and app.sale_platform(g.source_key) = a.platform
    where a.school_id = ${thisSchool} and a.id = ${id}::bigint
      and case when a.platform = ${mappedPlatform} then starts_with(split_part(g.source_key, ':', 2), a.id || '-')
        else not exists (select from sales_accounts o where o.school_id = ${thisSchool} and o.platform = a.platform and o.id <> a.id)
          or exists (select from sales_integrations n cross join unnest(n.product_ids) as product (id)
            where n.school_id = ${thisSchool} and n.account_id = a.id
              and split_part(g.source_key, ':', 3) = replace(replace(product.id, '%', '%25'), ':', '%3A')) end`.execute(
    db,
  )
  return rows[0]!.total
}

/** All accounts, or one, in the order in which they were made. */
export async function listAccounts(db: SchoolDb, id?: string): Promise<ListedAccount[]> {
  const { rows } = await sql<ListedAccount>`
    select a.id, a.platform, a.title, a.utc_created_on, a.utc_tested_on, a.proof, a.mapping is not null as is_mapped, a.utc_refused_on,
      (select count(*)::int from sales s where s.school_id = ${thisSchool} and s.account_id = a.id and s.reason = 'no_mapping') as waiting,
      (select count(*)::int from sales s where s.school_id = ${thisSchool} and s.account_id = a.id and s.reason = 'no_meaning') as unknown, (
        select max(s.utc_received_on) from sales s where s.school_id = ${thisSchool} and s.account_id = a.id
      ) as utc_delivered_on, a.utc_ended_on
    from sales_accounts a where a.school_id = ${thisSchool} and a.id = coalesce(${id ?? null}::bigint, a.id)
    order by a.id`.execute(db)
  return rows
}

/** Classes that accounts sell, each once. */
export async function listSoldCohorts(db: SchoolDb): Promise<{ account_id: string; id: string; title: string }[]> {
  const { rows } = await sql<{ account_id: string; id: string; title: string }>`
    select distinct i.account_id, h.id, h.title from sales_integrations i
    join cohorts h on h.school_id = ${thisSchool} and h.id = i.cohort_id
    where i.school_id = ${thisSchool} and i.utc_ended_on is null order by h.title, h.id`.execute(db)
  return rows
}

/** One change of a school's accounts and integrations at a time. */
export const lockAccounts = (db: SchoolDb) => db.selectFrom('schools').select('id').forNoKeyUpdate().execute()

interface Lookup {
  platform: string
  kind: 'product' | 'code'
  value: string
}

/** Values that deliveries are looked up by before they are believed: codes of accounts, and products of integrations, also of ended ones, whose renewals and refunds still come. */
export async function listLookups(db: SchoolDb): Promise<Lookup[]> {
  const { rows } = await sql<Lookup>`
    select a.platform, 'code' as kind, a.code_hash as value from sales_accounts a where a.school_id = ${thisSchool}
    union all
    select a.platform, 'product', product.id from sales_integrations i
    join sales_accounts a on a.school_id = ${thisSchool} and a.id = i.account_id
    cross join unnest(i.product_ids) as product (id) where i.school_id = ${thisSchool}`.execute(db)
  return rows
}

/** Replaces all look-ups. They are sent as arrays, because one parameter for each value could exceed PostgreSQL's limit. */
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
  const rows = await platform.readPlatform<{ school_id: string }>(schoolsStatement, [name, kind, listOf(values)])
  return rows.map((row) => row.school_id)
}

const listOf = (values: string[]) => `{${values.map((value) => JSON.stringify(value)).join(',')}}`

export type SealedAccount = Pick<AccountRow, 'id' | 'sealed_code' | 'sealed_access_token' | 'proof' | 'mapping'>

/** How a class is sold by an account, or was until its integration ended, and whether its integration sells one of the products that are asked about. */
export interface AccountUse {
  id: string
  cohortId: string
  sells: boolean
  /** The school sells nothing new by it. */
  isEnded: boolean
}

const accountsStatement: Statement = {
  name: 'accounts_of_delivery',
  text: `
    select a.id::text, a.sealed_code, a.sealed_access_token, a.proof::text, a.mapping::text, (
        select coalesce(json_agg(json_build_object('id', i.id::text, 'cohortId', i.cohort_id::text, 'isEnded', coalesce(i.utc_ended_on, a.utc_ended_on) is not null,
          'sells', i.product_ids && $4::text[])
          order by i.utc_ended_on is not null, i.id), '[]')::text
        from sales_integrations i where i.school_id = $1 and i.account_id = a.id) as uses
    from sales_accounts a
    where a.school_id = $1 and a.platform = $2 and a.code_hash = coalesce($3::text, a.code_hash) order by a.id`,
}

/** Reads the accounts of a school on a platform that a delivery may be of, the one with that code or else all, with their uses. */
export const readAccounts = async (
  school: School,
  platform: SalesPlatformName,
  { codeHash, productIds }: { codeHash: string | null; productIds: string[] },
): Promise<(SealedAccount & { uses: AccountUse[] })[]> => {
  const values = [platform, codeHash, listOf(productIds)]
  const rows = await school.read<Record<keyof SealedAccount | 'uses', string>>(accountsStatement, values)
  return rows.map((row) => ({
    ...row,
    proof: readJson(row.proof),
    mapping: readJson(row.mapping),
    uses: JSON.parse(row.uses),
  }))
}

const readJson = (text: string | null) => (text === null ? null : JSON.parse(text))

const usesStatement: Statement = {
  name: 'uses_of_account',
  text: `
    select id::text, cohort_id::text as "cohortId" from sales_integrations
    where school_id = $1 and account_id = $2 and utc_ended_on is null order by id`,
}

/** Reads how an account sells classes now. */
export const readUses = (school: School, accountId: string) =>
  school.read<Pick<AccountUse, 'id' | 'cohortId'>>(usesStatement, [accountId])
