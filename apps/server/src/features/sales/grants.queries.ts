import { type SchoolDb, thisSchool } from '@escola/db'
import { sql } from 'kysely'

/** What the events of are done in a row. */
export interface Told {
  platform: string
  kind: 'purchase' | 'subscription'
  code: string
}

/** Makes the events of one purchase, or of one subscription, wait for each other. */
export async function holdTold(db: SchoolDb, told: Told) {
  await db
    .insertInto('sales_transactions')
    .values(told)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return rowOf(db, told).forUpdate().executeTakeFirstOrThrow()
}

const rowOf = (db: SchoolDb, { platform, kind, code }: Told) =>
  db
    .selectFrom('sales_transactions')
    .where('platform', '=', platform)
    .where('kind', '=', kind)
    .where('code', '=', code)
    .select(['utc_paid_back_on', 'utc_canceled_on', 'utc_paid_until'])

export const noteTold = (
  db: SchoolDb,
  { platform, kind, code }: Told,
  values: { utc_paid_back_on: Date } | { utc_canceled_on: Date; utc_paid_until: Date },
) =>
  db
    .updateTable('sales_transactions')
    .set(values)
    .where('platform', '=', platform)
    .where('kind', '=', kind)
    .where('code', '=', code)
    .execute()

/**
 * Whatever changes what a student has bought waits for whoever does so already: two who each saw the purchase of the other would both
 * leave the student in the class, or neither.
 */
export const holdStudents = (db: SchoolDb, userIds: string[]) =>
  db
    .selectFrom('memberships')
    .where((is) => is('user_id', '=', is.fn.any(is.val(userIds))))
    .select('user_id')
    .orderBy('user_id')
    .forNoKeyUpdate()
    .execute()

export interface NewGrant {
  platform: string
  transaction_code: string
  cohort_id: string
  user_id: string
  subscription_code: string | null
  utc_granted_on: Date
  utc_ends_on: Date | null
}

/** What had ended is open again. */
export const upsertGrant = (db: SchoolDb, grant: NewGrant) =>
  db
    .insertInto('sales_grants')
    .values(grant)
    .onConflict((conflict) =>
      conflict.columns(['school_id', 'platform', 'transaction_code', 'cohort_id']).doUpdateSet((is) => ({
        user_id: is.ref('excluded.user_id'),
        subscription_code: is.ref('excluded.subscription_code'),
        utc_ends_on: is.ref('excluded.utc_ends_on'),
        utc_ended_on: null,
      })),
    )
    .execute()

export interface Grant {
  platform: string
  transaction_code: string
  cohort_id: string
  user_id: string
}

const grants = (db: SchoolDb) =>
  db
    .selectFrom('sales_grants')
    .select(['platform', 'transaction_code', 'cohort_id', 'user_id'])
    .orderBy('user_id')
    .orderBy('cohort_id')

/** All that a purchase has opened, whether it has ended or not. */
export const listGrants = (db: SchoolDb, platform: string, transaction: string) =>
  grants(db)
    .select(['utc_ends_on', 'utc_ended_on'])
    .where('platform', '=', platform)
    .where('transaction_code', '=', transaction)
    .execute()

/** What a purchase or a subscription has opened and is open now. */
export const listLiveGrants = (db: SchoolDb, { platform, kind, code }: Told): Promise<Grant[]> =>
  grants(db)
    .where('utc_ended_on', 'is', null)
    .where('platform', '=', platform)
    .where(kind === 'purchase' ? 'transaction_code' : 'subscription_code', '=', code)
    .execute()

/** Some of those whose time has come. */
export const listDueGrants = (db: SchoolDb, now: Date, limit: number): Promise<Grant[]> =>
  grants(db).where('utc_ended_on', 'is', null).where('utc_ends_on', '<=', now).limit(limit).execute()

const listOf = (grants: Grant[]) => sql`unnest(${grants.map((grant) => grant.platform)}::text[],
    ${grants.map((grant) => grant.transaction_code)}::text[], ${grants.map((grant) => grant.cohort_id)}::bigint[])
  as one (platform, transaction_code, cohort_id)
  where g.school_id = ${thisSchool} and g.platform = one.platform and g.transaction_code = one.transaction_code and g.cohort_id = one.cohort_id`

/** @param endsOn when it ends with its subscription */
export const endGrants = (db: SchoolDb, grants: Grant[], now: Date, endsOn: Date | null) =>
  sql`update sales_grants g set utc_ended_on = ${now}, utc_ends_on = coalesce(${endsOn}, g.utc_ends_on) from ${listOf(grants)}`.execute(
    db,
  )

export const letGrantsEnd = (db: SchoolDb, grants: Grant[], on: Date) =>
  sql`update sales_grants g set utc_ends_on = ${on} from ${listOf(grants)}`.execute(db)

/** Whether another purchase keeps somebody in a class. */
export const hasLiveGrant = async (
  db: SchoolDb,
  { cohort_id, user_id }: Pick<Grant, 'cohort_id' | 'user_id'>,
): Promise<boolean> =>
  (await db
    .selectFrom('sales_grants')
    .where('cohort_id', '=', cohort_id)
    .where('user_id', '=', user_id)
    .where('utc_ended_on', 'is', null)
    .select('cohort_id')
    .limit(1)
    .executeTakeFirst()) !== undefined
