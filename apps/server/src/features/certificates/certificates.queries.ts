import type { SchoolDb } from '@escola/db'
import { sql } from 'kysely'

export interface Claim {
  userId: string
  courseId: string
}

/** Everything that a certificate copies; undefined when the course, the person or the school's wish for certificates is missing. */
export async function findProof(db: SchoolDb, { userId, courseId }: Claim) {
  const { rows } = await sql<{
    student_name: string
    course_title: string
    workload_minutes: number
    school_name: string
    logo_key: string | null
    has_certificate: boolean
    utc_completed_on: Date | null
  }>`
    select m.name as student_name, c.title as course_title, c.workload_minutes, s.name as school_name, s.has_certificate,
      coalesce(s.logo_wide_key, s.logo_square_key) as logo_key, p.utc_completed_on
    from schools s
    join memberships m on m.school_id = s.id and m.user_id = ${userId}
    join courses c on c.school_id = s.id and c.id = ${courseId}
    left join course_progress p on p.school_id = s.id and p.user_id = m.user_id and p.course_id = c.id
    where s.id = app.school_id()`.execute(db)
  return rows[0]
}

export interface Signer {
  signature_name: string
  signature_key: string | null
}

/** The newest model for the course. */
export async function findSigner(
  db: SchoolDb,
  courseId: string,
  { automaticOnly }: { automaticOnly: boolean },
): Promise<Signer | undefined> {
  const { rows } = await sql<Signer>`
    select t.signature_name, t.signature_key from certificate_templates t
    where (t.is_automatic or not ${automaticOnly}::boolean) and (t.all_courses or exists (
      select from certificate_template_courses l where l.school_id = t.school_id and l.template_id = t.id and l.course_id = ${courseId}))
    order by t.id desc limit 1`.execute(db)
  return rows[0]
}

/** Holds every issue of one certificate in a row. */
export const lockIssues = (db: SchoolDb, { userId, courseId }: Claim) =>
  db
    .selectFrom('course_progress')
    .select('utc_completed_on')
    .where('user_id', '=', userId)
    .where('course_id', '=', courseId)
    .forUpdate()
    .executeTakeFirst()

export const findLatest = (db: SchoolDb, { userId, courseId }: Claim) =>
  db
    .selectFrom('certificates')
    .select(['number', 'signature_name', 'signature_key'])
    .where('user_id', '=', userId)
    .where('course_id', '=', courseId)
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst()

export const replaceCurrent = (db: SchoolDb, { userId, courseId }: Claim, now: Date) =>
  db
    .updateTable('certificates')
    .set({ utc_replaced_on: now })
    .where('user_id', '=', userId)
    .where('course_id', '=', courseId)
    .where('utc_replaced_on', 'is', null)
    .execute()

export interface NewCertificate extends Signer {
  user_id: string
  course_id: string
  number: number
  code: string
  student_name: string
  course_title: string
  workload_minutes: number
  school_name: string
  logo_key: string | null
  utc_completed_on: Date
  utc_issued_on: Date
}

/** Nothing comes back when a current certificate already exists: the database allows one. */
export const insertCertificate = (db: SchoolDb, row: NewCertificate) =>
  db
    .insertInto('certificates')
    .values(row)
    .onConflict((conflict) =>
      conflict.columns(['school_id', 'user_id', 'course_id']).where('utc_replaced_on', 'is', null).doNothing(),
    )
    .returning(['id', 'number'])
    .executeTakeFirst()

export const listOf = (db: SchoolDb, userId: string) =>
  db
    .selectFrom('certificates as t')
    .leftJoin('courses as c', (join) => join.onRef('c.school_id', '=', 't.school_id').onRef('c.id', '=', 't.course_id'))
    .select([
      't.id',
      't.course_id',
      't.course_title',
      't.code',
      't.status',
      't.workload_minutes',
      't.utc_completed_on',
      't.utc_issued_on',
      'c.link as course_link',
    ])
    .where('t.user_id', '=', userId)
    .where('t.utc_replaced_on', 'is', null)
    .orderBy('t.utc_issued_on', 'desc')
    .orderBy('t.id', 'desc')
    .execute()

/** With the stored file that its PDF became, once it did. */
export const findPdf = (db: SchoolDb, id: string) =>
  db
    .selectFrom('certificates as t')
    .leftJoin('files as f', (join) =>
      join.onRef('f.school_id', '=', 't.school_id').onRef('f.storage_key', '=', 't.storage_key'),
    )
    .select(['t.user_id', 't.status', 'f.id as file_id'])
    .where('t.id', '=', id)
    .executeTakeFirst()

export const findByCode = (db: SchoolDb, code: string) =>
  db.selectFrom('certificates').selectAll().where('code', '=', code).executeTakeFirst()

export async function findPrint(db: SchoolDb, id: string) {
  const { rows } = await sql<{
    user_id: string
    status: string
    code: string
    student_name: string
    course_title: string
    workload_minutes: number
    school_name: string
    signature_name: string
    signature_key: string | null
    logo_key: string | null
    utc_completed_on: Date
    utc_issued_on: Date
    namespace: string | null
    ui_theme: string
  }>`
    select t.user_id, t.status, t.code, t.student_name, t.course_title, t.workload_minutes, t.school_name, t.signature_name,
      t.signature_key, t.logo_key, t.utc_completed_on, t.utc_issued_on, s.namespace, s.ui_theme
    from certificates t join schools s on s.id = t.school_id where t.id = ${id}`.execute(db)
  return rows[0]
}

/** True for the one run that found it not yet ready. */
export async function markReady(
  db: SchoolDb,
  id: string,
  { storageKey, sha256 }: { storageKey: string; sha256: string },
) {
  const { numUpdatedRows } = await db
    .updateTable('certificates')
    .set({ status: 'ready', storage_key: storageKey, sha256 })
    .where('id', '=', id)
    .where('status', '!=', 'ready')
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

export const insertPdfFile = (db: SchoolDb, file: { storage_key: string; filename: string; size_bytes: number }) =>
  db
    .insertInto('files')
    .values({
      ...file,
      size_bytes: String(file.size_bytes),
      purpose: 'certificate',
      content_type: 'application/pdf',
    })
    .onConflict((conflict) =>
      conflict.columns(['school_id', 'storage_key']).doUpdateSet({ size_bytes: String(file.size_bytes) }),
    )
    .execute()

export const markFailed = (db: SchoolDb, id: string) =>
  db.updateTable('certificates').set({ status: 'failed' }).where('id', '=', id).where('status', '=', 'queued').execute()
