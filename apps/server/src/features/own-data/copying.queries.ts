import { type PlatformDb, type SchoolDb, thisSchool } from '@escola/db'
import type { Owner, OwnTable } from '@escola/db/user-tables'
import { type RawBuilder, sql } from 'kysely'

export type CopiedRow = Record<string, unknown>

/** Titles that say to a reader what an id is of. */
const titles: Record<string, RawBuilder<unknown>> = {
  course_id: sql`(select c.title from courses c where c.school_id = ${thisSchool} and c.id = t.course_id) as course`,
  lesson_id: sql`(select l.title from lessons l where l.school_id = ${thisSchool} and l.id = t.lesson_id) as lesson`,
  cohort_id: sql`(select h.title from cohorts h where h.school_id = ${thisSchool} and h.id = t.cohort_id) as cohort`,
}

const columnsOf = ({ columns, instead }: OwnTable, owner: Owner) =>
  columns.map((column) => {
    const other = instead?.[column]?.(owner)
    return other ? sql`${other} as ${sql.ref(column)}` : sql.ref(`t.${column}`)
  })
const orderOf = ({ order }: OwnTable) => sql.join(order.map((column) => sql.ref(`t.${column}`)))
const namesUser = ({ by, where }: OwnTable, owner: Owner) =>
  where?.(owner) ?? sql`${sql.ref(`t.${by}`)} = ${owner.userId}`

export async function readPlatformRows(db: PlatformDb, table: string, copied: OwnTable, owner: Owner) {
  const { rows } = await sql<CopiedRow>`
    select ${sql.join(columnsOf(copied, owner))} from ${sql.table(table)} t
    where ${namesUser(copied, owner)} order by ${orderOf(copied)}`.execute(db)
  return rows
}

/** Reads a page of a school's rows about the user, in one order. */
export async function readSchoolRows(
  db: SchoolDb,
  table: string,
  copied: OwnTable,
  { owner, offset, limit }: { owner: Owner; offset: number; limit: number },
): Promise<CopiedRow[]> {
  const shown = copied.columns.flatMap((column) => titles[column] ?? [])
  const { rows } = await sql<CopiedRow>`
    select ${sql.join([...columnsOf(copied, owner), ...shown])} from ${sql.table(table)} t
    where t.school_id = ${thisSchool} and ${namesUser(copied, owner)}
    order by ${orderOf(copied)} limit ${limit} offset ${offset}`.execute(db)
  return rows
}

export const findEmail = async (db: PlatformDb, userId: string): Promise<string> =>
  (await db.selectFrom('users').where('id', '=', userId).select('email').executeTakeFirstOrThrow()).email

export const listSchools = (db: PlatformDb, userId: string) =>
  db
    .selectFrom('person_schools as p')
    .innerJoin('schools as c', 'c.id', 'p.school_id')
    .where('p.user_id', '=', userId)
    .select(['c.id', 'c.name'])
    .orderBy('c.id')
    .execute()
