import { readSort, type StudentSort } from '@escola/contract/sorts'
import { isId } from '@escola/contract/wire'
import type { SchoolDb } from '@escola/db'
import { sql } from 'kysely'

interface StudentRow {
  user_id: string
  link: string
  name: string
  email: string
  cellphone: string
  origin: string
  utc_created_on: Date
  school_gateways: string[]
}

const studentFields = sql`
  m.user_id, m.link, m.name, m.email, m.cellphone, m.origin, m.utc_created_on,
  array(select h.title from enrollments e join cohorts h on h.school_id = e.school_id and h.id = e.cohort_id
    where e.school_id = m.school_id and e.user_id = m.user_id order by h.title, h.id) as school_gateways`

const matching = (search: string) =>
  search === ''
    ? sql``
    : sql`and (app.fold(m.name) like app.fold(${pattern(search)}) or app.fold(m.email) like app.fold(${pattern(search)}))`
/** What people type is text: its wildcards mean themselves. */
const pattern = (search: string) => `%${search.replace(/[\\%_]/g, '\\$&')}%`

export async function countStudents(db: SchoolDb, search = '') {
  const { rows } = await sql<{ total: number }>`
    select count(*)::int as total from memberships m where m.is_student ${matching(search)}`.execute(db)
  return rows[0]!.total
}

export async function listStudents(
  db: SchoolDb,
  { search, sort, page, rowsPerPage }: { search: string; sort: StudentSort; page: number; rowsPerPage: number },
) {
  const { by, direction } = readSort(sort)
  const { rows } = await sql<StudentRow>`
    select ${studentFields} from memberships m
    where m.is_student ${matching(search)}
    order by ${by === 'name' ? sql`app.fold(m.name)` : sql`m.utc_created_on`} ${sql.raw(direction)}, m.user_id
    limit ${rowsPerPage} offset ${(page - 1) * rowsPerPage}`.execute(db)
  return rows
}

/** By their public link, or by their id, which older addresses carry (part 2 §1: alunos/{id}). */
export async function findStudent(db: SchoolDb, link: string) {
  const id = isId(link) ? link : null
  const { rows } = await sql<StudentRow & { notes: string }>`
    select ${studentFields}, m.notes from memberships m where m.is_student and (m.link = ${link} or m.user_id = ${id})
    order by m.link = ${link} desc limit 1`.execute(db)
  return rows[0]
}

export const findStudentByEmail = (db: SchoolDb, email: string) =>
  db
    .selectFrom('memberships')
    .select('user_id')
    .where('email', '=', email)
    .where('is_student', '=', true)
    .executeTakeFirst()

export const listStudentCohorts = (db: SchoolDb, userId: string) =>
  db
    .selectFrom('enrollments as e')
    .innerJoin('cohorts as h', (join) =>
      join.onRef('h.school_id', '=', 'e.school_id').onRef('h.id', '=', 'e.cohort_id'),
    )
    .select(['h.id', 'h.title'])
    .where('e.user_id', '=', userId)
    .orderBy('h.title')
    .orderBy('h.id')
    .execute()

/** The courses that a student may study, and those once begun, each with its progress and the latest issue of its certificate. */
export async function listStudentProgress(db: SchoolDb, userId: string) {
  const { rows } = await sql<{
    id: string
    title: string
    link: string
    progress: string
    certificate_id: string | null
    certificate_status: 'queued' | 'ready' | 'failed'
    certificate_number: number
    certificate_failure: string | null
  }>`
    with shown as (
      select course_id from app.course_access(${userId})
      union select course_id from lesson_completions where user_id = ${userId}
    )
    select c.id, c.title, c.link, done.progress,
      t.id as certificate_id, t.status as certificate_status, t.number as certificate_number,
      t.failure as certificate_failure
    from shown
    join courses c on c.id = shown.course_id and c.utc_published_on is not null
    cross join lateral (
      select coalesce(round(100.0 * count(f.lesson_id) / nullif(count(*), 0), 2), 0.00)::text as progress
      from app.published_lessons(c.id) p
      left join lesson_completions f on f.school_id = c.school_id and f.user_id = ${userId} and f.lesson_id = p.lesson_id
    ) done
    left join lateral (
      select * from certificates t where t.school_id = c.school_id and t.user_id = ${userId} and t.course_id = c.id
      order by t.number desc limit 1
    ) t on true
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
