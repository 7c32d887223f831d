import { type SchoolDb, thisSchool } from '@escola/db'
import { sql } from 'kysely'

export interface NearStudent {
  link: string
  name: string
  email: string
}

/** Those of these students whose name or e-mail is at least so much like a text, the nearest first. */
export async function listNearest(
  db: SchoolDb,
  ids: string[],
  { text, atLeast, limit }: { text: string; atLeast: number; limit: number },
): Promise<NearStudent[]> {
  const { rows } = await sql<NearStudent>`
    select link, name, email from (
      select user_id, link, name, email, app.word_similarity(app.fold(${text}::text), folded) as likeness from memberships
      where school_id = ${thisSchool} and is_student and user_id = any (${ids}::bigint[])) near
    where likeness >= ${atLeast}::real order by likeness desc, name, user_id limit ${limit}::int`.execute(db)
  return rows
}

/** Student into whom the one of this e-mail was merged. */
export async function listFirstOf(db: SchoolDb, email: string): Promise<NearStudent[]> {
  const { rows } = await sql<NearStudent>`
    select f.link, f.name, f.email from memberships m
    join memberships f on f.school_id = ${thisSchool} and f.user_id = m.merged_into and f.is_student
    where m.school_id = ${thisSchool} and m.email = ${email}`.execute(db)
  return rows
}

/** Number of sales in some states of a buyer who matches a pattern. */
export async function countSalesOf(db: SchoolDb, pattern: string, states: readonly string[]): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*)::int as total from sales
    where school_id = ${thisSchool} and state = any (${states}::text[]) and folded like app.fold(${pattern}::text)`.execute(
    db,
  )
  return rows[0]!.total
}
