import { type SchoolDb, thisSchool } from '@escola/db'
import { sql } from 'kysely'
import type { Claim } from '../issuing/records.queries.ts'

/** Number of certificates of the template that were revoked. */
const revokedOf = (templateId: string) => sql`
  (select count(*) from certificate_records r
    join certificates v on v.school_id = ${thisSchool} and v.record_id = r.id and v.utc_replaced_on is null and v.template_id = ${templateId}
    where r.school_id = ${thisSchool} and r.utc_revoked_on is not null)`

export interface Reissuable {
  certificates: number
  /** Record of the last of them; '0' without any. */
  untilRecordId: string
}

/** Counts the certificates that a re-issue of all would look at. */
export async function findReissuable(db: SchoolDb, templateId: string): Promise<Reissuable> {
  const { rows } = await sql<Reissuable>`
    select (count(*) - ${revokedOf(templateId)})::int as certificates, coalesce(max(t.record_id), 0)::text as "untilRecordId"
    from certificates t where t.school_id = ${thisSchool} and t.template_id = ${templateId} and t.utc_replaced_on is null`.execute(
    db,
  )
  return rows[0]!
}

/** Lists the next certificates that count and name the template, without revoked ones, in the order of their records. */
export async function listNextRecords(
  db: SchoolDb,
  {
    templateId,
    after,
    untilRecordId,
    limit,
  }: { templateId: string; after: string; untilRecordId: string; limit: number },
): Promise<string[]> {
  const { rows } = await sql<{ record_id: string }>`
    select t.record_id from certificates t
    where t.school_id = ${thisSchool} and t.template_id = ${templateId} and t.utc_replaced_on is null
      and t.record_id > ${after} and t.record_id <= ${untilRecordId}
      and not exists (select from certificate_records r
        where r.school_id = ${thisSchool} and r.id = t.record_id and r.utc_revoked_on is not null)
    order by t.record_id limit ${limit}`.execute(db)
  return rows.map(({ record_id }) => record_id)
}

/** Finds of which student a certificate is, and of which course or sum; undefined once the student was erased. */
export async function findClaim(db: SchoolDb, recordId: string): Promise<Claim | undefined> {
  const record = await db
    .selectFrom('certificate_records')
    .select(['user_id', 'course_id', 'template_id'])
    .where('id', '=', recordId)
    .executeTakeFirst()
  if (!record?.user_id) return undefined
  const { user_id: userId, course_id, template_id } = record
  return course_id === null ? { userId, sumId: template_id! } : { userId, courseId: course_id }
}

/** Counts the issues of a template that are yet to be drawn. */
export async function countQueued(db: SchoolDb, templateId: string): Promise<number> {
  const { queued } = await db
    .selectFrom('certificates')
    .where('status', '=', 'queued')
    .where('template_id', '=', templateId)
    .select(({ fn }) => fn.countAll<string>().as('queued'))
    .executeTakeFirstOrThrow()
  return Number(queued)
}

/** A run, or a re-issue that release 1.0 has begun. */
export type Refusing = { runId: string } | { reissueId: string }
const refusalsOf = (of: Refusing) =>
  'runId' in of
    ? sql`(select record_id, why from run_refusals where school_id = ${thisSchool} and run_id = ${of.runId}) f`
    : sql`(select record_id, why from certificate_reissue_refusals where school_id = ${thisSchool} and reissue_id = ${of.reissueId}) f`

export async function countRefusals(db: SchoolDb, of: Refusing): Promise<number> {
  const { rows } = await sql<{ refused: number }>`select count(*)::int as refused from ${refusalsOf(of)}`.execute(db)
  return rows[0]!.refused
}

/** Lists the first certificates that stayed as they were, by student. */
export async function listRefusals(db: SchoolDb, of: Refusing, limit: number) {
  const { rows } = await sql<{ name: string; why: string }>`
    select coalesce(m.name, '') as name, f.why from ${refusalsOf(of)}
    join certificate_records r on r.school_id = ${thisSchool} and r.id = f.record_id
    left join memberships m on m.school_id = ${thisSchool} and m.user_id = r.user_id
    order by f.record_id limit ${limit}`.execute(db)
  return rows
}
