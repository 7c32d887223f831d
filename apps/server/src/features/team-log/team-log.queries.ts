import { type SchoolDb, thisSchool } from '@escola/db'
import { sql } from 'kysely'
import type { PageRange } from '../../core/paging.ts'
import type { Subject } from './subjects.ts'
import type { Values } from './values.ts'

export interface NewChange {
  userId: string
  change: string
  subject: Subject | undefined
  halfHour: Date
  now: Date
}

/** Writes a line, or counts once more in the line of this half hour. @returns its id */
export async function insertOrCountChange(db: SchoolDb, row: NewChange): Promise<string> {
  const { kind = '', id = '', title = '', userId: subjectUserId = null } = row.subject ?? {}
  const { rows } = await sql<{ id: string }>`
    insert into team_changes as c (school_id, user_id, change, subject_kind, subject_id, subject_title, subject_user_id,
      utc_half_hour, utc_began_on, utc_made_on)
    values (${thisSchool}::bigint, ${row.userId}, ${row.change}, ${kind}, ${id}, ${title}, ${subjectUserId}, ${row.halfHour}, ${row.now}, ${row.now})
    on conflict (school_id, user_id, change, subject_kind, subject_id, utc_half_hour)
    do update set times = c.times + 1, utc_made_on = excluded.utc_made_on, subject_title = excluded.subject_title
    returning id`.execute(db)
  return rows[0]!.id
}

/** Names in a line what it is about, once it is there. A line of several changes stays without, and so does a second one about the same in its half hour. */
export const nameSubject = (db: SchoolDb, id: string, { kind, id: subjectId, title, userId }: Subject) =>
  sql`
    update team_changes c set subject_kind = ${kind}, subject_id = ${subjectId}, subject_title = ${title}, subject_user_id = ${userId ?? null}::bigint
    where c.school_id = ${thisSchool}::bigint and c.id = ${id} and c.times = 1 and c.subject_kind = ''
      and not exists (
        select from team_changes o
        where o.school_id = ${thisSchool}::bigint and o.user_id = c.user_id and o.change = c.change and o.subject_kind = ${kind}
          and o.subject_id = ${subjectId} and o.utc_half_hour = c.utc_half_hour
      )`.execute(db)

/** Counts a change back that was refused; a line of nothing else goes with it. */
export async function countBack(db: SchoolDb, id: string): Promise<void> {
  await db
    .updateTable('team_changes')
    .set((is) => ({ times: is('times', '-', 1) }))
    .where('id', '=', id)
    .execute()
  await db.deleteFrom('team_changes').where('id', '=', id).where('times', '<=', 0).execute()
}

/** Values of a further change in one line keep what the first one found. */
export const insertBefore = async (
  db: SchoolDb,
  id: string,
  values: Values,
  subjectUserId: string | null,
): Promise<void> => {
  const rows = Object.entries(values).map(([field, before]) => ({
    ...{ change_id: id, field, before },
    subject_user_id: subjectUserId,
  }))
  if (rows.length === 0) return
  await db
    .insertInto('team_change_values')
    .values(rows)
    .onConflict((conflict) => conflict.columns(['school_id', 'change_id', 'field']).doNothing())
    .execute()
}

/** Writes what a change has left. A field that it found and left as it was is no news. */
export async function saveAfter(db: SchoolDb, id: string, values: Values, subjectUserId: string | null): Promise<void> {
  await sql`
    insert into team_change_values as v (school_id, change_id, field, before, after, subject_user_id)
    select ${thisSchool}::bigint, ${id}::bigint, r.field, '', r.after, ${subjectUserId}::bigint
    from unnest(${Object.keys(values)}::text[], ${Object.values(values)}::text[]) as r (field, after)
    on conflict (school_id, change_id, field) do update set after = excluded.after`.execute(db)
  await db
    .deleteFrom('team_change_values')
    .where('change_id', '=', id)
    .where((is) =>
      is.or([is('after', '=', is.ref('before')), is.and([is('after', 'is', null), is('before', '=', '')])]),
    )
    .execute()
}

export interface ChangeFilter {
  userId: string
  /** Names of the changes that are looked for; undefined for all. */
  changes: string[] | undefined
}

const filtered = (db: SchoolDb, { userId, changes }: ChangeFilter) =>
  db
    .selectFrom('team_changes as c')
    .$if(userId !== '', (query) => query.where('c.user_id', '=', userId))
    .$if(changes !== undefined, (query) => query.where('c.change', 'in', changes!.length > 0 ? changes! : ['']))

export async function countChanges(db: SchoolDb, filter: ChangeFilter): Promise<number> {
  const { total } = await filtered(db, filter)
    .select(({ fn }) => fn.countAll<string>().as('total'))
    .executeTakeFirstOrThrow()
  return Number(total)
}

const withNames = (db: SchoolDb, filter: ChangeFilter) =>
  filtered(db, filter)
    .leftJoin('memberships as m', (on) =>
      on.onRef('m.school_id', '=', 'c.school_id').onRef('m.user_id', '=', 'c.user_id'),
    )
    .leftJoin('memberships as s', (on) =>
      on.onRef('s.school_id', '=', 'c.school_id').onRef('s.user_id', '=', 'c.subject_user_id'),
    )
    .select([
      'c.id',
      'c.user_id',
      'm.name',
      'c.change',
      'c.subject_kind',
      'c.subject_id',
      'c.subject_title',
      'c.subject_user_id',
      's.name as subject_name',
      's.link as subject_link',
      'c.times',
      'c.utc_began_on',
      'c.utc_made_on',
    ])

/** Lists the newest first. */
export async function listChanges(db: SchoolDb, filter: ChangeFilter, { offset, limit, fromEnd }: PageRange) {
  const order = fromEnd ? 'asc' : 'desc'
  const rows = await withNames(db, filter)
    .orderBy('c.utc_made_on', order)
    .orderBy('c.id', order)
    .offset(offset)
    .limit(limit)
    .execute()
  return fromEnd ? rows.reverse() : rows
}
export type ChangeRow = Awaited<ReturnType<typeof listChanges>>[number]

/** Lists lines by their ids, downwards from one. */
export const listChangesBelow = (
  db: SchoolDb,
  filter: ChangeFilter,
  { below, limit }: { below: string; limit: number },
) => withNames(db, filter).where('c.id', '<', below).orderBy('c.id', 'desc').limit(limit).execute()

export const listValues = (db: SchoolDb, ids: string[]) =>
  db
    .selectFrom('team_change_values')
    .where('change_id', 'in', ids)
    .select(['change_id', 'field', 'before', 'after'])
    .orderBy('field')
    .execute()

export async function listPeople(db: SchoolDb): Promise<{ user_id: string; name: string | null }[]> {
  const { rows } = await sql<{ user_id: string; name: string | null }>`
    select p.user_id, m.name from (select distinct user_id from team_changes where school_id = ${thisSchool}) p
    left join memberships m on m.school_id = ${thisSchool} and m.user_id = p.user_id`.execute(db)
  return rows
}

export async function deleteBefore(db: SchoolDb, moment: Date, atOnce: number): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('team_changes')
    .where('id', 'in', (is) =>
      is.selectFrom('team_changes').select('id').where('utc_made_on', '<', moment).orderBy('utc_made_on').limit(atOnce),
    )
    .executeTakeFirst()
  return Number(numDeletedRows)
}
