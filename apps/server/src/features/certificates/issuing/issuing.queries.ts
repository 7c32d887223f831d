import { type SchoolDb, thisSchool } from '@escola/db'
import { sql } from 'kysely'
import { CertificateFacts } from './facts.ts'
import type { Claim } from './records.queries.ts'

/** Students who never had a certificate of the course; none when the school gives no certificates. */
export async function listUncertified(db: SchoolDb, courseId: string, userIds: string[]) {
  const [school, certified] = await Promise.all([
    db.selectFrom('schools').select('has_certificate').executeTakeFirst(),
    db
      .selectFrom('certificates')
      .select('user_id')
      .where('course_id', '=', courseId)
      .where((is) => is('user_id', '=', is.fn.any(is.val(userIds))))
      .execute(),
  ])
  if (!school?.has_certificate) return []
  const certifiedIds = new Set(certified.map((row) => row.user_id))
  return userIds.filter((userId) => !certifiedIds.has(userId))
}

/** Moment at which the student completed the course; null before that, undefined without any progress. */
export async function findCompletion(db: SchoolDb, { userId, courseId }: Claim): Promise<Date | null | undefined> {
  const progress = await db
    .selectFrom('course_progress')
    .select('utc_completed_on')
    .where('user_id', '=', userId)
    .where('course_id', '=', courseId)
    .executeTakeFirst()
  return progress?.utc_completed_on
}

export async function findLatest(db: SchoolDb, recordId: string) {
  const latest = await db
    .selectFrom('certificates')
    .select(['id', 'number', 'status', 'facts', 'sealed_cpf'])
    .where('record_id', '=', recordId)
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst()
  return latest && { ...latest, facts: CertificateFacts.parse(latest.facts) }
}

/** A certificate that could not be drawn is in no student's hands, so it gives way at once; any other stays until the next is ready. */
export async function replaceFailed(db: SchoolDb, recordId: string, now: Date): Promise<void> {
  await db
    .updateTable('certificates')
    .set({ utc_replaced_on: now })
    .where('record_id', '=', recordId)
    .where('utc_replaced_on', 'is', null)
    .where('status', '=', 'failed')
    .execute()
}

/** Whether an issue of the certificate counts now. */
export const hasCurrent = async (db: SchoolDb, recordId: string): Promise<boolean> =>
  (await db
    .selectFrom('certificates')
    .select('id')
    .where('record_id', '=', recordId)
    .where('utc_replaced_on', 'is', null)
    .executeTakeFirst()) !== undefined

export interface NewIssue {
  userId: string
  recordId: string
  templateId: string | null
  number: number
  code: string
  salt: string
  facts: CertificateFacts
  sealedCpf: string | null
  completedOn: Date
  /** Whether it follows an issue that counts until this one is drawn. */
  isFollowing: boolean
}

/**
 * Inserts issues with what they prove. One that is to follow another begins off the record, as replaced, until it is drawn (markReady).
 * Nothing comes back for a first one of those who have one already: the database allows one current.
 */
export async function insertCertificates(
  db: SchoolDb,
  courseId: string,
  issues: NewIssue[],
  now: Date,
): Promise<{ id: string; number: number }[]> {
  if (issues.length === 0) return []
  const values = issues.map((issue) => ({
    ...issue,
    replacedOn: issue.isFollowing ? now : null,
  }))
  const { rows } = await sql<{ id: string; number: number }>`
    insert into certificates (school_id, course_id, utc_issued_on, user_id, record_id, template_id, number, code, salt, facts,
      sealed_cpf, utc_completed_on, utc_replaced_on)
    select ${thisSchool}::bigint, ${courseId}::bigint, ${now}::timestamptz, "userId", "recordId", "templateId", number, code, salt, facts,
      "sealedCpf", "completedOn", "replacedOn"
    from jsonb_to_recordset(${JSON.stringify(values)}::jsonb) as r ("userId" bigint, "recordId" bigint, "templateId" bigint, number int,
      code text, salt text, facts jsonb, "sealedCpf" text, "completedOn" timestamptz, "replacedOn" timestamptz)
    on conflict (school_id, user_id, course_id) where utc_replaced_on is null do nothing
    returning id, number`.execute(db)
  const ids = rows.map(({ id }) => id)
  await sql`
    insert into certificate_courses (school_id, certificate_id, course_id)
    select ${thisSchool}::bigint, i.id, ${courseId}::bigint from unnest(${ids}::bigint[]) i (id) on conflict do nothing`.execute(
    db,
  )
  return rows
}

/** Certificates that were never drawn prove nothing and go; the files of the others go with those that no row names. */
export async function unnameCertificates(db: SchoolDb, userId: string): Promise<void> {
  await db.deleteFrom('certificates').where('user_id', '=', userId).where('status', '<>', 'ready').execute()
  await sql`
    update certificates set user_id = null, storage_key = null, sealed_cpf = null, facts = facts || '{"student_name": ""}'::jsonb
    where school_id = ${thisSchool} and user_id = ${userId}`.execute(db)
  await db.updateTable('certificate_records').set({ user_id: null }).where('user_id', '=', userId).execute()
}
