import type { SalesPlatformName } from '@escola/contract/sales'
import type { Term } from '@escola/contract/terms'
import { type SchoolDb, thisSchool } from '@escola/db'
import { sql } from 'kysely'
import { importIdOf, ofStudent, platformOf, purchaseOf, type Student, type StudentRow } from './access.queries.ts'
import { type Asked, keyOf, momentOf, type Row, rangeOf } from './ranges.queries.ts'

export interface GrantEventRow extends Row {
  kind: 'given' | 'ended' | 'moved'
  title: string
  from_title: string
  source: string
  platform: string
  transaction: string
  filename: string
  line: number | null
  since: Date
  ended_why: string
  by_name: string
  /** Another grant held the class open at that moment. */
  has_other: boolean
  /** The student had the class before, and has it again. */
  is_back: boolean
}

/**
 * Grants of a student as events: given, moved, ended. Grants that were moved together are one event. One that goes on after a gap keeps the start of
 * before; what happened at the moment at which it was given is told.
 */
export async function listGrantEvents(db: SchoolDb, { user_id }: StudentRow, asked: Asked): Promise<GrantEventRow[]> {
  const { rows } = await sql<GrantEventRow>`
    with mine as (
      select *, coalesce(utc_resumed_on, utc_starts_on) as given_on from enrollment_grants where school_id = ${thisSchool} and user_id = ${user_id}
    ), shown as (
      select * from (
        (select distinct on (source, source_key, given_on, place) 'given' as kind, ${keyOf('given', sql`id`)}, ${momentOf('given_on')}, id as grant_id,
          place, null::bigint as from_id, granted_by as by_id
        from (select *, coalesce(moved_from[1], cohort_id) as place from mine) g order by source, source_key, given_on, place, id)
        union all
        select 'ended', ${keyOf('ended', sql`id`)}, ${momentOf('utc_ended_on')}, id,
          case when utc_moved_on > utc_ended_on then moved_from[cardinality(moved_from)] else cohort_id end, null, ended_by
        from mine where ended_why <> 'moved'
        union all
        (select distinct on (utc_moved_on, cohort_id, from_id) 'moved', ${keyOf('moved', sql`id`)}, ${momentOf('utc_moved_on')}, id, cohort_id, from_id, moved_by
        from (select *, moved_from[cardinality(moved_from)] as from_id from mine where utc_moved_on is not null) g
        order by utc_moved_on, cohort_id, from_id, id)
      ) e ${rangeOf(asked)}
    )
    select e.kind, e.key, e.moment, coalesce(h.title, case when e.place = g.cohort_id then g.cohort_title end, '') as title,
      coalesce(f.title, '') as from_title, g.source, ${platformOf('g')} as platform,
      ${purchaseOf('g')} as transaction, coalesce(i.filename, '') as filename, g.source_line as line,
      g.utc_starts_on as since, coalesce(g.ended_why, '') as ended_why, coalesce(m.name, '') as by_name,
      exists (select from mine o cross join lateral (select case when e.kind = 'ended' then g.utc_ended_on else g.given_on end as moment) at
        where o.cohort_id = g.cohort_id and o.id <> g.id and coalesce(least(o.utc_ended_on, o.utc_ends_on), 'infinity') > at.moment
          and (o.given_on < at.moment or (o.given_on = at.moment and (e.kind = 'ended' or o.id < g.id)))) as has_other,
      e.kind = 'given' and g.utc_resumed_on is not null and exists (select from mine o where o.id <> g.id and o.given_on < g.given_on
        and (o.cohort_id = g.cohort_id or g.cohort_id = any(o.moved_from) or o.cohort_id = any(g.moved_from))
        and least(o.utc_ended_on, o.utc_ends_on) <= g.given_on) as is_back
    from shown e
    join mine g on g.id = e.grant_id
    left join cohorts h on h.school_id = ${thisSchool} and h.id = e.place
    left join cohorts f on f.school_id = ${thisSchool} and f.id = e.from_id
    left join imports i on i.school_id = ${thisSchool} and i.id = ${importIdOf('g')}
    left join memberships m on m.school_id = ${thisSchool} and m.user_id = e.by_id`.execute(db)
  return rows
}

