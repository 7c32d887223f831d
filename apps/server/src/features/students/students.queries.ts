import { limits } from '@escola/contract/limits'
import { readSort, type StudentSort } from '@escola/contract/sorts'
import { looksForBeginnings } from '@escola/contract/students.contract'
import { isId } from '@escola/contract/wire'
import { type SchoolDb, type Tables, thisSchool } from '@escola/db'
import { type ExpressionBuilder, sql } from 'kysely'
import { readingOrder, type Stretch } from '../../core/paging.ts'

const students = (db: SchoolDb) => db.selectFrom('memberships as m').where('m.is_student', '=', true)

/** What people type is text: its wildcards mean themselves. */
function patternOf(search: string) {
  const text = search.replace(/[\\%_]/g, '\\$&')
  return looksForBeginnings(search) ? `% ${text}%` : `%${text}%`
}

const wordsOf = (pattern: string) => pattern.match(/[\p{L}\d]{3,}/gu) ?? []

/** Of several words how each begins, but numbers whole; of one that is long both its ends: what has them has these, and few others do. */
function sketchOf(pattern: string) {
  const words = wordsOf(pattern)
  if (words.length < 2) return pattern.replace(/([\p{L}\d]{3})[\p{L}\d]+([\p{L}\d]{3})/gu, '$1%$2')
  return `%${words.map((word) => (/\d/.test(word) ? word : [...word].slice(0, 3).join(''))).join('%')}%`
}

const sortColumns = { name: 'm.name', since: 'm.utc_created_on' } as const
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

export async function countStudents(db: SchoolDb): Promise<number> {
  const { total } = await students(db)
    .select(({ fn }) => fn.countAll<string>().as('total'))
    .executeTakeFirstOrThrow()
  return Number(total)
}

/** In an order, for which an index is read: where the school has many of the platform's people the planner would read the others' rows to come upon one. */
export const hasStudents = async (db: SchoolDb) =>
  (await students(db).select('m.user_id').orderBy('m.utc_created_on').limit(1).executeTakeFirst()) !== undefined

/** So many are searched in the order of the list before an index is asked; a small school ends there. */
const searchedFirst = 1000
/** With so many among them, the list in its order soon comes upon enough, and an index would bring up half the school. */
const oftenAtFirst = 20
/** More than these are not sorted: the list is in order. */
const quicklySorted = 2000

/** In the order of the list if they are more than a page, and no more than asked for: those whose name or e-mail has it. */
export async function findStudents(db: SchoolDb, search: string, sort: StudentSort, atMost: number): Promise<string[]> {
  const pattern = patternOf(search)
  // What is on one page is sorted when it is read.
  const sorted = (few: string[]) =>
    few.length <= limits.studentsPerPage
      ? few
      : listStudentIds(db, { sort, offset: 0, limit: atMost, fromEnd: false }, few)
  // Whoever types several words looks for somebody: the index is asked at once.
  const isRare = wordsOf(pattern).length > 1
  const rare = isRare ? await findFew(db, pattern) : undefined
  if (rare) return sorted(rare)
  const { read, ids } = await searchFirst(db, pattern, sort)
  if (read < searchedFirst || ids.length >= atMost) return ids.slice(0, atMost)
  const few = isRare || ids.length >= oftenAtFirst ? undefined : await findFew(db, pattern)
  return few ? sorted(few) : [...ids, ...(await searchRest(db, pattern, sort, atMost - ids.length))]
}

/** By an index, in no order; undefined when there are too many to sort. */
async function findFew(db: SchoolDb, pattern: string) {
  const { rows } = await sql<{ id: string }>`
    select id from app.find_students(${sketchOf(pattern)}, ${pattern}, ${quicklySorted + 1}::int) as found (id)`.execute(
    db,
  )
  return rows.length > quicklySorted ? undefined : rows.map(({ id }) => id)
}

/** All students in the order of the list; its bounds also keep the condition out of it, for which the planner would leave that order. */
function searched(pattern: string, sort: StudentSort) {
  const { by, direction } = readSort(sort)
  const down = sql.raw(direction)
  return sql`select m.user_id as id, m.folded like app.fold(${pattern}) as hit from memberships m
    where m.school_id = ${thisSchool} and m.is_student
    order by ${sql.ref(sortColumns[by])} ${down}, m.user_id ${down}`
}

