import { unreadReasons } from '@escola/contract/sale-reasons'
import { pendingSaleStates, type SaleState } from '@escola/contract/sales.contract'
import { type SchoolDb, thisSchool } from '@escola/db'
import { type RawBuilder, sql } from 'kysely'
import { saveItems } from './sale-items.queries.ts'
import { type DeliveryRow, deliveryColumns, type Outcome } from './sales.queries.ts'

/** States of sales that are not decided yet. */
const undecided: readonly SaleState[] = [...pendingSaleStates, 'waiting']
const decided: readonly SaleState[] = ['done', 'ignored', 'dismissed']

/** Values of a sale without its buyer, and without what the platform sent of them. */
const unnamed = {
  buyer_name: '',
  buyer_email: '',
  buyer_phone: '',
  corrected_email: '',
  body: '',
  sealed_body: null,
  headers: '{}',
  query: '{}',
}

/** Code of a purchase of which there is a fact, and that is kept with that anyway; else ''. */
const knownCode = (code: RawBuilder<string>) => sql<string>`case when ${code} <> '' and exists (
    select from purchase_facts f where f.school_id = ${thisSchool} and f.platform = sales.platform and f.purchase_code = ${code} and f.purchase_code <> ''
  ) then ${code} else '' end`
/** Codes of products; on Mercado Pago they may be what the seller wrote of the buyer. */
const knownProducts = (ids: RawBuilder<string[]>) =>
  sql<string[]>`case when sales.platform = 'mercadopago' then '{}'::text[] else ${ids} end`

/** Keeps of an event that changes nothing what it was and of which product, and nothing of a person. */
export async function recordIgnored(
  db: SchoolDb,
  id: string,
  { transaction_code = '', product_ids = [], amount_cents: _cents, currency: _currency, ...outcome }: Outcome,
): Promise<void> {
  await db
    .updateTable('sales')
    .set({
      reason: '',
      reason_detail: '',
      ...outcome,
      ...unnamed,
      transaction_code: knownCode(sql`${transaction_code}::text`),
      product_ids: knownProducts(sql`${product_ids}::text[]`),
    })
    .where('id', '=', id)
    .execute()
  await saveItems(db, [id])
}