export interface SaleEventRow extends Row {
  platform: string
  event: string
  state: string
  reason: string
  reason_detail: string
  transaction: string
  product_name: string
}

export async function listSaleEvents(db: SchoolDb, student: Student, asked: Asked): Promise<SaleEventRow[]> {
  const { rows } = await sql<SaleEventRow>`
    select * from (
      select ${keyOf('sale', sql`s.id`)}, ${momentOf('s.utc_received_on')}, s.platform, s.event, s.state, s.reason, s.reason_detail,
        s.transaction_code as transaction, s.product_name
      from sales s where ${ofStudent(student)}
    ) e ${rangeOf(asked)}`.execute(db)
  return rows
}

export interface GivingRow extends Row {
  platform: string
  transaction: string
  /** The purchase was given to this student, and not taken from them. */
  is_received: boolean
  other_name: string
}

/** Purchases that the school gave to a student, or took from them for another. */
export async function listGivings(db: SchoolDb, { user_id }: StudentRow, asked: Asked): Promise<GivingRow[]> {
  const { rows } = await sql<GivingRow>`
    select e.*, coalesce(m.name, '') as other_name from (
      select * from (
        select ${keyOf('passed', sql`id`)}, ${momentOf('utc_occurred_on')}, platform, purchase_code as transaction, user_id = ${user_id} as is_received,
          case when user_id = ${user_id} then from_user_id else user_id end as other_id
        from purchase_facts
        where school_id = ${thisSchool} and kind = 'given' and (user_id = ${user_id} or from_user_id = ${user_id})
      ) e ${rangeOf(asked)}
    ) e
    left join memberships m on m.school_id = ${thisSchool} and m.user_id = e.other_id`.execute(db)
  return rows
}

export interface MessageEventRow extends Row {
  message: string
  status: string
  outcome: string | null
  sent_on: Date | null
}

export async function listMessageEvents(
  db: SchoolDb,
  { userIds }: Student,
  kinds: readonly string[],
  asked: Asked,
): Promise<MessageEventRow[]> {
  const { rows } = await sql<MessageEventRow>`
    select * from (
      select ${keyOf('message', sql`t.id`)}, ${momentOf('t.utc_created_on')}, t.kind as message, t.status, t.outcome, t.utc_sent_on as sent_on
      from messages t where t.school_id = ${thisSchool} and t.user_id = any(${userIds}::bigint[]) and t.kind = any(${kinds}::text[])
    ) e ${rangeOf(asked)}`.execute(db)
  return rows
}

export interface TermEventRow extends Row {
  title: string
  ends_on: Date | null
  set_by: string
}

/** Ends that administrators have set by hand for the student, the latest of each class. */
export async function listTermEvents(db: SchoolDb, { user_id }: StudentRow, asked: Asked): Promise<TermEventRow[]> {
  const { rows } = await sql<TermEventRow>`
    select e.key, e.moment, e.ends_on, h.title, coalesce(m.name, '') as set_by from (
      select * from (
        select ${keyOf('term', sql`cohort_id`)}, ${momentOf('utc_set_on')}, cohort_id, utc_ends_on as ends_on, set_by as by_id
        from term_exceptions where school_id = ${thisSchool} and user_id = ${user_id}
      ) e ${rangeOf(asked)}
    ) e
    join cohorts h on h.school_id = ${thisSchool} and h.id = e.cohort_id
    left join memberships m on m.school_id = ${thisSchool} and m.user_id = e.by_id`.execute(db)
  return rows
}

export interface TermChangeRow extends Row {
  title: string
  term: Term | null
  platform: SalesPlatformName | null
  set_by: string
}

/**
 * New terms of classes, and of what integrations sold there, that applied to the student: they were there, had an earlier grant for which it was meant,
 * and their turn has come. An end that was set for the student since hides that the grant followed the class then, so its moment says it.
 */
