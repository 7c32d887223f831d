import type { PlatformDb, SchoolDb } from '@escola/db'

export const insertErased = (db: SchoolDb, userIds: string[]) =>
  db
    .insertInto('erased_people')
    .values(userIds.map((user_id) => ({ user_id })))
    .onConflict((conflict) => conflict.columns(['school_id', 'user_id']).doNothing())
    .execute()

export const deleteErased = (db: SchoolDb, userIds: string[]) =>
  db.deleteFrom('erased_people').where('user_id', 'in', userIds).execute()

export const deleteErasedEverywhere = (db: PlatformDb, userId: string) =>
  db.deleteFrom('erased_people').where('user_id', '=', userId).execute()

export const findErased = (db: SchoolDb, userId: string) =>
  db.selectFrom('erased_people').where('user_id', '=', userId).select('user_id').executeTakeFirst()

/** Name of the school, where it has erased the user. */
export const findEraser = async (db: PlatformDb, schoolId: string, userId: string): Promise<string | undefined> =>
  (
    await db
      .selectFrom('erased_people as e')
      .innerJoin('schools as s', 's.id', 'e.school_id')
      .where('e.school_id', '=', schoolId)
      .where('e.user_id', '=', userId)
      .select('s.name')
      .executeTakeFirst()
  )?.name
