import { type IssuedState, reissueLimits } from '@escola/contract/certificate-reissues.contract'
import { type SchoolDb, thisSchool } from '@escola/db'
import { sql } from 'kysely'
import { type PageRange, readingOrder } from '../../../core/paging.ts'
import { patternOf } from '../../../core/search-pattern.ts'
import { readCode } from '../issuing/code.ts'
import { CertificateFacts } from '../issuing/facts.ts'

export interface IssuedFilter {
  templateId: string
  state: IssuedState | undefined
  /** Records that a search has found; undefined: all. */
  recordIds: string[] | undefined
}

export const findTitle = (db: SchoolDb, templateId: string) =>
  db.selectFrom('certificate_templates').select('title').where('id', '=', templateId).executeTakeFirst()

/** Finds the records of a register number, of a code of any issue, or of students by their name, the first of them. */
export async function findRecords(db: SchoolDb, search: string): Promise<string[]> {
  const pattern = patternOf(search)
  const number = /^\d{1,9}$/.test(search) ? Number(search) : null
  // A cluster of databases joins no function that reads a school's tables with them.
  const found = await sql<{ id: string }>`
    select id from app.find_students(${pattern}, ${pattern}, ${reissueLimits.found}::int) as found (id)`.execute(db)
  const userIds = found.rows.map(({ id }) => id)
  const { rows } = await sql<{ id: string }>`
    select r.id from certificate_records r where r.school_id = ${thisSchool} and r.register_number = ${number}::integer
    union select t.record_id from certificates t where t.school_id = ${thisSchool} and t.code = ${readCode(search)}
    union select t.record_id from certificates t
      where t.school_id = ${thisSchool} and t.user_id = any(${userIds}::bigint[]) and t.utc_replaced_on is null`.execute(
    db,
  )
  return rows.map(({ id }) => id)
}

/** Newest issues that are not drawn. */
const unsettled = (status: 'queued' | 'failed') => sql`
  select u.record_id from certificates u where u.school_id = ${thisSchool} and u.status = ${status}
    and not exists (select from certificates l where l.school_id = ${thisSchool} and l.record_id = u.record_id and l.number > u.number)`

const revoked = sql`select r.id from certificate_records r where r.school_id = ${thisSchool} and r.utc_revoked_on is not null`
const isRevoked = sql`exists (${revoked} and r.id = t.record_id)`

const conditionOf: Record<IssuedState, ReturnType<typeof sql>> = {
  revoked: sql`and t.record_id in (${revoked})`,
  queued: sql`and t.record_id in (${unsettled('queued')}) and not ${isRevoked}`,
  failed: sql`and t.record_id in (${unsettled('failed')}) and not ${isRevoked}`,
  ready: sql`and t.record_id not in (${unsettled('queued')} union all ${unsettled('failed')}) and not ${isRevoked}`,
}

/** Issues that count of a template: one for each certificate. */
const issuesOf = ({ templateId, state, recordIds }: IssuedFilter) => sql`
  from certificates t
  where t.school_id = ${thisSchool} and t.template_id = ${templateId} and t.utc_replaced_on is null
    ${recordIds ? sql`and t.record_id = any (${recordIds}::bigint[])` : sql``}
    ${state ? conditionOf[state] : sql``}`

/** Counts the certificates of a filter. Valid ones are counted as all less the few others, because counting them directly takes seconds. */
export async function countIssued(db: SchoolDb, filter: IssuedFilter): Promise<number> {
  if (filter.state === 'ready') {
    const counts = await Promise.all(
      [undefined, 'revoked' as const, 'queued' as const, 'failed' as const].map((state) =>
        countIssued(db, { ...filter, state }),
      ),
    )
    return counts.reduce((all, some) => all - some)
  }
  const { rows } = await sql<{ total: number }>`select count(*)::int as total ${issuesOf(filter)}`.execute(db)
  return rows[0]!.total
}

interface IssuedRow {
  id: string
  facts: unknown
  code: string
  number: number
  register_number: number | null
  register_book: number | null
  status: 'queued' | 'ready' | 'failed'
  failure: string | null
  utc_revoked_on: Date | null
  revoked_why: string
  utc_issued_on: Date
  link: string | null
}

/** Lists the certificates of a range, the newest first, each as its newest issue says it. */
export async function listIssued(db: SchoolDb, filter: IssuedFilter, range: PageRange) {
  const reading = sql.raw(readingOrder('desc', range))
  const { rows: found } = await sql<{ record_id: string }>`
    select t.record_id ${issuesOf(filter)} order by t.record_id ${reading} limit ${range.limit} offset ${range.offset}`.execute(
    db,
  )
  const { rows } = await sql<IssuedRow>`
    select n.id, n.facts, n.code, n.number, r.register_number, r.register_book, n.status, n.failure, r.utc_revoked_on, r.revoked_why,
      n.utc_issued_on, m.link
    from certificate_records r
    cross join lateral (select * from certificates i where i.school_id = ${thisSchool} and i.record_id = r.id order by i.number desc limit 1) n
    left join memberships m on m.school_id = ${thisSchool} and m.user_id = r.user_id
    where r.school_id = ${thisSchool} and r.id = any (${found.map(({ record_id }) => record_id)}::bigint[])
    order by r.id desc`.execute(db)
  return rows.map((row) => ({ ...row, facts: CertificateFacts.parse(row.facts) }))
}
