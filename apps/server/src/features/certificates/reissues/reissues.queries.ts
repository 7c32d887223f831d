import { type SchoolDb, thisSchool } from '@escola/db'
import { sql } from 'kysely'
import type { Claim } from '../issuing/records.queries.ts'

export interface RunningReissue {
  id: string
  templateId: string
  untilRecordId: string
  lastRecordId: string
}

/** Begins to issue all certificates of a template again; one that is under way stays. @returns the id of a new one */
export async function insertReissue(
  db: SchoolDb,
  templateId: string,
  { certificates, untilRecordId }: Reissuable,
  now: Date,
): Promise<string | undefined> {
  const values = { template_id: templateId, until_record_id: untilRecordId, total: certificates, utc_asked_on: now }
  const inserted = await db
    .insertInto('certificate_reissues')
    .values(values)
    .onConflict((on) => on.doNothing())
    .returning('id')
    .executeTakeFirst()
  return inserted?.id
}

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

/** Locks a re-issue that is under way until the transaction ends; undefined when it has ended, or its template is gone. */
export const lockReissue = (db: SchoolDb, id: string): Promise<RunningReissue | undefined> =>
  db
    .selectFrom('certificate_reissues')
    .where('id', '=', id)
    .where('utc_ended_on', 'is', null)
    .select(['id', 'template_id as templateId', 'until_record_id as untilRecordId', 'last_record_id as lastRecordId'])
    .forUpdate()
    .executeTakeFirst()

/** Lists the next certificates that count and name the template, without revoked ones, in the order of their records. */
export async function listNextRecords(
  db: SchoolDb,
  { templateId, lastRecordId, untilRecordId }: RunningReissue,
  limit: number,
): Promise<string[]> {
  const { rows } = await sql<{ record_id: string }>`
    select t.record_id from certificates t
    where t.school_id = ${thisSchool} and t.template_id = ${templateId} and t.utc_replaced_on is null
      and t.record_id > ${lastRecordId} and t.record_id <= ${untilRecordId}
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

export const insertRefusal = (db: SchoolDb, refusal: { reissue_id: string; record_id: string; why: string }) =>
  db
    .insertInto('certificate_reissue_refusals')
    .values(refusal)
    .onConflict((on) => on.doNothing())
    .execute()

export const advanceReissue = (
  db: SchoolDb,
  id: string,
  { done, reissued, last }: { done: number; reissued: number; last: string },
) =>
  db
    .updateTable('certificate_reissues')
    .set((is) => ({ done: is('done', '+', done), reissued: is('reissued', '+', reissued), last_record_id: last }))
    .where('id', '=', id)
    .execute()

export const endReissue = (db: SchoolDb, id: string, now: Date) =>
  db.updateTable('certificate_reissues').set({ utc_ended_on: now }).where('id', '=', id).execute()

/** Finds the newest re-issue of a template, and how many of the template's issues are yet to be drawn. */
export async function findLatestReissue(db: SchoolDb, templateId: string) {
  const { rows } = await sql<{
    id: string
    total: number
    done: number
    reissued: number
    queued: number
    refused: number
    utc_asked_on: Date
    utc_ended_on: Date | null
  }>`
    select r.id, r.total, r.done, r.reissued, r.utc_asked_on, r.utc_ended_on,
      (select count(*)::int from certificates t
        where t.school_id = ${thisSchool} and t.status = 'queued' and t.template_id = r.template_id) as queued,
      (select count(*)::int from certificate_reissue_refusals f where f.school_id = ${thisSchool} and f.reissue_id = r.id) as refused
    from certificate_reissues r where r.school_id = ${thisSchool} and r.template_id = ${templateId}
    order by r.id desc limit 1`.execute(db)
  return rows[0]
}

/** Lists the first certificates that stayed as they were, by student. */
export async function listRefusals(db: SchoolDb, reissueId: string, limit: number) {
  const { rows } = await sql<{ name: string; why: string }>`
    select coalesce(m.name, '') as name, f.why from certificate_reissue_refusals f
    join certificate_records r on r.school_id = ${thisSchool} and r.id = f.record_id
    left join memberships m on m.school_id = ${thisSchool} and m.user_id = r.user_id
    where f.school_id = ${thisSchool} and f.reissue_id = ${reissueId} order by f.record_id limit ${limit}`.execute(db)
  return rows
}
