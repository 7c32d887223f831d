import type { PlatformDb, SchoolDb } from '@escola/db'
import { type PersonSchool, personSchoolColumns } from './person-schools.queries.ts'

/** Lists those of these members for whom another goes on. */
export const listMergedAmong = (db: SchoolDb, userIds: string[]) =>
  db
    .selectFrom('memberships')
    .where((is) => is('user_id', '=', is.fn.any(is.val(userIds))))
    .where('merged_into', 'is not', null)
    .select(['user_id as userId', 'merged_into as mergedInto'])
    .execute()

export const listMergedInto = (db: SchoolDb, userIds: string[]) =>
  db
    .selectFrom('memberships')
    .where((is) => is('merged_into', '=', is.fn.any(is.val(userIds))))
    .select(['user_id as userId', 'name', 'email'])
    .orderBy('user_id')
    .execute()

/** E-mail by which the school knows the student who goes on for this one; undefined where there is none. */
export const findOwnMerging = (db: PlatformDb, schoolId: string, userId: string) =>
  db
    .selectFrom('memberships as m')
    .innerJoin('memberships as f', (join) =>
      join.onRef('f.school_id', '=', 'm.school_id').onRef('f.user_id', '=', 'm.merged_into'),
    )
    .where('m.school_id', '=', schoolId)
    .where('f.school_id', '=', schoolId)
    .where('m.user_id', '=', userId)
    .select('f.email')
    .executeTakeFirst()

/** @param mergedInto null: the student is one by themselves again */
export const setMergedInto = (db: SchoolDb, userId: string, mergedInto: string | null): Promise<PersonSchool[]> =>
  db
    .updateTable('memberships')
    .set({ merged_into: mergedInto, is_student: mergedInto === null })
    .where('user_id', '=', userId)
    .returning(personSchoolColumns)
    .execute()

/** Frees a member, who is no student, for a place of their own. */
export const clearMergedInto = (db: SchoolDb, userId: string) =>
  db.updateTable('memberships').set({ merged_into: null }).where('user_id', '=', userId).execute()

export const clearStudent = (db: SchoolDb, userId: string): Promise<PersonSchool[]> =>
  db
    .updateTable('memberships')
    .set({ is_student: false })
    .where('user_id', '=', userId)
    .returning(personSchoolColumns)
    .execute()

export const clearCredentials = (db: SchoolDb, userId: string) =>
  db
    .updateTable('memberships')
    .set({ password_hash: null, access_token_hash: null })
    .where('user_id', '=', userId)
    .execute()
