import type { PlatformDb } from '@escola/db'

export const findCustomer = async (db: PlatformDb, schoolId: string): Promise<string | undefined> =>
  (await db.selectFrom('stripe_customers').where('school_id', '=', schoolId).select('customer_id').executeTakeFirst())
    ?.customer_id

export const findSchool = async (db: PlatformDb, customerId: string): Promise<string | undefined> =>
  (await db.selectFrom('stripe_customers').where('customer_id', '=', customerId).select('school_id').executeTakeFirst())
    ?.school_id

export const insertCustomer = (db: PlatformDb, schoolId: string, customerId: string) =>
  db
    .insertInto('stripe_customers')
    .values({ school_id: schoolId, customer_id: customerId })
    // A payment that comes at the same time may be met in either of the two unique indexes.
    .onConflict((conflict) => conflict.doNothing())
    .execute()
