import { type SchoolDb, type Tables, thisSchool } from '@escola/db'
import { type Insertable, sql } from 'kysely'
import { type FileOwner, type FilePurpose, filePurposes } from '../../files/owners.ts'

/** Purposes of files that a lesson may name. */
export const lessonPurposes = ['lesson_file', 'lesson_video'] as const satisfies FilePurpose[]
export type LessonPurpose = (typeof lessonPurposes)[number]

const fileColumns = ['id', 'purpose', 'storage_key', 'filename', 'content_type', 'size_bytes'] as const

export const insertFile = (db: SchoolDb, row: Insertable<Tables['files']>) =>
  db.insertInto('files').values(row).returning(fileColumns).executeTakeFirstOrThrow()

export const findFile = (db: SchoolDb, id: string) =>
  db.selectFrom('files').select(fileColumns).where('id', '=', id).executeTakeFirst()

/** Finds a file that an open edition names. Its row at the franchisor is no part of this school. */
export const findEditionFile = (db: SchoolDb, id: string) =>
  db
    .selectFrom('edition_files as f')
    .innerJoin('editions as e', (join) =>
      join.onRef('e.school_id', '=', 'f.school_id').onRef('e.course_id', '=', 'f.course_id'),
    )
    .select(['f.file_id as id', 'f.purpose', 'f.storage_key', 'f.filename', 'f.content_type', 'f.size_bytes'])
    .where('f.file_id', '=', id)
    .where('f.purpose', 'in', lessonPurposes)
    .where('e.is_open', '=', true)
    .limit(1)
    .executeTakeFirst()

/** Finds the school that has a picture which an open edition of this one shows. */
export async function findPictureOwner(db: SchoolDb, key: string): Promise<string | undefined> {
  const { rows } = await sql<{ franchisor_id: string }>`
    select f.franchisor_id from franchisors f
    join edition_files e on e.school_id = f.school_id and e.storage_key = f.franchisor_id || '/images/' || ${key}::text
    join editions o on o.school_id = e.school_id and o.course_id = e.course_id and o.is_open
    where f.school_id = ${thisSchool} and e.school_id = ${thisSchool} and o.school_id = ${thisSchool} limit 1`.execute(
    db,
  )
  return rows[0]?.franchisor_id
}

export const deleteFile = (db: SchoolDb, storageKey: string) =>
  db.deleteFrom('files').where('storage_key', '=', storageKey).returning('size_bytes').executeTakeFirst()

export const listLessonFiles = (db: SchoolDb, ids: string[], purposes: readonly LessonPurpose[]) =>
  db
    .selectFrom('files')
    .select([...fileColumns, 'created_by'])
    .where('purpose', 'in', purposes)
    .where('id', 'in', ids)
    .execute()

/** Those of these keys that are a file's. */
export const listKeysOf = async (db: SchoolDb, keys: string[]): Promise<string[]> => {
  const { rows } = await sql<{ storage_key: string }>`
    select f.storage_key from files f where f.school_id = ${thisSchool} and f.storage_key = any(${[...new Set(keys)]}::text[])`.execute(
    db,
  )
  return rows.map(({ storage_key }) => storage_key)
}

/** Keys whose bytes a job of this name is going to delete. */
export const listForgottenKeys = async (db: SchoolDb, jobName: string): Promise<string[]> => {
  const { rows } = await sql<{ key: string }>`
    select f.file ->> 'key' as key from outbox o cross join jsonb_array_elements(o.payload -> 'files') f (file)
    where o.school_id = ${thisSchool} and o.name = ${jobName} and o.utc_done_on is null and o.utc_failed_on is null`.execute(
    db,
  )
  return rows.map(({ key }) => key)
}

/** Marks files as used. Waits for a removal that is running, so that none of them is deleted. */
export const keepFiles = (db: SchoolDb, ids: string[]) =>
  db
    .updateTable('files')
    .set({ utc_unused_on: null })
    .where('id', 'in', ids)
    .where('utc_unused_on', 'is not', null)
    .execute()

/** Marks pictures as used, like `keepFiles`. */
export const keepPictures = (db: SchoolDb, keys: string[], purpose: FilePurpose) =>
  db
    .updateTable('files')
    .set({ utc_unused_on: null })
    .where('storage_key', 'in', keys)
    .where('purpose', '=', purpose)
    .where('utc_unused_on', 'is not', null)
    .execute()

export async function countPictures(db: SchoolDb, keys: string[], purpose: FilePurpose): Promise<number> {
  const { total } = await db
    .selectFrom('files')
    .select(({ fn }) => fn.countAll<string>().as('total'))
    .where('storage_key', 'in', keys)
    .where('purpose', '=', purpose)
    .executeTakeFirstOrThrow()
  return Number(total)
}

/** Files that editions of affiliates show count as named, whatever this school shows itself. */
const sharedFiles = sql`select s.school_id, s.file_id as id from shared_files s where s.school_id = ${thisSchool}`

const selectNamed = async (db: SchoolDb, owners: FileOwner[]) =>
  sql.join([...(await Promise.all(owners.map((owner) => owner.named(db)))), sharedFiles], sql` union all `)

/** Marks files that are referenced again as used. */
export const keepNamedFiles = async (db: SchoolDb, owners: FileOwner[]) =>
  sql`update files f set utc_unused_on = null from (${await selectNamed(db, owners)}) named
    where f.school_id = ${thisSchool} and f.utc_unused_on is not null and f.school_id = named.school_id and f.id = named.id`.execute(
    db,
  )

/** Marks files that no row references as unused from now on. */
export const markUnusedFiles = async (db: SchoolDb, owners: FileOwner[], now: Date) =>
  sql`update files f set utc_unused_on = ${now}
    where f.school_id = ${thisSchool} and f.utc_unused_on is null and f.purpose in (${sql.join(filePurposes)}) and not exists (
      select from (${await selectNamed(db, owners)}) named where named.school_id = f.school_id and named.id = f.id)`.execute(
    db,
  )

export const deleteUnusedFiles = (db: SchoolDb, before: Date) =>
  db
    .deleteFrom('files')
    .where('utc_unused_on', '<', before)
    .returning(['purpose', 'storage_key', 'size_bytes'])
    .execute()