/** Ignored events that were kept whole before. */
export async function listWholeIgnored(db: SchoolDb, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from sales where school_id = ${thisSchool} and state = 'ignored' and (sealed_body is not null or body <> '')
    order by id limit ${limit}::int`.execute(db)
  return rows.map(({ id }) => id)
}

export async function stripIgnored(db: SchoolDb, ids: string[]): Promise<void> {
  await db
    .updateTable('sales')
    .set({
      ...unnamed,
      transaction_code: knownCode(sql.ref('sales.transaction_code')),
      product_ids: knownProducts(sql.ref('sales.product_ids')),
    })
    .where((is) => is('id', '=', is.fn.any(is.val(ids))))
    .where('state', '=', 'ignored')
    .execute()
  await saveItems(db, ids)
}

/** No item of the sale waits for a class. */
const hasNothingLeft = sql<boolean>`coalesce(waiting_items, 0) = 0`

/**
 * Sales that were decided go after some time, and undecided ones after a longer one.
 * @returns how many there were, up to the limit
 */
export async function deleteOldSales(
  db: SchoolDb,
  before: { decided: Date; undecided: Date; unread: Date },
  limit: number,
): Promise<number> {
  const old = await db
    .selectFrom('sales')
    .where((is) =>
      is.or([
        is.and([is('state', 'in', decided), hasNothingLeft, is('utc_received_on', '<', before.decided)]),
        is.and([
          is.or([is('state', 'in', undecided), is.not(hasNothingLeft)]),
          is('utc_received_on', '<', before.undecided),
        ]),
        is.and([
          is('state', '=', 'failed'),
          is('reason', 'in', unreadReasons),
          is('utc_received_on', '<', before.unread),
        ]),
      ]),
    )
    .select(['id', 'state'])
    .limit(limit)
    .execute()
  // One that is done again meanwhile stays.
  for (const [state, rows] of Map.groupBy(old, (row) => row.state))
    await db
      .deleteFrom('sales')
      .where((is) => is('id', '=', is.fn.any(is.val(rows.map(({ id }) => id)))))
      .where('state', '=', state)
      .execute()
  return old.length
}

/** Undecided sales from before a moment whose bodies are kept, held until the transaction ends. */
export async function lockOldBodies(db: SchoolDb, before: Date, limit: number): Promise<DeliveryRow[]> {
  const rows = await db
    .selectFrom('sales')
    .where('state', 'in', undecided)
    .where('utc_received_on', '<', before)
    .where((is) => is.or([is('sealed_body', 'is not', null), is('body', '<>', '')]))
    .select(deliveryColumns)
    .orderBy('utc_received_on')
    .limit(limit)
    .forUpdate()
    .execute()
  return rows as DeliveryRow[]
}

/** Removes what the platform sent; what was read of it stays. */
export async function dropBody(db: SchoolDb, id: string, values: Partial<Outcome> & { query?: string }): Promise<void> {
  await db
    .updateTable('sales')
    .set({ body: '', sealed_body: null, headers: '{}', ...values })
    .where('id', '=', id)
    .execute()
  await saveItems(db, [id])
}

/** Bodies that were kept before bodies were sealed. */
export const listPlainBodies = (db: SchoolDb, limit: number) =>
  db.selectFrom('sales').where('body', '<>', '').select(['id', 'body']).orderBy('id').limit(limit).forUpdate().execute()

/** Puts sealed bodies in the place of plain ones. */
export async function sealBodies(db: SchoolDb, sealed: { id: string; body: string }[]): Promise<void> {
  const [ids, bodies] = [sealed.map(({ id }) => id), sealed.map(({ body }) => body)]
  await sql`
    update sales s set body = '', sealed_body = b.body from unnest(${ids}::bigint[], ${bodies}::text[]) as b (id, body)
    where s.school_id = ${thisSchool} and s.id = b.id`.execute(db)
}

/**
 * Lists the sales of a student: those of their e-mail, and all that was reported of the purchases that opened a class for them, and of the
 * subscriptions of those, whatever e-mail they came with.
 */
export async function listSalesOf(
  db: SchoolDb,
  { userId, email }: { userId: string; email: string },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with held as (
      select app.sale_platform(source_key) as platform, app.sale_purchase(source_key) as code
      from enrollment_grants where school_id = ${thisSchool} and user_id = ${userId} and source = 'sale'
    ), subscribed as (
      select distinct f.platform, f.subscription_code as code from held h
      join purchase_facts f on f.school_id = ${thisSchool} and f.platform = h.platform and f.purchase_code = h.code and f.purchase_code <> ''
      where f.subscription_code is not null
    ), told as (
      select f.platform, f.fact_key from subscribed s
      join purchase_facts f on f.school_id = ${thisSchool} and f.platform = s.platform and f.subscription_code = s.code
    )
    select id from sales where school_id = ${thisSchool} and (buyer_email = ${email} or corrected_email = ${email})
    union select s.id from sales s join held h on h.platform = s.platform and h.code = s.transaction_code
      where s.school_id = ${thisSchool} and s.transaction_code <> ''
    union select s.id from sales s join told t on t.platform = s.platform and t.fact_key = s.delivery_hash
      where s.school_id = ${thisSchool}`.execute(db)
  return rows.map(({ id }) => id)
}

/** Keeps what was sold and when; who bought it, and what the platform sent of them, goes. Such a sale waits for no decision. */
export async function unnameSales(db: SchoolDb, ids: string[]): Promise<void> {
  await db
    .updateTable('sales')
    .set({
      ...unnamed,
      product_ids: knownProducts(sql.ref('sales.product_ids')),
      state: sql<SaleState>`case when state = any (${undecided}::text[]) then 'dismissed' else state end`,
      reason: sql<string>`case when state = any (${undecided}::text[]) then 'erased' else reason end`,
      reason_detail: sql<string>`case when state = any (${undecided}::text[]) then '' else reason_detail end`,
    })
    .where((is) => is('id', '=', is.fn.any(is.val(ids))))
    .execute()
  await saveItems(db, ids)
}
