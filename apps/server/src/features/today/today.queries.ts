import { sumCoursesMin } from '@escola/contract/certificate-choice'
import { salesPlatforms } from '@escola/contract/sales'
import type { HappeningKind, StoppedModel } from '@escola/contract/today.contract'
import { type SchoolDb, thisSchool } from '@escola/db'
import { sql } from 'kysely'
import { authorColumn } from '../../drafts/drafts.queries.ts'

export interface Counted<Row> {
  total: number
  list: Row[]
}
const counted = <Row extends { total: string }>(rows: Row[]): Counted<Row> => ({
  total: Number(rows[0]?.total ?? 0),
  list: rows,
})

export const findGraceEnd = async (db: SchoolDb): Promise<Date | null> =>
  (await db.selectFrom('subscriptions').select('utc_grace_ends_on').executeTakeFirst())?.utc_grace_ends_on ?? null

/** Courses of the school's own, or those of them that are named, that are not published, or whose latest changes are not, in the order of its list. A closed edition is no draft of this school. */
export async function listDrafts(db: SchoolDb, limit: number, courseIds?: string[]) {
  const rows = await db
    .selectFrom('courses')
    .$if(courseIds !== undefined, (all) => all.where(sql<boolean>`id = any(${courseIds!}::bigint[])`))
    .where('franchisor_id', 'is', null)
    .where(
      // The brackets keep the school's own condition, which the builder adds, for every part.
      sql<boolean>`(utc_published_on is null or draft is not null
        or exists (select from modules m where m.school_id = ${thisSchool} and m.course_id = courses.id and m.draft is not null)
        or exists (select from lessons l where l.school_id = ${thisSchool} and l.course_id = courses.id and l.draft is not null))`,
    )
    .select(['id', 'link', 'utc_published_on', authorColumn('courses', 'title').as('title')])
    .select(sql<string>`count(*) over ()`.as('total'))
    .orderBy('position')
    .orderBy('id')
    .limit(limit)
    .execute()
  return counted(rows)
}

/** Imports since a moment that refused rows or failed, and that no administrator is done with, newest first. */
export async function listRefusing(db: SchoolDb, since: Date, limit: number) {
  const rows = await db
    .selectFrom('imports as i')
    .innerJoin('cohorts as h', (join) =>
      join.onRef('h.school_id', '=', 'i.school_id').onRef('h.id', '=', 'i.cohort_id'),
    )
    .where('i.utc_finished_on', '>', since)
    .where('i.utc_settled_on', 'is', null)
    .where((is) => is.or([is('i.refused', '>', 0), is('i.status', '=', 'failed')]))
    .select(['i.id', 'i.filename', 'i.cohort_id', 'h.title as cohort_title', 'i.refused', 'i.status'])
    .select(sql<string>`count(*) over ()`.as('total'))
    .orderBy('i.id', 'desc')
    .limit(limit)
    .execute()
  return counted(rows)
}

/**
 * Saved certificate models that sum courses, where a course that they were saved for is missing or too few were chosen. If a model has several reasons,
 * one that would stay after a course's return comes first.
 */
export async function listStoppedModels(db: SchoolDb, limit: number): Promise<Counted<StoppedModel>> {
  const { rows } = await sql<StoppedModel & { total: string }>`
    select t.id, t.title, case when n.courses < ${sumCoursesMin}::integer then 'few' when n.gone > 0 then 'gone'
      when n.closed > 0 then 'closed' else 'unpublished' end as why, count(*) over () as total
    from certificate_templates t cross join lateral (
      select count(*) as courses, count(*) filter (where c.utc_published_on is null) as absent,
        count(*) filter (where c.id is null or e.is_gone) as gone,
        count(*) filter (where c.franchisor_id is not null and c.utc_published_on is null) as closed
      from certificate_template_courses l
      left join courses c on c.school_id = ${thisSchool} and c.id = l.course_id
      left join editions e on e.school_id = ${thisSchool} and e.course_id = l.course_id
      where l.school_id = ${thisSchool} and l.template_id = t.id) n
    where t.school_id = ${thisSchool} and t.kind = 'sum' and t.utc_saved_on is not null
      and (n.absent > 0 or n.courses < ${sumCoursesMin}::integer)
    order by t.id limit ${limit}`.execute(db)
  const { total, list } = counted(rows)
  return { total, list: list.map(({ id, title, why }) => ({ id, title, why })) }
}

