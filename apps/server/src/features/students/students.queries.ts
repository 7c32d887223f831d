import { readSort, type StudentSort } from '@escola/contract/sorts'
import { isId } from '@escola/contract/wire'
import { type SchoolDb, type Tables, thisSchool } from '@escola/db'
import { type ExpressionBuilder, sql } from 'kysely'
import { type PageRange, readingOrder } from '../../core/paging.ts'
import { isOfTeam } from '../../team/conditions.queries.ts'

const students = (db: SchoolDb) => db.selectFrom('memberships as m').where('m.is_student', '=', true)

export const sortColumns = { name: 'm.name', since: 'm.utc_created_on' } as const
const columns = ['m.user_id', 'm.link', 'm.name', 'm.email', 'm.cellphone', 'm.origin', 'm.utc_created_on'] as const

const phoneNames = ['cellphone', 'phone_e164', 'phone_read_from', 'phone_confirmed'] as const

const cohortTitles = (outer: ExpressionBuilder<Tables & { m: Tables['memberships'] }, 'm'>) =>
  sql<string[]>`array(${outer
    .selectFrom('living_enrollments as e')
    .innerJoin('cohorts as h', (join) =>
      join.onRef('h.school_id', '=', 'e.school_id').onRef('h.id', '=', 'e.cohort_id'),
    )
    .select('h.title')
    .whereRef('e.school_id', '=', 'm.school_id')
    .whereRef('e.user_id', '=', 'm.user_id')
    .where('h.is_hidden', '=', false)
    .orderBy('h.title')
    .orderBy('h.id')})`.as('school_gateways')

export async function countStudents(db: SchoolDb): Promise<number> {
  const { total } = await students(db)
    .select(({ fn }) => fn.countAll<string>().as('total'))
    .executeTakeFirstOrThrow()
  return Number(total)
}

/** Number of the school's students, which is kept beside each change of one. */
export const readStudentTotal = async (db: SchoolDb): Promise<number> =>
  Number((await db.selectFrom('schools').select('total_students').executeTakeFirstOrThrow()).total_students)

/** The order makes the planner read an index. Without it, in a school with many of the platform's users, it would read other schools' rows to find one. */
export const hasStudents = async (db: SchoolDb) =>
  (await students(db).select('m.user_id').orderBy('m.utc_created_on').limit(1).executeTakeFirst()) !== undefined

/** Ids of a range of all students, or of those given, from indexes alone. */
export async function listStudentIds(
  db: SchoolDb,
  { sort, ...range }: PageRange & { sort: StudentSort },
  onlyIds?: string[],
): Promise<string[]> {
  const { by, direction } = readSort(sort)
  const reading = readingOrder(direction, range)
  const rows = await students(db)
    .select('m.user_id')
    .$if(onlyIds !== undefined, (query) => query.where((is) => is('m.user_id', '=', is.fn.any(is.val(onlyIds!)))))
    .orderBy(sortColumns[by], reading)
    .orderBy('m.user_id', reading)
    .limit(range.limit)
    .offset(range.offset)
    .execute()
  return rows.map((row) => row.user_id)
}

export function readStudents(db: SchoolDb, ids: string[], sort: StudentSort) {
  const { by, direction } = readSort(sort)
  return students(db)
    .select([...columns, 'm.utc_seen_on'])
    .select(cohortTitles)
    .where((is) => is('m.user_id', '=', is.fn.any(is.val(ids))))
    .orderBy(sortColumns[by], direction)
    .orderBy('m.user_id', direction)
    .execute()
}

/**
 * Students with the end of their access and their latest visit, for a file. The public class, which all students are in, says the end only of those
 * who are in no other.
 */
export const readExportedStudents = (db: SchoolDb, ids: string[]) =>
  students(db)
    .select([...columns, 'm.phone_e164', 'm.phone_read_from', 'm.utc_seen_on'])
    .select(cohortTitles)
    .select(
      sql<[hasEnd: boolean, endsOn: string | null] | null>`(
        select json_build_array(bool_and(e.utc_ends_on is not null), max(e.utc_ends_on)) from living_enrollments e
        join cohorts h on h.school_id = ${thisSchool} and h.id = e.cohort_id and not h.is_hidden
        where e.school_id = ${thisSchool} and e.user_id = m.user_id
        group by h.is_public order by h.is_public limit 1)`.as('access'),
    )
    .where((is) => is('m.user_id', '=', is.fn.any(is.val(ids))))
    .orderBy('m.utc_created_on')
    .orderBy('m.user_id')
    .execute()
export type ExportedStudent = Awaited<ReturnType<typeof readExportedStudents>>[number]
export type StudentRow = Omit<Awaited<ReturnType<typeof readStudents>>[number], 'utc_seen_on'>

/** A student's public link identifies them, and so does their id, which older addresses carry (part 2 §1: alunos/{id}). */
export const findStudent = (db: SchoolDb, link: string) =>
  students(db)
    .select([
      ...columns,
      'm.phone_e164',
      'm.phone_read_from',
      'm.notes',
      isOfTeam('m').as('is_admin'),
      'm.profile_image_key',
      'm.utc_seen_on',
    ])
    .select(cohortTitles)
    .where((is) => is.or([is('m.link', '=', link), ...(isId(link) ? [is('m.user_id', '=', link)] : [])]))
    .orderBy((is) => is('m.link', '=', link), 'desc')
    .executeTakeFirst()

/** Member of a link for whom another student goes on. */
export const findMergedId = async (db: SchoolDb, link: string): Promise<string | undefined> =>
  (
    await db
      .selectFrom('memberships')
      .where('merged_into', 'is not', null)
      .where((is) => is.or([is('link', '=', link), ...(isId(link) ? [is('user_id', '=', link)] : [])]))
      .select('user_id')
      .executeTakeFirst()
  )?.user_id

