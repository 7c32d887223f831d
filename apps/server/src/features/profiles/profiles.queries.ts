import { type PlatformDb, type SchoolDb, thisSchool } from '@escola/db'
import { sql } from 'kysely'
import type { NamedFile } from '../../files/owners.ts'

/** The pictures that people show. */
export const namedAvatars = () => sql<NamedFile>`
  select f.school_id, f.id from memberships m
  join files f on f.school_id = m.school_id and f.storage_key = m.school_id || '/images/' || m.profile_image_key
  where m.school_id = ${thisSchool}`

/** Where somebody belongs, since when they do longest. */
export const findFirstSchool = (db: PlatformDb, userId: string) =>
  db
    .selectFrom('person_schools')
    .where('user_id', '=', userId)
    .where((is) => is.or([is('is_admin', '=', true), is('is_student', '=', true)]))
    .select('school_id')
    .orderBy('utc_created_on')
    .orderBy('school_id')
    .limit(1)
    .executeTakeFirst()

export interface InSchool {
  name?: string
  cellphone?: string | undefined
  profile_description?: string
}
/** What this school alone knows of somebody. */
export const updateMember = (db: SchoolDb, userId: string, values: InSchool) =>
  db.updateTable('memberships').set(values).where('user_id', '=', userId).execute()

/**
 * Waits for whoever is changing it.
 * @returns the picture that was there
 */
export async function replaceAvatar(db: SchoolDb, userId: string, key: string | null): Promise<string | null> {
  const before = await db
    .selectFrom('memberships')
    .where('user_id', '=', userId)
    .select('profile_image_key')
    .forUpdate()
    .executeTakeFirst()
  await db.updateTable('memberships').set({ profile_image_key: key }).where('user_id', '=', userId).execute()
  return before?.profile_image_key ?? null
}

/** Somebody who belongs there, by their public link. */
export const findProfile = (db: SchoolDb, link: string) =>
  db
    .selectFrom('memberships')
    .where('link', '=', link)
    .where((is) => is.or([is('is_admin', '=', true), is('is_student', '=', true)]))
    .select(['user_id', 'name', 'link', 'profile_image_key', 'profile_description', 'utc_created_on'])
    .executeTakeFirst()

export const findVisibility = (db: SchoolDb) =>
  db.selectFrom('schools').select(['is_private', 'is_blocked']).executeTakeFirstOrThrow()

export interface StudiedRow {
  id: string
  title: string
  link: string
  cover_key: string | null
  has_complete: boolean
}

/** The courses that somebody has completed or begun: those that are listed, and private ones for the school's own people alone. */
export async function listStudied(db: SchoolDb, userId: string, forMember: boolean): Promise<StudiedRow[]> {
  const { rows } = await sql<StudiedRow>`
    select c.id, c.title, c.link, c.cover_key, p.utc_completed_on is not null as has_complete
    from course_progress p join courses c on c.school_id = ${thisSchool} and c.id = p.course_id
    where p.school_id = ${thisSchool} and p.user_id = ${userId} and c.utc_published_on is not null and c.is_visible
      and (${forMember}::boolean or not c.is_private)
      and (p.utc_completed_on is not null or exists (select from lesson_completions d
        where d.school_id = ${thisSchool} and d.user_id = ${userId} and d.course_id = c.id))
    order by p.utc_completed_on desc nulls last, c.title, c.id`.execute(db)
  return rows
}

export async function listCohortTitles(db: SchoolDb, userId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('enrollments as e')
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

/** The latest issue of each certificate, once it is drawn. */
export const listDrawnCertificates = (db: SchoolDb, userId: string) =>
  db
    .selectFrom('certificates as t')
    .innerJoin('files as f', (join) =>
      join.onRef('f.school_id', '=', 't.school_id').onRef('f.storage_key', '=', 't.storage_key'),
    )
    .where('t.user_id', '=', userId)
    .where('t.utc_replaced_on', 'is', null)
    .where('t.status', '=', 'ready')
    .select(['t.id', 't.course_id', 't.code', 'f.id as file_id'])
    .execute()
