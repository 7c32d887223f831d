import type { SchoolDb } from '@escola/db'

/** Name that a certificate of the student would print today. */
export const findNameToday = async (db: SchoolDb, userId: string) =>
  (await db.selectFrom('memberships').select('name').where('user_id', '=', userId).executeTakeFirst())?.name

export const markStudentReissue = (db: SchoolDb, recordId: string, now: Date) =>
  db.updateTable('certificate_records').set({ utc_student_reissued_on: now }).where('id', '=', recordId).execute()
