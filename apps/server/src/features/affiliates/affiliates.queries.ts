import type { SchoolDb, Tables } from '@escola/db'
import type { Selectable, Updateable } from 'kysely'
import { type PageRange, readingOrder } from '../../core/paging.ts'

export type AffiliateRow = Selectable<Tables['affiliates']>
/** Values of another school that this one shows. */
export type Card = Pick<
  AffiliateRow,
  'name' | 'email' | 'cellphone' | 'namespace' | 'domain' | 'logo_wide_key' | 'logo_dark_wide_key'
>

/** Row of a school that was asked, with the title of its plan; it is held until the transaction ends. */
export const lockAffiliate = (db: SchoolDb, affiliateId: string) =>
  db
    .selectFrom('affiliates as a')
    .leftJoin('affiliate_plans as p', (join) =>
      join.onRef('p.school_id', '=', 'a.school_id').onRef('p.id', '=', 'a.plan_id'),
    )
    .selectAll('a')
    .select('p.title as plan_title')
    .where('a.affiliate_id', '=', affiliateId)
    .forUpdate('a')
    .executeTakeFirst()

type NewAffiliate = Pick<AffiliateRow, 'affiliate_id' | 'plan_id' | 'utc_invited_on'> & Card

/** @returns whether the school was not there before */
export const insertAffiliate = async (db: SchoolDb, values: NewAffiliate): Promise<boolean> =>
  (await db
    .insertInto('affiliates')
    .values(values)
    .onConflict((conflict) => conflict.doNothing())
    .returning('affiliate_id')
    .executeTakeFirst()) !== undefined

export const updateAffiliate = (db: SchoolDb, affiliateId: string, values: Updateable<Tables['affiliates']>) =>
  db.updateTable('affiliates').set(values).where('affiliate_id', '=', affiliateId).execute()

export const countAffiliates = async (db: SchoolDb, planId: string): Promise<number> =>
  Number(
    (
      await db
        .selectFrom('affiliates')
        .where('plan_id', '=', planId)
        .select(({ fn }) => fn.countAll<string>().as('total'))
        .executeTakeFirstOrThrow()
    ).total,
  )

export async function listAffiliates(db: SchoolDb, planId: string, range: PageRange): Promise<AffiliateRow[]> {
  const order = readingOrder('asc', range)
  const rows = await db
    .selectFrom('affiliates')
    .selectAll()
    .where('plan_id', '=', planId)
    .orderBy('name', order)
    .orderBy('affiliate_id', order)
    .offset(range.offset)
    .limit(range.limit)
    .execute()
  return range.fromEnd ? rows.reverse() : rows
}

export const findAffiliate = (db: SchoolDb, affiliateId: string) =>
  db.selectFrom('affiliates').selectAll().where('affiliate_id', '=', affiliateId).executeTakeFirst()

/** Plans of those among these schools that are in one, whatever they answered. */
export const listPlansOf = async (db: SchoolDb, affiliateIds: string[]) =>
  db
    .selectFrom('affiliates')
    .select(['affiliate_id', 'plan_id'])
    .where((is) => is('affiliate_id', '=', is.fn.any(is.val(affiliateIds))))
    .where('plan_id', 'is not', null)
    .$narrowType<{ plan_id: string }>()
    .orderBy('affiliate_id')
    .execute()

export const hasApproved = async (db: SchoolDb): Promise<boolean> =>
  (await db
    .selectFrom('affiliates')
    .select('affiliate_id')
    .where('utc_approved_on', 'is not', null)
    .where('utc_declined_on', 'is', null)
    .where('utc_removed_on', 'is', null)
    .limit(1)
    .executeTakeFirst()) !== undefined

/** Takes the plan away from those who have not answered. @returns their ids */
export const removeWaiting = async (db: SchoolDb, now: Date): Promise<string[]> =>
  (
    await db
      .updateTable('affiliates')
      .set({ plan_id: null, utc_removed_on: now })
      .where('utc_approved_on', 'is', null)
      .where('utc_declined_on', 'is', null)
      .where('utc_removed_on', 'is', null)
      .returning('affiliate_id')
      .execute()
  ).map((row) => row.affiliate_id)

/** Schools that are in a plan, whatever they answered. */
export const listIds = async (db: SchoolDb): Promise<string[]> =>
  (
    await db
      .selectFrom('affiliates')
      .select('affiliate_id')
      .where('utc_removed_on', 'is', null)
      .orderBy('affiliate_id')
      .execute()
  ).map((row) => row.affiliate_id)

/** Moment at which the school was made. */
export const findSchoolAge = (db: SchoolDb) =>
  db.selectFrom('schools').select('utc_created_on').executeTakeFirstOrThrow()
