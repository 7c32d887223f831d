import type { PayWay } from '@escola/contract/payments.contract'
import type { PaidPlanId } from '@escola/contract/prices'
import type { PlatformDb, SchoolDb, Tables } from '@escola/db'
import type { Insertable } from 'kysely'
import { type PageRange, readingOrder } from '../../core/paging.ts'
import { purposeOf } from './subscriptions.queries.ts'

/** Finds the last refusal of a payment of a month since a moment; undefined without one. */
export const findFault = async (db: SchoolDb, since: Date): Promise<string | undefined> =>
  (
    await db
      .selectFrom('payments')
      .select('fault')
      .where('fault', '<>', '')
      .where('utc_created_on', '>=', since)
      .where(purposeOf, 'in', ['month_code', 'overdue_month', 'renewal'])
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirst()
  )?.fault

export const saveGrace = (db: SchoolDb, row: Insertable<Tables['open_graces']>) =>
  db
    .insertInto('open_graces')
    .values(row)
    .onConflict((conflict) => conflict.column('school_id').doUpdateSet(row))
    .execute()

export const deleteGrace = (db: SchoolDb) => db.deleteFrom('open_graces').execute()

export async function countGraces(db: PlatformDb): Promise<number> {
  const { total } = await db
    .selectFrom('open_graces')
    .select((row) => row.cast<number>(row.fn.countAll(), 'integer').as('total'))
    .executeTakeFirstOrThrow()
  return total
}

export interface GraceRow {
  school_id: string
  name: string
  plan_id: PaidPlanId
  way: PayWay
  fault: string
  utc_ends_on: Date
}

/** Lists the graces of all schools, the first to end first. */
export async function listGraces(db: PlatformDb, range: PageRange): Promise<GraceRow[]> {
  const order = readingOrder('asc', range)
  const rows = (await db
    .selectFrom('open_graces as g')
    .innerJoin('schools as s', 's.id', 'g.school_id')
    .select(['g.school_id', 's.name', 'g.plan_id', 'g.way', 'g.fault', 'g.utc_ends_on'])
    .orderBy('g.utc_ends_on', order)
    .orderBy('g.school_id', order)
    .limit(range.limit)
    .offset(range.offset)
    .execute()) as GraceRow[]
  return range.fromEnd ? rows.toReversed() : rows
}
