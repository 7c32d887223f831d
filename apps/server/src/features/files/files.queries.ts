import type { SchoolDb, Tables } from '@escola/db'
import { type Insertable, sql } from 'kysely'

const fileColumns = ['id', 'purpose', 'storage_key', 'filename', 'content_type', 'size_bytes'] as const

export const insertFile = (db: SchoolDb, row: Insertable<Tables['files']>) =>
  db.insertInto('files').values(row).returning(fileColumns).executeTakeFirstOrThrow()

/** Until the end of this transaction nobody else adds to this school's files. */
export const lockQuota = (db: SchoolDb) =>
  sql`select pg_advisory_xact_lock(hashtextextended('files.quota', app.school_id()))`.execute(db)

export const sumFileSizes = async (db: SchoolDb): Promise<number> =>
  Number(
    (
      await db
        .selectFrom('files')
        .select((eb) => eb.fn.sum<string>('size_bytes').as('size'))
        .executeTakeFirst()
    )?.size,
  )

export const findFile = (db: SchoolDb, id: string) =>
  db.selectFrom('files').select(fileColumns).where('id', '=', id).executeTakeFirst()

export const listLessonFiles = (db: SchoolDb, ids: string[]) =>
  db.selectFrom('files').select(fileColumns).where('purpose', '=', 'lesson_file').where('id', 'in', ids).execute()

/** Writes down since when nothing names a file that somebody uploaded, and takes back what is named again. */
export const markUnusedFiles = (db: SchoolDb) =>
  sql`with named as (
      select (e->>'id')::bigint as id from lessons l cross join jsonb_array_elements(l.files) e
      union select (e->>'id')::bigint from lessons l cross join jsonb_array_elements(l.draft->'files') e
      union select i.file_id from imports i
      union select f.id from files f join courses c
        on f.storage_key in (c.school_id || '/images/' || c.cover_key, c.school_id || '/images/' || (c.draft->>'cover_key'))),
    state as (
      select f.id, case when named.id is null then coalesce(f.utc_unused_on, now()) end as utc_unused_on
      from files f left join named on named.id = f.id where f.purpose in ('lesson_file', 'course_cover', 'import'))
    update files f set utc_unused_on = state.utc_unused_on from state
    where f.id = state.id and f.utc_unused_on is distinct from state.utc_unused_on`.execute(db)

export const deleteUnusedFiles = (db: SchoolDb, days: number) =>
  db
    .deleteFrom('files')
    .where('utc_unused_on', '<', sql<Date>`now() - make_interval(days => ${days})`)
    .returning(['purpose', 'storage_key'])
    .execute()
