import { type PlatformDb, type SchoolDb, thisSchool } from '@escola/db'
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
    where t.school_id = ${thisSchool} and (t.is_automatic or not ${automaticOnly}::boolean) and (t.all_courses or exists (
      select from certificate_template_courses l where l.school_id = ${thisSchool} and l.template_id = t.id and l.course_id = ${courseId}))
    order by t.id desc limit 1`.execute(db)
  return rows[0]
}

const factColumns = [
  'student_name',
  'course_title',
  'workload_minutes',
  'school_name',
  'signature_name',
  'signature_key',
  'logo_key',
] as const

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

/** Holds the issues of one certificate until the transaction ends, so that they are made and drawn one after the other. */
export async function lockIssues(db: SchoolDb, { userId, courseId }: Claim) {
  await db
    .insertInto('certificate_issues')
    .values({ user_id: userId, course_id: courseId })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  await db
    .selectFrom('certificate_issues')
    .select('user_id')
    .where('user_id', '=', userId)
    .where('course_id', '=', courseId)
    .forUpdate()
    .execute()
}

export const findLatest = (db: SchoolDb, { userId, courseId }: Claim) =>
  db
    .selectFrom('certificates')
    .select(['id', 'number', 'status', ...factColumns])
    .where('user_id', '=', userId)
    .where('course_id', '=', courseId)
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst()

/** A certificate that could not be drawn is in no student's hands, so it gives way at once; any other stays until the next is ready. */
export const replaceFailed = (db: SchoolDb, { userId, courseId }: Claim, now: Date) =>
  db
    .updateTable('certificates')
    .set({ utc_replaced_on: now })
    .where('user_id', '=', userId)
    .where('course_id', '=', courseId)
    .where('utc_replaced_on', 'is', null)
    .where('status', '=', 'failed')
    .execute()

/** Facts that a certificate of the course would prove today, of those of these students who began it. */
async function listFacts(db: SchoolDb, courseId: string, userIds: string[], signer: Signer) {
  const facts = sql<{
    user_id: string
    student_name: string
    course_title: string
    workload_minutes: number
    utc_completed_on: Date
    current_number: number | null
  }>`
    select m.user_id, m.name as student_name, c.title as course_title, c.workload_minutes, p.utc_completed_on, t.number as current_number
    from memberships m
    join courses c on c.school_id = m.school_id and c.id = ${courseId}
    join course_progress p on p.school_id = m.school_id and p.user_id = m.user_id and p.course_id = c.id
    left join certificates t on t.school_id = m.school_id and t.user_id = m.user_id and t.course_id = c.id and t.utc_replaced_on is null
    where m.school_id = ${thisSchool} and m.user_id = any(${userIds}::bigint[])`
  const [{ rows }, school] = await Promise.all([
    facts.execute(db),
    db
      .selectFrom('schools')
      .select(({ fn }) => ['name as school_name', fn.coalesce('logo_wide_key', 'logo_square_key').as('logo_key')])
      .executeTakeFirstOrThrow(),
  ])
  const { signature_name, signature_key } = signer
  return rows.map((row) => ({ ...row, ...school, signature_name, signature_key }))
}

/** Whether the issue is yet to be drawn and will say what a new one would. */
export async function isSameQueued(
  db: SchoolDb,
  { userId, courseId }: Claim,
  issue: NonNullable<Awaited<ReturnType<typeof findLatest>>>,
  signer: Signer,
): Promise<boolean> {
  if (issue.status !== 'queued') return false
  const [facts] = await listFacts(db, courseId, [userId], signer)
  return facts !== undefined && factColumns.every((column) => facts[column] === issue[column])
}

export interface NewIssue {
  userId: string
  number: number
  code: string
}

/**
 * Copies what the certificates prove. One that is to follow another begins off the record, as replaced, until it is drawn (markReady).
 * Nothing comes back for a first one of those who have one already: the database allows one current.
 */
export async function insertCertificates(
  db: SchoolDb,
  courseId: string,
  issues: NewIssue[],
  signer: Signer,
  now: Date,
): Promise<{ id: string; number: number }[]> {
  const userIds = issues.map((issue) => issue.userId)
  const facts = new Map((await listFacts(db, courseId, userIds, signer)).map((each) => [each.user_id, each]))
  const proven = issues.flatMap((issue) => {
    const { current_number, ...factValues } = facts.get(issue.userId) ?? { current_number: null }
    const replaced = current_number !== null && current_number < issue.number
    const { number, code } = issue
    return 'user_id' in factValues ? [{ ...factValues, number, code, utc_replaced_on: replaced ? now : null }] : []
  })
  const columns = sql.raw(`user_id, number, code, utc_completed_on, utc_replaced_on, ${factColumns.join()}`)
  const { rows } = await sql<{ id: string; number: number }>`
    insert into certificates (school_id, course_id, utc_issued_on, ${columns})
    select ${thisSchool}::bigint, ${courseId}::bigint, ${now}::timestamptz, ${columns}
    from jsonb_to_recordset(${JSON.stringify(proven)}::jsonb) as r (user_id bigint, number int, code text,
      utc_completed_on timestamptz, utc_replaced_on timestamptz, student_name text, course_title text, workload_minutes int,
      school_name text, signature_name text, signature_key text, logo_key text)
    on conflict (school_id, user_id, course_id) where utc_replaced_on is null do nothing
    returning id, number`.execute(db)
  return rows
}

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

/** The PDF of every issue, replaced ones too. */
export const namedPdfs = (db: SchoolDb) =>
  db
    .selectFrom('certificates as t')
    .innerJoin('files as f', (join) =>
      join.onRef('f.school_id', '=', 't.school_id').onRef('f.storage_key', '=', 't.storage_key'),
    )
    .select(['f.school_id', 'f.id'])

export const findByCode = (db: SchoolDb, code: string) =>
  db.selectFrom('certificates').selectAll().where('code', '=', code).executeTakeFirst()

export async function findPrint(db: SchoolDb, id: string) {
  const [certificate, school] = await Promise.all([
    db
      .selectFrom('certificates')
      .select(['user_id', 'course_id', 'status', 'code', ...factColumns, 'utc_completed_on', 'utc_issued_on'])
      .where('user_id', 'is not', null)
      .$narrowType<{ user_id: string }>()
      .select((is) => is('utc_replaced_on', 'is not', null).$castTo<boolean>().as('follows_another'))
      .where('id', '=', id)
      .executeTakeFirst(),
    db.selectFrom('schools').select(['ui_theme', 'namespace']).executeTakeFirstOrThrow(),
  ])
  return certificate && { ...certificate, ...school }
}

/**
 * Only for the one run that found it not yet ready: puts it in the place of the issue before it, unless a later one has that place. The
 * issues of this certificate must be held.
 * @returns whether it is the current one now; undefined for every other run
 */
export async function markReady(
  db: SchoolDb,
  id: string,
  { storageKey, sha256 }: { storageKey: string; sha256: string },
  now: Date,
) {
  const own = await db
    .selectFrom('certificates as t')
    .leftJoin('certificates as e', (join) =>
      join
        .onRef('e.school_id', '=', 't.school_id')
        .onRef('e.user_id', '=', 't.user_id')
        .onRef('e.course_id', '=', 't.course_id')
        .onRef('e.id', '<>', 't.id')
        .on('e.utc_replaced_on', 'is', null),
    )
    .select(['t.number', 't.utc_replaced_on', 'e.id as current_id', 'e.number as current_number'])
    .where('t.id', '=', id)
    .where('t.status', '<>', 'ready')
    .executeTakeFirst()
  if (!own) return undefined
  const isLate = own.current_number !== null && own.current_number > own.number
  if (own.current_id !== null && !isLate) await replace(db, own.current_id, now)
  const utc_replaced_on = isLate ? own.utc_replaced_on : null
  await db
    .updateTable('certificates')
    .set({ status: 'ready', storage_key: storageKey, sha256, failure: null, utc_replaced_on })
    .where('id', '=', id)
    .execute()
  return utc_replaced_on === null
}

const replace = (db: SchoolDb, id: string, now: Date) =>
  db.updateTable('certificates').set({ utc_replaced_on: now }).where('id', '=', id).execute()

export const markFailed = (db: SchoolDb, id: string, failure: string | null) =>
  db
    .updateTable('certificates')
    .set({ status: 'failed', failure })
    .where('id', '=', id)
    .where('status', '=', 'queued')
    .execute()

export const insertTemplate = (db: PlatformDb, schoolId: string, signatureName: string) =>
  db.insertInto('certificate_templates').values({ school_id: schoolId, signature_name: signatureName }).execute()

/** Certificates that were never drawn prove nothing and go; the files of the others go with those that no row names. */
export async function unnameCertificates(db: SchoolDb, userId: string): Promise<void> {
  await db.deleteFrom('certificates').where('user_id', '=', userId).where('status', '<>', 'ready').execute()
  await db
    .updateTable('certificates')
    .set({ user_id: null, student_name: '', storage_key: null })
    .where('user_id', '=', userId)
    .execute()
  await db.deleteFrom('certificate_issues').where('user_id', '=', userId).execute()
}
