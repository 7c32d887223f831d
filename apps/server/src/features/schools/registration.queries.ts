import type { PlatformDb } from '@escola/db'

/** @returns the id; undefined when the namespace is taken, also by a sign-up at the same time */
export const insertSchool = async (
  db: PlatformDb,
  row: { name: string; email: string; isAcademy: boolean },
  namespace: string | null,
): Promise<string | undefined> =>
  (
    await db
      .insertInto('schools')
      .values({ name: row.name, email: row.email, is_academy: row.isAcademy, namespace })
      .onConflict((conflict) => conflict.constraint('schools__namespace').doNothing())
      .returning('id')
      .executeTakeFirst()
  )?.id

/** Changes the school's e-mail where it is still the former one. */
export const updateSchoolEmail = (db: PlatformDb, schoolId: string, { from, to }: { from: string; to: string }) =>
  db.updateTable('schools').set({ email: to }).where('id', '=', schoolId).where('email', '=', from).execute()
