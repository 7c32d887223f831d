import type { PlatformDb, SchoolDb } from '@escola/db'

export const findCustomer = async (db: PlatformDb, schoolId: string): Promise<string | undefined> =>
  (
    await db
      .selectFrom('stripe_customers')
      .where('school_id', '=', schoolId)
      .where('is_present', '=', true)
      .select('customer_id')
      .executeTakeFirst()
  )?.customer_id

/** Lists the customers that the school is, and was. */
export const listCustomers = async (db: PlatformDb, schoolId: string): Promise<string[]> => {
  const rows = await db
    .selectFrom('stripe_customers')
    .where('school_id', '=', schoolId)
    .select('customer_id')
    .orderBy('customer_id')
    .execute()
  return rows.map(({ customer_id }) => customer_id)
}

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

/** Makes one of the customers that a school was the present one; the others stay as those of the past. */
export async function returnToCustomer(db: PlatformDb, schoolId: string, customerId: string): Promise<void> {
  // Two calls that return at once do so one after the other.
  await db.selectFrom('stripe_customers').where('school_id', '=', schoolId).select('customer_id').forUpdate().execute()
  const update = () => db.updateTable('stripe_customers').where('school_id', '=', schoolId)
  await update().where('customer_id', '<>', customerId).set({ is_present: false }).execute()
  await update().where('customer_id', '=', customerId).set({ is_present: true }).execute()
}

/** Keeps a customer that the provider no longer has as a former one. */
export const leaveCustomer = (db: PlatformDb, customerId: string) =>
  db.updateTable('stripe_customers').set({ is_present: false }).where('customer_id', '=', customerId).execute()

/** Reads the school as a payer: its name and e-mail, its CPF or CNPJ ('' for none), and its address. */
export const findSchoolDetails = (db: SchoolDb) =>
  db
    .selectFrom('schools')
    .select(['name', 'email', 'tax_id', 'namespace', 'domain', 'use_own_domain', 'is_domain_broken'])
    .executeTakeFirstOrThrow()
