import type { PlanId } from '@escola/contract/prices'
import { type SchoolDb, thisSchool } from '@escola/db'
import { sql } from 'kysely'

export interface BillingStateRow {
  number: string
  plan_id: PlanId
  is_blocked: boolean
  utc_from: Date
}
const columns = ['number', 'plan_id', 'is_blocked', 'utc_from'] as const

/** Finds the newest change up to a moment; of all without one. */
export const findBillingState = async (db: SchoolDb, until?: Date): Promise<BillingStateRow | undefined> =>
  (await db
    .selectFrom('school_plans')
    .select(columns)
    .$if(until !== undefined, (query) => query.where('utc_from', '<=', until!))
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst()) as BillingStateRow | undefined

/** Lists the changes before a moment, oldest first, from the one on that held when a range began. */
export const listBillingStates = async (
  db: SchoolDb,
  { from, before }: { from: Date; before: Date },
): Promise<BillingStateRow[]> =>
  (await db
    .selectFrom('school_plans')
    .select(columns)
    .where('utc_from', '<', before)
    .where((change) =>
      change(
        'number',
        '>=',
        change.fn.coalesce(
          change
            .selectFrom('school_plans as earlier')
            .select(({ fn }) => fn.max('earlier.number').as('number'))
            .where('earlier.utc_from', '<=', from),
          sql<string>`0`,
        ),
      ),
    )
    .orderBy('number')
    .execute()) as BillingStateRow[]

export const insertBillingState = (db: SchoolDb, row: BillingStateRow) =>
  db.insertInto('school_plans').values(row).execute()

/** The lists of the platform show this copy. Written last, because it stands on another node of a cluster. */
export const copyPlan = (db: SchoolDb, planId: PlanId) =>
  sql`update schools set plan_id = ${planId} where id = ${thisSchool}`.execute(db)
