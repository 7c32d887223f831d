import { type SchoolDb, thisSchool } from '@escola/db'
import { sql } from 'kysely'

export interface Claim {
  userId: string
  courseId: string
}

/** False when the school has no such person, or no such course. */
export async function hasMemberAndCourse(db: SchoolDb, { userId, courseId }: Claim) {
  const { rows } = await sql`
    select from memberships m join courses c on c.school_id = m.school_id and c.id = ${courseId}
    where m.school_id = ${thisSchool} and m.user_id = ${userId}`.execute(db)
  return rows.length > 0
}

/** Makes the records that are missing of the course's certificates. @returns those of all these students */
export async function ensureRecords(db: SchoolDb, courseId: string, userIds: string[], now: Date) {
  await sql`
    insert into certificate_records (school_id, user_id, course_id, utc_created_on)
    select ${thisSchool}::bigint, u.id, ${courseId}::bigint, ${now}::timestamptz from unnest(${userIds}::bigint[]) u (id)
    on conflict (school_id, user_id, course_id) where course_id is not null do nothing`.execute(db)
  return db
    .selectFrom('certificate_records')
    .select(['id', 'user_id'])
    .where('course_id', '=', courseId)
    .where((is) => is('user_id', '=', is.fn.any(is.val(userIds))))
    .execute()
}

/** Holds the issues of one certificate until the transaction ends, so that they are made and drawn one after the other. */
export const lockRecord = (db: SchoolDb, id: string) =>
  db
    .selectFrom('certificate_records')
    .select(['id', 'utc_revoked_on', 'register_number', 'register_book', 'utc_student_reissued_on'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow()

/** Finds the certificate of an issue and its student; undefined once the student was erased. */
export const findOwner = (db: SchoolDb, certificateId: string) =>
  db
    .selectFrom('certificates')
    .select(['record_id', 'user_id'])
    .where('id', '=', certificateId)
    .where('user_id', 'is not', null)
    .where('record_id', 'is not', null)
    .$narrowType<{ record_id: string; user_id: string }>()
    .executeTakeFirst()

export const setRevocation = (
  db: SchoolDb,
  id: string,
  revocation: { utc_revoked_on: Date | null; revoked_why: string; revoked_by: string | null },
) => db.updateTable('certificate_records').set(revocation).where('id', '=', id).execute()
