import { readSort, type StudentSort } from '@escola/contract/sorts'
import { type SchoolDb, thisSchool } from '@escola/db'
import { sql } from 'kysely'
import { sortColumns } from '../students.queries.ts'

interface ListSearch {
  pattern: string
  sort: StudentSort
}

/** All students in the order of the list, each with its match. Callers bound it and filter outside, because the planner leaves the list's index for a condition inside. */
function studentsInOrder({ pattern, sort }: ListSearch) {
  const { by, direction } = readSort(sort)
  const order = sql.raw(direction)
  return sql`select m.user_id as id, m.folded like app.fold(${pattern}) as hit from memberships m
    where m.school_id = ${thisSchool} and m.is_student
    order by ${sql.ref(sortColumns[by])} ${order}, m.user_id ${order}`
}

/** Ids of those who match among the first students of the list, and how many students were read. */
export async function searchBeginning(db: SchoolDb, search: ListSearch, length: number) {
  const { rows } = await sql<{ read: number; ids: string[] }>`
    select count(*)::int as read, coalesce(array_agg(id) filter (where hit), '{}') as ids
    from (${studentsInOrder(search)} limit ${length}) first`.execute(db)
  return rows[0]!
}

/** Ids of at most so many who match behind the first students of the list. */
export async function searchRest(
  db: SchoolDb,
  search: ListSearch,
  { after, atMost }: { after: number; atMost: number },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from (${studentsInOrder(search)} offset ${after}) rest where hit limit ${atMost}`.execute(db)
  return rows.map(({ id }) => id)
}
