import { type SchoolDb, thisSchool } from '@escola/db'
import { sql } from 'kysely'
import type { Fact } from './purchase-decision.ts'

/** Purchases or subscriptions, whose events are done one after the other. */
export interface Transactions {
  platform: string
  kind: 'purchase' | 'subscription'
  codes: string[]
}

/** Locks purchases or subscriptions, in one order, until the transaction ends. */
export async function lockTransactions(db: SchoolDb, { platform, kind, codes }: Transactions) {
  if (codes.length === 0) return
  const sorted = codes.toSorted()
  await Promise.all([
    db
      .insertInto('sales_transactions')
      .values(sorted.map((code) => ({ platform, kind, code })))
      .onConflict((conflict) => conflict.doNothing())
      .execute(),
    db
      .selectFrom('sales_transactions')
      .where('platform', '=', platform)
      .where('kind', '=', kind)
      .where((is) => is('code', '=', is.fn.any(is.val(sorted))))
      .select('code')
      .orderBy('code')
      .forUpdate()
      .execute(),
  ])
}

interface NewFact {
  platform: string
  /** Names the delivery among those of its platform. */
  key: string
  fact: Fact
  /** The latest arrival of the delivery counts. */
  countsLatest?: boolean | undefined
}

/**
 * Keeps what a delivery says. A delivery that is processed again replaces its fact, since a payment may have changed. If it names no moment, its first arrival
 * counts, which the fact knows longer than the delivery is kept.
 */
export const recordFact = (db: SchoolDb, { platform, key, fact, countsLatest = false }: NewFact) => {
  const values = {
    kind: fact.kind,
    purchase_code: fact.purchase,
    subscription_code: fact.subscription,
    line: fact.line,
    item_ids: fact.itemIds,
    dropped_ids: fact.droppedIds,
    user_id: fact.userId,
    from_user_id: fact.fromUserId ?? null,
    utc_occurred_on: fact.occurredOn,
    is_stated: fact.isStated,
    utc_ends_on: fact.endsOn,
    is_term: fact.isTerm ?? false,
  }
  return db
    .insertInto('purchase_facts')
    .values({ platform, fact_key: key, ...values })
    .onConflict((conflict) =>
      conflict.columns(['school_id', 'platform', 'fact_key']).doUpdateSet({
        ...values,
        ...(!fact.isStated &&
          !countsLatest && { utc_occurred_on: sql`least(excluded.utc_occurred_on, purchase_facts.utc_occurred_on)` }),
        // A student who is known stays so while no class sells the item.
        user_id: sql`coalesce(excluded.user_id, purchase_facts.user_id)`,
      }),
    )
    .execute()
}

const factColumns = sql`kind, purchase_code as purchase, subscription_code as subscription, line, item_ids as "itemIds", dropped_ids as "droppedIds",
  user_id as "userId", utc_occurred_on as "occurredOn", is_stated as "isStated", utc_ends_on as "endsOn", is_term as "isTerm"`

/** Fact of one delivery. */
export async function findFact(db: SchoolDb, platform: string, key: string): Promise<Fact | undefined> {
  const { rows } = await sql<Fact>`
    select ${factColumns} from purchase_facts
    where school_id = ${thisSchool} and platform = ${platform} and fact_key = ${key}`.execute(db)
  return rows[0]
}

/** Facts of a purchase and of its subscription, with those of all purchases of that. */
export async function listFacts(
  db: SchoolDb,
  platform: string,
  { purchase, subscription }: Pick<Fact, 'purchase' | 'subscription'>,
): Promise<Fact[]> {
  const codes =
    subscription === null
      ? sql`select ${purchase}::text`
      : sql`select purchase_code from purchase_facts
          where school_id = ${thisSchool} and platform = ${platform} and subscription_code = ${subscription} union select ${purchase}::text`
  const { rows } = await sql<Fact>`
    select ${factColumns} from purchase_facts
    where school_id = ${thisSchool} and platform = ${platform} and (
      (purchase_code <> '' and purchase_code in (${codes})) or (purchase_code = '' and subscription_code = ${subscription}))
    order by id`.execute(db)
  return rows
}

/** Code of the subscription that some delivery named with a purchase. */
export async function findSubscription(db: SchoolDb, platform: string, purchase: string): Promise<string | null> {
  const row = await db
    .selectFrom('purchase_facts')
    .where('platform', '=', platform)
    .where('purchase_code', '=', purchase)
    .where('subscription_code', 'is not', null)
    .select('subscription_code')
    .limit(1)
    .executeTakeFirst()
  return row?.subscription_code ?? null
}

/** Data that the school has of these students; one who has left the school is not listed. */
export const listStudents = (db: SchoolDb, userIds: string[]) =>
  db
    .selectFrom('memberships')
    .where('user_id', 'in', userIds)
    .select(['user_id as userId', 'name', 'email', 'cellphone'])
    .execute()

export interface StudentPurchase {
  platform: string
  purchase: string
  subscription: string | null
}

/**
 * Purchases of a student: those that name them, that have given them a class, or of whose sales they are the buyer. A purchase that does not say its
 * subscription has that of its other facts.
 */
export async function listPurchasesOf(
  db: SchoolDb,
  { userId, emails }: { userId: string; emails: string[] },
): Promise<StudentPurchase[]> {
  const { rows } = await sql<StudentPurchase>`
    with own as (
      select platform, purchase_code as purchase from purchase_facts
      where school_id = ${thisSchool} and user_id = ${userId} and purchase_code <> ''
      union select app.sale_platform(source_key), app.sale_purchase(source_key)
      from enrollment_grants where school_id = ${thisSchool} and user_id = ${userId} and source = 'sale'
      union select platform, transaction_code from sales
      where school_id = ${thisSchool} and transaction_code <> '' and (
        (buyer_email <> '' and buyer_email = any(${emails}::text[])) or (corrected_email <> '' and corrected_email = any(${emails}::text[])))
    )
    select o.platform, o.purchase, (select min(f.subscription_code) from purchase_facts f
      where f.school_id = ${thisSchool} and f.platform = o.platform and f.purchase_code = o.purchase and f.purchase_code <> '') as subscription
    from own o order by o.platform, o.purchase`.execute(db)
  return rows
}
