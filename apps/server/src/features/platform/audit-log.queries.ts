import { type SchoolDb, thisSchool } from '@escola/db'
import { sql } from 'kysely'
import type { PageRange } from '../../core/paging.ts'

export const countVisits = async (db: SchoolDb): Promise<number> => {
  const { total } = await db
    .selectFrom('platform_visits')
    .select(({ fn }) => fn.countAll<string>().as('total'))
    .executeTakeFirstOrThrow()
  return Number(total)
}

/** Lists the newest first. */
export const listVisits = async (db: SchoolDb, { offset, limit, fromEnd }: PageRange) => {
  const order = fromEnd ? 'asc' : 'desc'
  const rows = await db
    .selectFrom('platform_visits')
    .select(['id', 'person_name', 'utc_began_on', 'utc_seen_on'])
    .orderBy('utc_began_on', order)
    .orderBy('id', order)
    .offset(offset)
    .limit(limit)
    .execute()
  return fromEnd ? rows.reverse() : rows
}

export interface ChangeRow {
  visit_id: string
  total: number
  id: string
  method: string
  route: string
  was_refused: boolean
  utc_made_on: Date
}

/** Lists the latest changes of each visit, and how many there are. */
export async function listChanges(db: SchoolDb, visitIds: string[], atMost: number): Promise<ChangeRow[]> {
  const { rows } = await sql<ChangeRow>`
    select * from (
      select visit_id, id, method, route, was_refused, utc_made_on, count(*) over (partition by visit_id)::int as total,
        row_number() over (partition by visit_id order by id desc) as place
      from platform_changes where school_id = ${thisSchool} and visit_id = any(${visitIds}::bigint[])) numbered
    where place <= ${atMost}::int order by id desc`.execute(db)
  return rows
}
