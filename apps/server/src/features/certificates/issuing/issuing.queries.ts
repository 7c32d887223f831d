import { type SchoolDb, thisSchool } from '@escola/db'
import { sql } from 'kysely'
import { CertificateFacts } from './facts.ts'
import type { Subject } from './records.queries.ts'

/** Whether the school gives certificates. */
export async function givesCertificates(db: SchoolDb): Promise<boolean> {
  const school = await db.selectFrom('schools').select('has_certificate').executeTakeFirst()
  return school?.has_certificate ?? false
}

/** Which of these students never had a certificate of the course. */
export async function listUncertified(db: SchoolDb, courseId: string, userIds: string[]) {
  const certified = await db
    .selectFrom('certificates')
    .select('user_id')
    .where('course_id', '=', courseId)
    .where((is) => is('user_id', '=', is.fn.any(is.val(userIds))))
    .execute()
  const certifiedIds = new Set(certified.map((row) => row.user_id))
  return userIds.filter((userId) => !certifiedIds.has(userId))
}

interface Study {
  userId: string
  courseId: string
}
const selectCompletion = (db: SchoolDb, { userId, courseId }: Study) =>
  db
    .selectFrom('course_progress')
    .select('utc_completed_on')
    .where('user_id', '=', userId)
    .where('course_id', '=', courseId)

/** Moment at which the student completed the course; null before that, undefined without any progress. */
export async function findCompletion(db: SchoolDb, study: Study): Promise<Date | null | undefined> {
  const progress = await selectCompletion(db, study).executeTakeFirst()
  return progress?.utc_completed_on
}

/** Holds a student's progress in a course as a click on a lesson does. @returns whether the course is finished */
export async function lockCompletion(db: SchoolDb, study: Study): Promise<boolean> {
  // A click may be finishing the course, so the moment is read once the lock is held.
  const progress = await selectCompletion(db, study).forNoKeyUpdate().executeTakeFirst()
  return Boolean(progress?.utc_completed_on)
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
 * Returns nothing for the first certificate of a student who has one already: the issues of a certificate are numbered once each.
 */
export async function insertCertificates(
  db: SchoolDb,
  { courseId }: Subject,
  issues: NewIssue[],
  now: Date,
): Promise<{ id: string; number: number }[]> {
  if (issues.length === 0) return []
  const values = issues.map((issue) => ({
    ...issue,
    replacedOn: issue.isFollowing ? now : null,
  }))
  const { rows } = await sql<{ id: string; number: number; record_id: string }>`
    insert into certificates (school_id, course_id, utc_issued_on, user_id, record_id, template_id, number, code, salt, facts,
      sealed_cpf, utc_completed_on, utc_replaced_on)
    select ${thisSchool}::bigint, ${courseId ?? null}::bigint, ${now}::timestamptz, "userId", "recordId", "templateId", number, code, salt, facts,
      "sealedCpf", "completedOn", "replacedOn"
    from jsonb_to_recordset(${JSON.stringify(values)}::jsonb) as r ("userId" bigint, "recordId" bigint, "templateId" bigint, number int,
      code text, salt text, facts jsonb, "sealedCpf" text, "completedOn" timestamptz, "replacedOn" timestamptz)
    on conflict (school_id, record_id, number) do nothing
    returning id, number, record_id`.execute(db)
  const courseIdsOf = new Map(
    issues.map(({ recordId, facts }) => [recordId, facts.courses.map((each) => each.course_id)]),
  )
  const named = rows.flatMap(({ id, record_id }) => courseIdsOf.get(record_id)!.map((course) => ({ id, course })))
  await sql`
    insert into certificate_courses (school_id, certificate_id, course_id)
    select ${thisSchool}::bigint, n.id, n.course_id
    from unnest(${named.map(({ id }) => id)}::bigint[], ${named.map(({ course }) => course)}::bigint[]) n (id, course_id)
    on conflict do nothing`.execute(db)
  return rows.map(({ id, number }) => ({ id, number }))
}

/** Deletes certificates that were never drawn, which have no place in the register. The files of the others are removed with the unused files. */
export async function unnameCertificates(db: SchoolDb, userId: string): Promise<void> {
  await db.deleteFrom('certificates').where('user_id', '=', userId).where('status', '<>', 'ready').execute()
  await sql`
    update certificates set user_id = null, storage_key = null, sealed_cpf = null, facts = facts || '{"student_name": ""}'::jsonb
    where school_id = ${thisSchool} and user_id = ${userId}`.execute(db)
  await sql`
    delete from certificate_records r where r.school_id = ${thisSchool} and r.user_id = ${userId} and r.register_number is null
      and not exists (select from certificates t where t.school_id = ${thisSchool} and t.record_id = r.id)`.execute(db)
  await db.updateTable('certificate_records').set({ user_id: null }).where('user_id', '=', userId).execute()
}
