import { type SchoolDb, thisSchool } from '@escola/db'
import { sql } from 'kysely'

/** Accounts that reported a code, as far as their deliveries are still kept. */
export interface CodeUse {
  /** The code stands in facts with its account in front. */
  isApart: boolean
  isOwn: boolean
  isOthers: boolean
}

/** Finds which accounts of a platform reported a purchase or a subscription. */
export async function findCodeUse(
  db: SchoolDb,
  {
    platform,
    accountId,
    kind,
    code,
    apart,
  }: { platform: string; accountId: string; kind: 'purchase' | 'subscription'; code: string; apart: string },
): Promise<CodeUse> {
  const hasCode = (value: string) =>
    kind === 'purchase'
      ? sql`f.purchase_code <> '' and f.purchase_code = ${value}::text`
      : sql`f.subscription_code = ${value}::text`
  const { rows } = await sql<CodeUse>`
    select exists (select from purchase_facts f where f.school_id = ${thisSchool} and f.platform = ${platform} and ${hasCode(apart)}) as "isApart",
      coalesce(bool_or(s.account_id = ${accountId}::bigint), false) as "isOwn",
      coalesce(bool_or(s.account_id <> ${accountId}::bigint), false) as "isOthers"
    from purchase_facts f join sales s on s.school_id = ${thisSchool} and s.platform = f.platform and s.delivery_hash = f.fact_key
    where f.school_id = ${thisSchool} and f.platform = ${platform} and ${hasCode(code)}`.execute(db)
  return rows[0]!
}
