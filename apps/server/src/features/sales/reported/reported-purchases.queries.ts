import { type SchoolDb, thisSchool } from '@escola/db'
import { sql } from 'kysely'
import type { Fact } from '../purchases/purchase-decision.ts'

export interface KeyedFact extends Fact {
  key: string
}

const columns = sql`fact_key as key, kind, purchase_code as purchase, subscription_code as subscription, line, item_ids as "itemIds",
  dropped_ids as "droppedIds", user_id as "userId", utc_occurred_on as "occurredOn", is_stated as "isStated", utc_ends_on as "endsOn", is_term as "isTerm"`

/** Facts of purchases, of the subscriptions that these or others name, and of all purchases of those. */
export async function listFactsOf(
  db: SchoolDb,
  platform: string,
  { purchases, subscriptions }: { purchases: string[]; subscriptions: string[] },
): Promise<KeyedFact[]> {
  const { rows: named } = await sql<{ code: string }>`
    select distinct subscription_code as code from purchase_facts
    where school_id = ${thisSchool} and platform = ${platform} and purchase_code <> '' and purchase_code = any(${purchases}::text[])
      and subscription_code is not null`.execute(db)
  const ofSubscription = [...new Set([...subscriptions, ...named.map(({ code }) => code)])]
  const { rows: charges } = await sql<{ code: string }>`
    select distinct purchase_code as code from purchase_facts
    where school_id = ${thisSchool} and platform = ${platform} and subscription_code = any(${ofSubscription}::text[])`.execute(
    db,
  )
  const codes = [...new Set([...purchases, ...charges.map(({ code }) => code)])].filter(Boolean)
  const { rows } = await sql<KeyedFact>`
    select ${columns} from purchase_facts
    where school_id = ${thisSchool} and platform = ${platform} and purchase_code <> '' and purchase_code = any(${codes}::text[])
    union all
    select ${columns} from purchase_facts
    where school_id = ${thisSchool} and platform = ${platform} and purchase_code = '' and subscription_code = any(${ofSubscription}::text[])`.execute(
    db,
  )
  return rows
}

/** Students of the school with these e-mails. */
export const listStudentsByEmail = (db: SchoolDb, emails: string[]) =>
  db
    .selectFrom('memberships')
    .where((is) => is('email', '=', is.fn.any(is.val(emails))))
    .select(['user_id as userId', 'email'])
    .execute()

/** Why a student is in a class. */
export interface LivingReason {
  userId: string
  cohortId: string
  /** Source of the grants; a sale's is its platform. */
  reason: string
  isSale: boolean
  grants: number
  /** Keys of the first of them. */
  keys: string[]
}

/** Reasons for which these students are in any class at a moment. */
export async function listLivingReasons(db: SchoolDb, userIds: string[], now: Date): Promise<LivingReason[]> {
  const { rows } = await sql<LivingReason>`
    select user_id as "userId", cohort_id as "cohortId", case source when 'sale' then app.sale_platform(source_key) else source end as reason,
      source = 'sale' as "isSale", count(*)::int as grants, (array_agg(source_key order by id))[1:${keysKept}::int] as keys
    from enrollment_grants
    where school_id = ${thisSchool} and user_id = any(${userIds}::bigint[]) and utc_ended_on is null
      and (utc_ends_on is null or utc_ends_on > ${now})
    group by 1, 2, 3, 4 order by min(id)`.execute(db)
  return rows
}
/** A purchase has a grant for each of its items. */
const keysKept = 20

/**
 * Deliveries of a purchase that wait for a class or an e-mail, and those of its subscription that wait for the student, but for those that are being
 * settled.
 */
export async function listPending(db: SchoolDb, platform: string, purchase: string): Promise<string[]> {
  // An array is looked up in the index of codes: beside a list of codes, the planner reads all sales that wait.
  const { rows } = await sql<{ id: string }>`
    with codes as (
      select ${purchase}::text as code
      union select o.purchase_code from purchase_facts f
      join purchase_facts o on o.school_id = ${thisSchool} and o.platform = f.platform and o.subscription_code = f.subscription_code
      where f.school_id = ${thisSchool} and f.platform = ${platform} and f.purchase_code <> '' and f.purchase_code = ${purchase}
        and f.subscription_code is not null)
    select s.id from sales s
    where s.school_id = ${thisSchool} and s.platform = ${platform} and s.transaction_code <> ''
      and s.transaction_code = any(array(select code from codes))
      and (s.state = 'no_email' or (s.state = 'unmatched' and s.transaction_code = ${purchase}))
    order by s.id for update of s skip locked`.execute(db)
  return rows.map(({ id }) => id)
}

/** Products by the names that deliveries gave them; a name of several products is left out. */
export async function listProductsByName(
  db: SchoolDb,
  platform: string,
  names: string[],
): Promise<Map<string, string>> {
  const { rows } = await sql<{ name: string; id: string }>`
    select name, min(product_id) as id from sales_products
    where school_id = ${thisSchool} and platform = ${platform} and name = any(${names}::text[])
    group by name having min(product_id) = max(product_id)`.execute(db)
  return new Map(rows.map(({ name, id }) => [name, id]))
}