export async function listTermChanges(db: SchoolDb, { user_id }: StudentRow, asked: Asked): Promise<TermChangeRow[]> {
  const { rows } = await sql<TermChangeRow>`
    with mine as (
      select id, cohort_id, source, source_key, moved_from, utc_moved_on, utc_ended_on, term_of from enrollment_grants
      where school_id = ${thisSchool} and user_id = ${user_id}
    ), exceptions as (
      select cohort_id, utc_set_on from term_exceptions where school_id = ${thisSchool} and user_id = ${user_id}
    )
    select e.key, e.moment, e.term, e.platform, h.title, coalesce(m.name, '') as set_by from (
      select * from (
        select ${keyOf('newterm', sql`t.id`)}, ${momentOf('t.utc_asked_on')}, t.cohort_id, t.term, t.sold ->> 'platform' as platform,
          t.asked_by as by_id
        from (
          select 'run' || id as id, subject_id as cohort_id, input -> 'term' as term, input -> 'sold' as sold, asked_by, cursor, utc_asked_on,
            (input ->> 'last_grant_id')::bigint as last_grant_id
          from runs where school_id = ${thisSchool} and kind = 'term'
          union all
          select id::text, cohort_id, term, sold, asked_by, last_user_id, utc_asked_on, last_grant_id from term_changes where school_id = ${thisSchool}
        ) t
        where t.cursor >= ${user_id}::bigint and exists (
          select from mine g left join exceptions x on x.cohort_id = g.cohort_id
          where case when g.utc_moved_on > t.utc_asked_on then g.moved_from[cardinality(g.moved_from)] else g.cohort_id end = t.cohort_id
            and g.id <= t.last_grant_id and (g.utc_ended_on is null or g.utc_ended_on > t.utc_asked_on)
            and (t.sold is null or (g.source = 'sale' and app.is_sold(g.source_key, t.sold)))
            and (g.term_of = 'cohort' or (g.term_of = 'integration' and t.sold is not null) or (g.term_of = 'student' and x.utc_set_on > t.utc_asked_on)))
      ) e ${rangeOf(asked)}
    ) e
    join cohorts h on h.school_id = ${thisSchool} and h.id = e.cohort_id
    left join memberships m on m.school_id = ${thisSchool} and m.user_id = e.by_id`.execute(db)
  return rows
}

/** First moment at which the student was in the school, as far as it is known. */
export async function listEntered(db: SchoolDb, { user_id }: StudentRow, asked: Asked): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select * from (
      select ${keyOf('entered', sql`user_id`)}, ${momentOf('utc_entered_on')}
      from memberships where school_id = ${thisSchool} and user_id = ${user_id} and utc_entered_on is not null
    ) e ${rangeOf(asked)}`.execute(db)
  return rows
}

export interface MergeEventRow extends Row {
  kind: 'merged' | 'merge_undone'
  /** The student of this timeline goes on for the other. */
  goes_on: boolean
  is_correction: boolean
  other: string
  by_name: string
}

/** Merges in which a student took part, including merges that were undone. */
export async function listMergeEvents(db: SchoolDb, { user_id }: StudentRow, asked: Asked): Promise<MergeEventRow[]> {
  const { rows } = await sql<MergeEventRow>`
    with mine as (select * from merges where school_id = ${thisSchool} and (user_id = ${user_id} or into_user_id = ${user_id})),
    shown as (
      select * from (
        select 'merged' as kind, ${keyOf('merged', sql`id`)}, ${momentOf('utc_merged_on')}, id as merge_id, merged_by as by_id from mine
        union all
        select 'merge_undone', ${keyOf('unmerged', sql`id`)}, ${momentOf('utc_undone_on')}, id, undone_by from mine where utc_undone_on is not null
      ) e ${rangeOf(asked)}
    )
    select e.kind, e.key, e.moment, g.into_user_id = ${user_id} as goes_on, g.is_correction, coalesce(o.email, '') as other, coalesce(m.name, '') as by_name
    from shown e join mine g on g.id = e.merge_id
    left join memberships o on o.school_id = ${thisSchool} and o.user_id = case when g.into_user_id = ${user_id} then g.user_id else g.into_user_id end
    left join memberships m on m.school_id = ${thisSchool} and m.user_id = e.by_id`.execute(db)
  return rows
}