export const findMemberByEmail = (db: SchoolDb, email: string) =>
  db
    .selectFrom('memberships')
    .select(['user_id', 'is_student', isOfTeam('memberships').as('is_team'), ...phoneNames])
    .where('email', '=', email)
    .executeTakeFirst()

export const findPhone = (db: SchoolDb, userId: string) =>
  db.selectFrom('memberships').select(phoneNames).where('user_id', '=', userId).executeTakeFirstOrThrow()

export const listStudentCohorts = (db: SchoolDb, userId: string) =>
  db
    .selectFrom('living_enrollments as e')
    .innerJoin('cohorts as h', (join) =>
      join.onRef('h.school_id', '=', 'e.school_id').onRef('h.id', '=', 'e.cohort_id'),
    )
    .select([
      'h.id',
      'h.title',
      'e.utc_ends_on',
      sql<number>`(select count(*)::int from cohort_openings o where o.school_id = ${thisSchool} and o.cohort_id = h.id)`.as(
        'opens',
      ),
    ])
    .where('e.user_id', '=', userId)
    .where('h.is_hidden', '=', false)
    .orderBy('h.title')
    .orderBy('h.id')
    .execute()

export interface ProgressRow {
  id: string
  title: string
  link: string
  lessons: number
  completed: number
  last_lesson: string
  stopped_on: Date | null
  certificate: {
    id: string
    status: 'queued' | 'ready' | 'failed' | 'revoked'
    number: number
    failure: string | null
    revoked_why: string | null
  } | null
  certificate_held_why: string | null
}

/**
 * Lists the courses that a student may study, and those once begun, each with the lessons that count for them and the latest issue of its
 * certificate, and the lesson that they watched or completed last.
 */
export async function listStudentProgress(db: SchoolDb, userId: string): Promise<ProgressRow[]> {
  const { rows } = await sql<ProgressRow>`
    with opened as (
      select course_id, bool_or(is_own) as is_own from course_openings where school_id = ${thisSchool} and user_id = ${userId} group by course_id
    ), shown as (
      select course_id from opened
      union select course_id from lesson_completions where school_id = ${thisSchool} and user_id = ${userId}
    )
    select c.id, c.title, c.link, counted.lessons, counted.completed, coalesce(stop.title, '') as last_lesson, stop.stopped_on, latest.certificate,
      h.held_why as certificate_held_why
    from shown
    join courses c on c.school_id = ${thisSchool} and c.id = shown.course_id and c.utc_published_on is not null
    left join opened on opened.course_id = c.id
    cross join lateral (
      select count(*)::int as lessons, count(f.lesson_id)::int as completed
      from published_lessons p
      left join lesson_completions f on f.school_id = ${thisSchool} and f.user_id = ${userId} and f.lesson_id = p.lesson_id
      where p.school_id = ${thisSchool} and p.course_id = c.id and (not p.is_private or opened.is_own is not false)
    ) counted
    left join lateral (
      select l.title, each.stopped_on from (
        (select f.lesson_id, f.utc_completed_on as stopped_on from lesson_completions f
          where f.school_id = ${thisSchool} and f.user_id = ${userId} and f.course_id = c.id
          order by f.utc_completed_on desc, f.lesson_id desc limit 1)
        union all
        (select w.lesson_id, w.utc_watched_on from lesson_positions w
          join lessons seen on seen.school_id = ${thisSchool} and seen.id = w.lesson_id and seen.course_id = c.id
          where w.school_id = ${thisSchool} and w.user_id = ${userId}
          order by w.utc_watched_on desc, w.lesson_id desc limit 1)
      ) each
      join lessons l on l.school_id = ${thisSchool} and l.id = each.lesson_id
      order by each.stopped_on desc, l.id desc limit 1
    ) stop on true
    left join lateral (
      select json_build_object('id', t.id::text, 'number', t.number, 'failure', t.failure,
        'status', case when r.utc_revoked_on is null then t.status else 'revoked' end,
        'revoked_why', case when r.utc_revoked_on is null then null else r.revoked_why end) as certificate
      from certificates t left join certificate_records r on r.school_id = ${thisSchool} and r.id = t.record_id
      where t.school_id = ${thisSchool} and t.user_id = ${userId} and t.course_id = c.id
      order by t.number desc limit 1
    ) latest on true
    left join certificate_records h on h.school_id = ${thisSchool} and h.user_id = ${userId} and h.course_id = c.id
    order by c.title, c.id`.execute(db)
  return rows
}

/** Locks these students in order, for one who erases them. */
export const lockStudents = (db: SchoolDb, userIds: string[]) =>
  db
    .selectFrom('memberships')
    .where((is) => is('user_id', '=', is.fn.any(is.val(userIds))))
    .where('is_student', '=', true)
    .select(['user_id', isOfTeam('memberships').as('is_team')])
    .orderBy('user_id')
    .forUpdate()
    .execute()

/** Locks the student until the transaction ends. */
export const lockStudent = (db: SchoolDb, link: string) =>
  db
    .selectFrom('memberships')
    .where('link', '=', link)
    .where('is_student', '=', true)
    .select(['user_id', 'email', isOfTeam('memberships').as('is_team')])
    .forUpdate()
    .executeTakeFirst()

/** Locks the student until the transaction ends: no administrator is made of them meanwhile. */
export const lockStudentById = (db: SchoolDb, userId: string) =>
  students(db).where('m.user_id', '=', userId).select(isOfTeam('m').as('is_team')).forUpdate().executeTakeFirst()

export const findStudentId = (db: SchoolDb, link: string) =>
  students(db).select('m.user_id').where('m.link', '=', link).executeTakeFirst()
