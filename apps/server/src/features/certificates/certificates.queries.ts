import type { SchoolDb } from '@escola/db'
import { sql } from 'kysely'

export interface Claim {
  userId: string
  courseId: string
}

/** False when the school has no such person, or no such course. */
export async function isKnown(db: SchoolDb, { userId, courseId }: Claim) {
  const { rows } = await sql`
    select from memberships m join courses c on c.school_id = m.school_id where m.user_id = ${userId} and c.id = ${courseId}`.execute(
    db,
  )
  return rows.length > 0
}

/** Those who never had a certificate of the course; nobody when the school gives none. */
export async function listUncertified(db: SchoolDb, courseId: string, userIds: string[]) {
  const { rows } = await sql<{ user_id: string }>`
    select r.user_id from schools s cross join unnest(${userIds}::bigint[]) as r (user_id)
    where s.id = app.school_id() and s.has_certificate and not exists (select from certificates t
      where t.school_id = s.id and t.user_id = r.user_id and t.course_id = ${courseId})`.execute(db)
  return rows.map((row) => row.user_id)
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

/** Nobody holds one that could not be drawn, so it gives way at once; any other stays until the next is ready. */
export const replaceFailed = (db: SchoolDb, { userId, courseId }: Claim, now: Date) =>
  db
    .updateTable('certificates')
    .set({ utc_replaced_on: now })
    .where('user_id', '=', userId)
    .where('course_id', '=', courseId)
    .where('utc_replaced_on', 'is', null)
    .where('status', '=', 'failed')
    .execute()

const factColumns = sql.raw(
  [
    'student_name',
    'course_title',
    'workload_minutes',
    'school_name',
    'signature_name',
    'signature_key',
    'logo_key',
  ].join(),
)

/** What a certificate of the course would prove today, of everybody who began it. */
const facts = (courseId: string, { signature_name, signature_key }: Signer) => sql`
  select m.user_id, p.utc_completed_on, m.name as student_name, c.title as course_title, c.workload_minutes, s.name as school_name,
    ${signature_name}::text as signature_name, ${signature_key}::text as signature_key,
    coalesce(s.logo_wide_key, s.logo_square_key) as logo_key
  from memberships m
  join schools s on s.id = m.school_id
  join courses c on c.school_id = m.school_id and c.id = ${courseId}
  join course_progress p on p.school_id = m.school_id and p.user_id = m.user_id and p.course_id = c.id`

/** That issue, if it is yet to be drawn and will say what a new one would. */
export async function findSameQueued(db: SchoolDb, { userId, courseId }: Claim, number: number, signer: Signer) {
  const { rows } = await sql<{ id: string; number: number }>`
    select t.id, t.number from certificates t
    where t.user_id = ${userId} and t.course_id = ${courseId} and t.number = ${number} and t.status = 'queued'
      and exists (select ${factColumns} from (${facts(courseId, signer)}) f where f.user_id = t.user_id
        intersect select ${factColumns} from certificates where school_id = t.school_id and id = t.id)`.execute(db)
  return rows[0]
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
) {
  const { rows } = await sql<{ id: string; number: number }>`
    insert into certificates (user_id, course_id, number, code, utc_completed_on, utc_issued_on, utc_replaced_on, ${factColumns})
    select r.user_id, ${courseId}, r.number, r.code, f.utc_completed_on, ${now},
      case when exists (select from certificates e where e.user_id = r.user_id and e.course_id = ${courseId}
        and e.utc_replaced_on is null and e.number < r.number) then ${now}::timestamptz end, ${factColumns}
    from unnest(${issues.map((issue) => issue.userId)}::bigint[], ${issues.map((issue) => issue.number)}::int[],
      ${issues.map((issue) => issue.code)}::text[]) as r (user_id, number, code)
    join (${facts(courseId, signer)}) f on f.user_id = r.user_id
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
  const { rows } = await sql<{
    user_id: string
    course_id: string
    status: string
    follows_another: boolean
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
    ui_theme: string
    namespace: string | null
  }>`
    select t.user_id, t.course_id, t.status, t.utc_replaced_on is not null as follows_another, t.code, t.student_name, t.course_title,
      t.workload_minutes, t.school_name, t.signature_name, t.signature_key, t.logo_key, t.utc_completed_on, t.utc_issued_on, s.ui_theme, s.namespace
    from certificates t join schools s on s.id = t.school_id where t.id = ${id}`.execute(db)
  return rows[0]
}

/**
 * Only for the one run that found it not yet ready: puts it in the place of the issue before it, unless a later one has that place.
 * @returns whether it is the current one now; undefined for every other run
 */
export async function markReady(
  db: SchoolDb,
  id: string,
  { storageKey, sha256 }: { storageKey: string; sha256: string },
  now: Date,
) {
  await sql`
    update certificates e set utc_replaced_on = ${now} from certificates t
    where t.id = ${id} and t.status <> 'ready' and e.school_id = t.school_id and e.user_id = t.user_id and e.course_id = t.course_id
      and e.utc_replaced_on is null and e.number < t.number`.execute(db)
  const { rows } = await sql<{ is_current: boolean }>`
    update certificates t set status = 'ready', storage_key = ${storageKey}, sha256 = ${sha256}, failure = null,
      utc_replaced_on = case when exists (select from certificates e where e.school_id = t.school_id and e.user_id = t.user_id
        and e.course_id = t.course_id and e.utc_replaced_on is null and e.number > t.number) then t.utc_replaced_on end
    where t.id = ${id} and t.status <> 'ready'
    returning utc_replaced_on is null as is_current`.execute(db)
  return rows[0]?.is_current
}

export const markFailed = (db: SchoolDb, id: string, failure: string | null) =>
  db
    .updateTable('certificates')
    .set({ status: 'failed', failure })
    .where('id', '=', id)
    .where('status', '=', 'queued')
    .execute()