async function searchFirst(db: SchoolDb, pattern: string, sort: StudentSort) {
  const { rows } = await sql<{ read: number; ids: string[] }>`
    select count(*)::int as read, coalesce(array_agg(id) filter (where hit), '{}') as ids
    from (${searched(pattern, sort)} limit ${searchedFirst}) first`.execute(db)
  return rows[0]!
}

async function searchRest(db: SchoolDb, pattern: string, sort: StudentSort, atMost: number) {
  const { rows } = await sql<{ id: string }>`
    select id from (${searched(pattern, sort)} offset ${searchedFirst}) rest where hit limit ${atMost}`.execute(db)
  return rows.map(({ id }) => id)
}

/** The ids of a stretch of all students, or of some, from indexes alone. */
export async function listStudentIds(
  db: SchoolDb,
  { sort, ...stretch }: Stretch & { sort: StudentSort },
  among?: string[],
): Promise<string[]> {
  const { by, direction } = readSort(sort)
  const reading = readingOrder(direction, stretch)
  const rows = await students(db)
    .select('m.user_id')
    .$if(among !== undefined, (query) => query.where((is) => is('m.user_id', '=', is.fn.any(is.val(among!)))))
    .orderBy(sortColumns[by], reading)
    .orderBy('m.user_id', reading)
    .limit(stretch.limit)
    .offset(stretch.offset)
    .execute()
  return rows.map((row) => row.user_id)
}

export function readStudents(db: SchoolDb, ids: string[], sort: StudentSort) {
  const { by, direction } = readSort(sort)
  return students(db)
    .select(columns)
    .select(cohortTitles)
    .where((is) => is('m.user_id', '=', is.fn.any(is.val(ids))))
    .orderBy(sortColumns[by], direction)
    .orderBy('m.user_id', direction)
    .execute()
}
export type StudentRow = Awaited<ReturnType<typeof readStudents>>[number]

/** By their public link, or by their id, which older addresses carry (part 2 §1: alunos/{id}). */
export const findStudent = (db: SchoolDb, link: string) =>
  students(db)
    .select([...columns, 'm.notes'])
    .select(cohortTitles)
    .where((is) => is.or([is('m.link', '=', link), ...(isId(link) ? [is('m.user_id', '=', link)] : [])]))
    .orderBy((is) => is('m.link', '=', link), 'desc')
    .executeTakeFirst()

export const findMemberByEmail = (db: SchoolDb, email: string) =>
  db.selectFrom('memberships').select(['user_id', 'is_student']).where('email', '=', email).executeTakeFirst()

export const listStudentCohorts = (db: SchoolDb, userId: string) =>
  db
    .selectFrom('enrollments as e')
    .innerJoin('cohorts as h', (join) =>
      join.onRef('h.school_id', '=', 'e.school_id').onRef('h.id', '=', 'e.cohort_id'),
    )
    .select([
      'h.id',
      'h.title',
      sql<number>`(select count(*)::int from cohort_openings o where o.school_id = ${thisSchool} and o.cohort_id = h.id)`.as(
        'opens',
      ),
    ])
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

/** The courses that a student may study, and those once begun, each with the lessons that count for them and the latest issue of its certificate. */
export async function listStudentProgress(db: SchoolDb, userId: string): Promise<ProgressRow[]> {
  const { rows } = await sql<ProgressRow>`
    with opened as (
      select course_id, bool_or(is_own) as is_own from course_openings where school_id = ${thisSchool} and user_id = ${userId} group by course_id
    ), shown as (
      select course_id from opened
      union select course_id from lesson_completions where school_id = ${thisSchool} and user_id = ${userId}
    )
    select c.id, c.title, c.link, counted.lessons, counted.completed, latest.certificate
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
      select json_build_object('id', t.id::text, 'status', t.status, 'number', t.number, 'failure', t.failure) as certificate
      from certificates t where t.school_id = ${thisSchool} and t.user_id = ${userId} and t.course_id = c.id
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
