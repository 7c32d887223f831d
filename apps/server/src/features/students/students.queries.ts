import { readSort, type StudentSort } from '@escola/contract/sorts'
import { isId } from '@escola/contract/wire'
import type { SchoolDb, Tables } from '@escola/db'
import { type ExpressionBuilder, sql } from 'kysely'

/** The students of the school; with a search, those whose name or e-mail has it. */
const students = (db: SchoolDb, search = '') =>
  db
    .selectFrom('memberships as m')
    .where('m.is_student', '=', true)
    .$if(search !== '', (query) =>
      query.where((is) => {
        const wanted = is.fn<string>('app.fold', [is.val(pattern(search))])
        const has = (column: 'm.name' | 'm.email') => is(is.fn<string>('app.fold', [column]), 'like', wanted)
        return is.or([has('m.name'), has('m.email')])
      }),
    )
/** What people type is text: its wildcards mean themselves. */
const pattern = (search: string) => `%${search.replace(/[\\%_]/g, '\\$&')}%`

const columns = ['m.user_id', 'm.link', 'm.name', 'm.email', 'm.cellphone', 'm.origin', 'm.utc_created_on'] as const

const cohortTitles = (outer: ExpressionBuilder<Tables & { m: Tables['memberships'] }, 'm'>) =>
  sql<string[]>`array(${outer
    .selectFrom('enrollments as e')
    .innerJoin('cohorts as h', (join) =>
      join.onRef('h.school_id', '=', 'e.school_id').onRef('h.id', '=', 'e.cohort_id'),
    )
    .select('h.title')
    .whereRef('e.school_id', '=', 'm.school_id')
    .whereRef('e.user_id', '=', 'm.user_id')
    .orderBy('h.title')
    .orderBy('h.id')})`.as('school_gateways')

export async function countStudents(db: SchoolDb, search?: string): Promise<number> {
  const { total } = await students(db, search)
    .select(({ fn }) => fn.countAll<string>().as('total'))
    .executeTakeFirstOrThrow()
  return Number(total)
}

export function listStudents(
  db: SchoolDb,
  { search, sort, page, rowsPerPage }: { search: string; sort: StudentSort; page: number; rowsPerPage: number },
) {
  const { by, direction } = readSort(sort)
  return students(db, search)
    .select(columns)
    .select(cohortTitles)
    .orderBy(
      (column) => (by === 'name' ? column.fn('app.fold', ['m.name']) : column.ref('m.utc_created_on')),
      direction,
    )
    .orderBy('m.user_id')
    .limit(rowsPerPage)
    .offset((page - 1) * rowsPerPage)
    .execute()
}
export type StudentRow = Awaited<ReturnType<typeof listStudents>>[number]

/** By their public link, or by their id, which older addresses carry (part 2 §1: alunos/{id}). */
export const findStudent = (db: SchoolDb, link: string) =>
  students(db)
    .select([...columns, 'm.notes'])
    .select(cohortTitles)
    .where((is) => is.or([is('m.link', '=', link), ...(isId(link) ? [is('m.user_id', '=', link)] : [])]))
    .orderBy((is) => is('m.link', '=', link), 'desc')
    .executeTakeFirst()

export const findStudentByEmail = (db: SchoolDb, email: string) =>
  students(db).select('m.user_id').where('m.email', '=', email).executeTakeFirst()

export const listStudentCohorts = (db: SchoolDb, userId: string) =>
  db
    .selectFrom('enrollments as e')
    .innerJoin('cohorts as h', (join) =>
      join.onRef('h.school_id', '=', 'e.school_id').onRef('h.id', '=', 'e.cohort_id'),
    )
    .select(['h.id', 'h.title', sql<number>`(select count(*)::int from app.cohort_openings(h.id))`.as('opens')])
    .where('e.user_id', '=', userId)
    .orderBy('h.title')
    .orderBy('h.id')
    .execute()

export interface ProgressRow {
  id: string
  title: string
  link: string
  lessons: number
  completed: number
  certificate: { id: string; status: 'queued' | 'ready' | 'failed'; number: number; failure: string | null } | null
}

/** The courses that a student may study, and those once begun, each with its lessons and the latest issue of its certificate. */
export async function listStudentProgress(db: SchoolDb, userId: string): Promise<ProgressRow[]> {
  const { rows } = await sql<ProgressRow>`
    with shown as (
      select course_id from app.course_access(${userId})
      union select course_id from lesson_completions where user_id = ${userId}
    )
    select c.id, c.title, c.link, counted.lessons, counted.completed, latest.certificate
    from shown
    join courses c on c.id = shown.course_id and c.utc_published_on is not null
    cross join lateral (
      select count(*)::int as lessons, count(f.lesson_id)::int as completed
      from app.published_lessons(c.id) p
      left join lesson_completions f on f.school_id = c.school_id and f.user_id = ${userId} and f.lesson_id = p.lesson_id
    ) counted
    left join lateral (
      select json_build_object('id', t.id::text, 'status', t.status, 'number', t.number, 'failure', t.failure) as certificate
      from certificates t where t.school_id = c.school_id and t.user_id = ${userId} and t.course_id = c.id
      order by t.number desc limit 1
    ) latest on true
    order by c.title, c.id`.execute(db)
  return rows
}

export const updateNotes = (db: SchoolDb, link: string, notes: string) =>
  db
    .updateTable('memberships')
    .set({ notes })
    .where('link', '=', link)
    .where('is_student', '=', true)
    .returning('user_id')
    .executeTakeFirst()
