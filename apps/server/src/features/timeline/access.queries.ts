import { type SchoolDb, thisSchool } from '@escola/db'
import { sql } from 'kysely'

/** Import that a grant came with; null for every other source. */
export const importIdOf = (grant: string) =>
  sql`case when ${sql.ref(`${grant}.source`)} = 'importer' and ${sql.ref(`${grant}.source_key`)} ~ '^\\d{1,18}$'
    then ${sql.ref(`${grant}.source_key`)}::bigint end`

/** Platform of a sale's grant; '' for every other source. */
export const platformOf = (grant: string) =>
  sql`case when ${sql.ref(`${grant}.source`)} = 'sale' then app.sale_platform(${sql.ref(`${grant}.source_key`)}) else '' end`

/** Code of the purchase of a sale's grant; '' for every other source. */
export const purchaseOf = (grant: string) =>
  sql`case when ${sql.ref(`${grant}.source`)} = 'sale' then app.sale_purchase(${sql.ref(`${grant}.source_key`)}) else '' end`

export interface StudentRow {
  user_id: string
  email: string
}
/** A student with all who were merged into them, and with all e-mails that the school knows of them. */
export interface Student extends StudentRow {
  userIds: string[]
  emails: string[]
}

/** A student's public link identifies them, and so does their id. */
export async function findStudent(db: SchoolDb, link: string): Promise<StudentRow | undefined> {
  const { rows } = await sql<StudentRow>`
    select user_id, email from memberships
    where school_id = ${thisSchool} and is_student and (link = ${link}::text or user_id = case when ${link}::text ~ '^[1-9][0-9]{0,17}$' then ${link}::text::bigint end)
    order by link = ${link}::text desc limit 1`.execute(db)
  return rows[0]
}

export interface AnswerRow {
  cohort_id: string | null
  title: string
  source: string
  platform: string
  transaction: string
  filename: string
  line: number | null
  given_by: string
  since: Date
  ends_on: Date | null
  ended_on: Date | null
  ended_why: string
  ended_by: string
  opens: number
  is_hidden: boolean
}

/**
 * The grant that answers for each class of a student: the living grant with the latest end, else the grant that ended last. A grant whose time is over
 * has ended, whether the clock has been there or not.
 */
export async function listAnswers(db: SchoolDb, userId: string, now: Date, limit: number): Promise<AnswerRow[]> {
  const { rows } = await sql<AnswerRow>`
    with mine as (
      select id, cohort_id, cohort_title, source, source_key, source_line, granted_by, utc_starts_on, utc_ends_on, ended_by,
        coalesce(utc_ended_on, case when utc_ends_on <= ${now} then utc_ends_on end) as ended_on, coalesce(ended_why, 'expired') as ended_why
      from enrollment_grants where school_id = ${thisSchool} and user_id = ${userId}
    ), chosen as (
      select distinct on (cohort_id) * from mine
      order by cohort_id, ended_on desc nulls first, utc_ends_on desc nulls first, utc_starts_on, id
    )
    select h.id as cohort_id, coalesce(h.title, g.cohort_title, '') as title, g.source, ${platformOf('g')} as platform,
      ${purchaseOf('g')} as transaction,
      coalesce(i.filename, '') as filename, g.source_line as line, coalesce(giver.name, '') as given_by,
      coalesce(case when g.source = 'sale' then (select min(f.utc_occurred_on) from purchase_facts f
        where f.school_id = ${thisSchool} and f.platform = ${platformOf('g')} and f.purchase_code = ${purchaseOf('g')}
          and f.purchase_code <> '' and f.kind = 'paid') end, g.utc_starts_on) as since,
      g.utc_ends_on as ends_on, g.ended_on, case when g.ended_on is null then '' else g.ended_why end as ended_why, coalesce(ender.name, '') as ended_by,
      (select count(*)::int from cohort_openings o where o.school_id = ${thisSchool} and o.cohort_id = g.cohort_id) as opens,
      coalesce(h.is_hidden, false) as is_hidden
    from chosen g
    left join cohorts h on h.school_id = ${thisSchool} and h.id = g.cohort_id
    left join imports i on i.school_id = ${thisSchool} and i.id = ${importIdOf('g')}
    left join memberships giver on giver.school_id = ${thisSchool} and giver.user_id = g.granted_by
    left join memberships ender on ender.school_id = ${thisSchool} and ender.user_id = g.ended_by
    order by g.ended_on desc nulls first, title, g.id limit ${limit}::int`.execute(db)
  return rows
}

export interface LeftByMove {
  cohort_id: string
  is_hidden: boolean
  title: string
  moved_to: string
  moved_on: Date
  moved_by: string
}

/** Classes that a student has left by being moved, with the latest move from each. A grant keeps the moment of its last move alone. */
export async function listLeftByMove(db: SchoolDb, userId: string, limit: number): Promise<LeftByMove[]> {
  const { rows } = await sql<LeftByMove>`
    select distinct on (h.id) h.id as cohort_id, h.is_hidden, h.title, coalesce(t.title, g.cohort_title, '') as moved_to, g.utc_moved_on as moved_on,
      coalesce(mover.name, '') as moved_by
    from enrollment_grants g
    join cohorts h on h.school_id = ${thisSchool} and h.id = g.moved_from[cardinality(g.moved_from)]
    left join cohorts t on t.school_id = ${thisSchool} and t.id = g.cohort_id
    left join memberships mover on mover.school_id = ${thisSchool} and mover.user_id = g.moved_by
    where g.school_id = ${thisSchool} and g.user_id = ${userId} and g.utc_moved_on is not null
    order by h.id, g.utc_moved_on desc limit ${limit}::int`.execute(db)
  return rows
}

/** Condition of the sales of a student: those of their e-mail, and of the purchases that have opened a class for them. */
export const ofStudent = ({ user_id, emails }: Student) => sql`s.school_id = ${thisSchool} and s.id in (
  select id from sales where school_id = ${thisSchool} and buyer_email <> '' and buyer_email = any(${emails}::text[])
    and (corrected_email = '' or corrected_email = any(${emails}::text[]))
  union select id from sales where school_id = ${thisSchool} and corrected_email <> '' and corrected_email = any(${emails}::text[])
  union select b.id from enrollment_grants g
    join sales b on b.school_id = ${thisSchool} and b.transaction_code <> '' and b.transaction_code = ${purchaseOf('g')}
      and b.platform = ${platformOf('g')}
    where g.school_id = ${thisSchool} and g.user_id = ${user_id} and g.source = 'sale')`

/** Number of a student's sales in some states. */
export async function countSales(db: SchoolDb, student: Student, states: readonly string[]): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*)::int as total from sales s where ${ofStudent(student)} and s.state = any(${states}::text[])`.execute(
    db,
  )
  return rows[0]!.total
}
