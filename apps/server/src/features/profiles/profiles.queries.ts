import { hasBegun, type PlatformDb, type SchoolDb, thisSchool } from '@escola/db'
import { sql } from 'kysely'
import type { NamedFile } from '../../files/owners.ts'
import { isOfTeam } from '../../team/conditions.queries.ts'

/** Names the pictures of people's profiles. */
export const namedAvatars = () => sql<NamedFile>`
  select f.school_id, f.id from memberships m
  join files f on f.school_id = m.school_id and f.storage_key = m.school_id || '/images/' || m.profile_image_key
  where m.school_id = ${thisSchool}`

/** Finds the school that a person has belonged to for the longest time. */
export const findFirstSchool = (db: PlatformDb, userId: string) =>
  db
    .selectFrom('person_schools')
    .where('user_id', '=', userId)
    .where((is) => is.or([isOfTeam('person_schools'), is('is_student', '=', true)]))
    .select('school_id')
    .orderBy('utc_created_on')
    .orderBy('school_id')
    .limit(1)
    .executeTakeFirst()

/** Finds a member of the school by their public link. */
export const findProfile = (db: SchoolDb, link: string) =>
  db
    .selectFrom('memberships')
    .where('link', '=', link)
    .where((is) => is.or([isOfTeam('memberships'), is('is_student', '=', true)]))
    .select(['user_id', 'name', 'link', 'profile_image_key', 'profile_description', 'utc_created_on'])
    .executeTakeFirst()

export const findVisibility = (db: SchoolDb) =>
  db.selectFrom('schools').select(['id', 'namespace', 'is_private', 'is_blocked']).executeTakeFirstOrThrow()

export interface StudiedRow {
  id: string
  title: string
  link: string
  cover_key: string | null
  has_complete: boolean
}

/** Lists the courses that a person has completed or begun: listed ones, and private ones for the school's own people alone. */
export async function listStudied(db: SchoolDb, userId: string, forMember: boolean): Promise<StudiedRow[]> {
  const { rows } = await sql<StudiedRow>`
    select c.id, c.title, c.link, c.cover_key, p.utc_completed_on is not null as has_complete
    from course_progress p join courses c on c.school_id = ${thisSchool} and c.id = p.course_id
    where p.school_id = ${thisSchool} and p.user_id = ${userId} and c.utc_published_on is not null and c.is_visible
      and (${forMember}::boolean or not c.is_private)
      and ${hasBegun}
    order by p.utc_completed_on desc nulls last, c.title, c.id`.execute(db)
  return rows
}

export async function listCohortTitles(db: SchoolDb, userId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('living_enrollments as e')
    .innerJoin('cohorts as h', (join) =>
      join.onRef('h.school_id', '=', 'e.school_id').onRef('h.id', '=', 'e.cohort_id'),
    )
    .where('e.user_id', '=', userId)
    .select('h.title')
    .orderBy('h.title')
    .orderBy('h.id')
    .execute()
  return rows.map(({ title }) => title)
}

/** Lists the latest issue of each certificate, once it is drawn. */
export const listDrawnCertificates = (db: SchoolDb, userId: string) =>
  db
    .selectFrom('certificates as t')
    .innerJoin('files as f', (join) =>
      join.onRef('f.school_id', '=', 't.school_id').onRef('f.storage_key', '=', 't.storage_key'),
    )
    .where('t.user_id', '=', userId)
    .where('t.utc_replaced_on', 'is', null)
    .where('t.status', '=', 'ready')
    .where('t.course_id', 'is not', null)
    .select(['t.id', 't.code', 'f.id as file_id'])
    .select((is) => is.ref('t.course_id').$notNull().as('course_id'))
    .execute()
