import type { SchoolDb } from '@escola/db'

export const markStudentReissue = (db: SchoolDb, recordId: string, now: Date) =>
  db.updateTable('certificate_records').set({ utc_student_reissued_on: now }).where('id', '=', recordId).execute()
