import type { SchoolDb, Tables } from '@escola/db'
import { type Insertable, sql } from 'kysely'

const columns = [
  'id',
  'filename',
  'size_bytes',
  'part_bytes',
  'storage_key',
  'store_upload',
  'parts',
  'content_type',
  'file_id',
  'utc_finishing_on',
] as const

/** A file on its owner's disk. */
export interface SameFile {
  filename: string
  size: number
  modified: number
}

export const findSwitch = (db: SchoolDb) =>
  db.selectFrom('schools').select('has_video_upload').executeTakeFirstOrThrow()

export const findVideo = (db: SchoolDb, createdBy: string, id: string) =>
  db
    .selectFrom('video_uploads')
    .select(columns)
    .where('created_by', '=', createdBy)
    .where('id', '=', id)
    .executeTakeFirst()
export type VideoRow = NonNullable<Awaited<ReturnType<typeof findVideo>>>

/** Locks a video until the transaction ends, so that it is put together once. */
export const lockVideo = (db: SchoolDb, id: string) =>
  db.selectFrom('video_uploads').select(columns).where('id', '=', id).forUpdate().executeTakeFirst()

export const findSame = (db: SchoolDb, createdBy: string, { filename, size, modified }: SameFile) =>
  db
    .selectFrom('video_uploads')
    .select(columns)
    .where('created_by', '=', createdBy)
    .where('filename', '=', filename)
    .where('size_bytes', '=', String(size))
    .where('modified', '=', String(modified))
    .executeTakeFirst()

export const listUnfinished = (db: SchoolDb, createdBy: string) =>
  db
    .selectFrom('video_uploads')
    .select(columns)
    .where('created_by', '=', createdBy)
    .where('file_id', 'is', null)
    .orderBy('id')
    .limit(100)
    .execute()

/** Adds up what a person has begun to send; the person's own rows are few. */
export async function sumUnfinished(db: SchoolDb, createdBy: string): Promise<number> {
  const { bytes } = await db
    .selectFrom('video_uploads')
    .select(({ fn }) => fn.sum<string | null>('size_bytes').as('bytes'))
    .where('created_by', '=', createdBy)
    .where('file_id', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(bytes)
}

/** Inserts nothing when another caller has begun the same in the meantime. */
export const insertVideo = (db: SchoolDb, row: Insertable<Tables['video_uploads']>) =>
  db
    .insertInto('video_uploads')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .returning(columns)
    .executeTakeFirst()

/** Nothing when it is finished or was given up. */
export const recordPart = (
  db: SchoolDb,
  id: string,
  { number, mark, contentType, now }: { number: number; mark: string; contentType: string | undefined; now: Date },
) =>
  db
    .updateTable('video_uploads')
    .set({
      parts: sql`parts || jsonb_build_object(${String(number)}::text, ${mark}::text)`,
      utc_active_on: now,
      ...(contentType ? { content_type: contentType } : {}),
    })
    .where('id', '=', id)
    .where('file_id', 'is', null)
    .returning(columns)
    .executeTakeFirst()

/** Records that the parts are being put together. A row that is so is held by the caller. */
export const markFinishing = (db: SchoolDb, id: string, now: Date) =>
  db
    .updateTable('video_uploads')
    .set({ utc_finishing_on: now, utc_active_on: now })
    .where('id', '=', id)
    .returning(columns)
    .executeTakeFirstOrThrow()

export const recordFile = (db: SchoolDb, id: string, fileId: string, now: Date) =>
  db
    .updateTable('video_uploads')
    .set({ file_id: fileId, utc_active_on: now })
    .where('id', '=', id)
    .returning(columns)
    .executeTakeFirstOrThrow()

export const deleteUnfinished = (db: SchoolDb, id: string) =>
  db.deleteFrom('video_uploads').where('id', '=', id).where('file_id', 'is', null).returning(columns).executeTakeFirst()

/** Deletes nothing once the parts are being put together. */
export const deleteReceiving = (db: SchoolDb, id: string) =>
  db
    .deleteFrom('video_uploads')
    .where('id', '=', id)
    .where('file_id', 'is', null)
    .where('utc_finishing_on', 'is', null)
    .returning(columns)
    .executeTakeFirst()

/** Deletes uploads to which nothing was sent since; of finished ones, only the memory that they are. */
export const deleteOld = (db: SchoolDb, before: Date) =>
  db.deleteFrom('video_uploads').where('utc_active_on', '<', before).returning(columns).execute()