/**
 * Students whom a purchase has brought since a moment, who have a class and have never entered, newest first. A buyer whose purchase was refunded or
 * given to another student has no class, and needs no mail. An e-mail that the school has called right is left out.
 */
export const listAbsentBuyers = (db: SchoolDb, since: Date, limit: number) =>
  db
    .selectFrom('memberships')
    .where('is_student', '=', true)
    .where(
      sql<boolean>`exists (select from living_enrollments e join cohorts h on h.school_id = e.school_id and h.id = e.cohort_id
        where e.school_id = ${thisSchool} and e.user_id = memberships.user_id and not h.is_public)`,
    )
    .where('utc_entered_on', 'is', null)
    .where('utc_created_on', '>', since)
    .where('origin', 'in', salesPlatforms)
    .where(sql<boolean>`email_confirmed is distinct from email`)
    .select(['link', 'name', 'email'])
    .orderBy('utc_created_on', 'desc')
    .orderBy('user_id', 'desc')
    .limit(limit)
    .execute()

export interface HappeningRow {
  kind: HappeningKind
  id: string
  user_name: string | null
  user_link: string | null
  title: string | null
  cohort_id: string | null
  count: number
  moment: Date
}

/** Students who came into a class one by one, newest first. */
const listJoined = async (db: SchoolDb, limit: number) =>
  (
    await sql<HappeningRow>`
      select case g.source when 'sale' then 'bought' else 'joined' end as kind, g.id::text as id, m.name as user_name, m.link as user_link,
        coalesce(h.title, g.cohort_title) as title, null as cohort_id, 1 as count, g.utc_starts_on as moment
      from (select id, user_id, cohort_id, cohort_title, source, utc_starts_on from enrollment_grants
        where school_id = ${thisSchool} and source <> 'public-class' and source <> 'importer'
        order by utc_starts_on desc limit ${limit}::int) g
      join memberships m on m.school_id = ${thisSchool} and m.user_id = g.user_id
      left join cohorts h on h.school_id = ${thisSchool} and h.id = g.cohort_id`.execute(db)
  ).rows

const listCompleted = async (db: SchoolDb, limit: number) =>
  (
    await sql<HappeningRow>`
      select 'completed' as kind, p.user_id::text || p.course_id::text as id, m.name as user_name, m.link as user_link, c.title, null as cohort_id,
        1 as count, p.utc_completed_on as moment
      from (select user_id, course_id, utc_completed_on from course_progress
        where school_id = ${thisSchool} and utc_completed_on is not null order by utc_completed_on desc limit ${limit}::int) p
      join memberships m on m.school_id = ${thisSchool} and m.user_id = p.user_id
      join courses c on c.school_id = ${thisSchool} and c.id = p.course_id`.execute(db)
  ).rows

const listAsked = async (db: SchoolDb, limit: number) =>
  (
    await sql<HappeningRow>`
      select 'asked' as kind, t.id::text as id, m.name as user_name, m.link as user_link, l.title, null as cohort_id, 1 as count,
        t.utc_created_on as moment
      from (select id, user_id, lesson_id, utc_created_on from threads
        where school_id = ${thisSchool} order by id desc limit ${limit}::int) t
      join memberships m on m.school_id = ${thisSchool} and m.user_id = t.user_id
      join lessons l on l.school_id = ${thisSchool} and l.id = t.lesson_id`.execute(db)
  ).rows

const listImported = async (db: SchoolDb, limit: number) =>
  (
    await sql<HappeningRow>`
      select 'imported' as kind, i.id::text as id, null as user_name, null as user_link, i.filename as title, i.cohort_id::text as cohort_id,
        i.enrolled as count, i.utc_finished_on as moment
      from imports i where i.school_id = ${thisSchool} and i.status = 'done' order by i.id desc limit ${limit}::int`.execute(
      db,
    )
  ).rows

const listsOf: Record<HappeningKind, typeof listJoined> = {
  joined: listJoined,
  bought: listJoined,
  completed: listCompleted,
  asked: listAsked,
  imported: listImported,
}

/** Latest events of some kinds, newest first. */
export async function listHappenings(db: SchoolDb, limit: number, kinds: HappeningKind[]): Promise<HappeningRow[]> {
  const asked = [...new Set(kinds.map((kind) => listsOf[kind]))]
  const lists = await Promise.all(asked.map((list) => list(db, limit)))
  return lists
    .flat()
    .filter(({ kind }) => kinds.includes(kind))
    .sort((one, other) => other.moment.getTime() - one.moment.getTime())
    .slice(0, limit)
}
