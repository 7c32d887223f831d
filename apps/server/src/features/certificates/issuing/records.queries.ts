import { type SchoolDb, thisSchool } from '@escola/db'
import { sql } from 'kysely'

/** Subject of a certificate: one course, or the template that sums several. */
export type Subject = { courseId: string; sumId?: undefined } | { sumId: string; courseId?: undefined }
export type Claim = Subject & { userId: string }

/** False when the school has no such person, or no such course. */
export async function hasMemberAndCourse(db: SchoolDb, { userId, courseId }: { userId: string; courseId: string }) {
  const { rows } = await sql`
    select from memberships m join courses c on c.school_id = m.school_id and c.id = ${courseId}
    where m.school_id = ${thisSchool} and m.user_id = ${userId}`.execute(db)
  return rows.length > 0
}

/** Finds the student's name of today. */
export const findStudentName = async (db: SchoolDb, userId: string): Promise<string> =>
  (await db.selectFrom('memberships').select('name').where('user_id', '=', userId).executeTakeFirstOrThrow()).name

/** Makes the records that are missing of the subject's certificates. @returns those of all these students */
export async function ensureRecords(db: SchoolDb, { courseId, sumId }: Subject, userIds: string[], now: Date) {
  await sql`
    insert into certificate_records (school_id, user_id, course_id, template_id, utc_created_on)
    select ${thisSchool}::bigint, u.id, ${courseId ?? null}::bigint, ${sumId ?? null}::bigint, ${now}::timestamptz
    from unnest(${userIds}::bigint[]) u (id) on conflict do nothing`.execute(db)
  return db
    .selectFrom('certificate_records')
    .select(['id', 'user_id'])
    .where((is) =>
      courseId === undefined
        ? is.and([is('course_id', 'is', null), is('template_id', '=', sumId)])
        : is('course_id', '=', courseId),
    )
    .where((is) => is('user_id', '=', is.fn.any(is.val(userIds))))
    .execute()
}

/** Records why a certificate of which nothing was issued can't be printed; null: nothing is in its way. */
export const setHeld = (db: SchoolDb, recordIds: string[], held_why: string | null) =>
  db
    .updateTable('certificate_records')
    .set({ held_why })
    .where((is) => is('id', '=', is.fn.any(is.val(recordIds))))
    .where('held_why', 'is distinct from', held_why)
    .execute()

/** Locks the issues of one certificate until the transaction ends, so that they are made and drawn one after the other. */
export const lockRecord = (db: SchoolDb, id: string) =>
  db
    .selectFrom('certificate_records')
    .select(['id', 'utc_revoked_on', 'register_number', 'register_book', 'utc_student_reissued_on'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow()

/** Locks several, in one order. */
export const lockRecords = (db: SchoolDb, ids: string[]) =>
  db
    .selectFrom('certificate_records')
    .select('id')
    .where((is) => is('id', '=', is.fn.any(is.val(ids))))
    .orderBy('id')
    .forUpdate()
    .execute()

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

/** Finds the issue of a certificate that counts now and was drawn. */
export const findDrawn = (db: SchoolDb, recordId: string) =>
  db
    .selectFrom('certificates')
    .select('id')
    .where('record_id', '=', recordId)
    .where('utc_replaced_on', 'is', null)
    .where('status', '=', 'ready')
    .executeTakeFirst()

export const setRevocation = (
  db: SchoolDb,
  id: string,
  revocation: { utc_revoked_on: Date | null; revoked_why: string; revoked_by: string | null },
) => db.updateTable('certificate_records').set(revocation).where('id', '=', id).execute()
