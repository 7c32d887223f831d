import { type SchoolDb, thisSchool } from '@escola/db'
import { sql } from 'kysely'
import { uploadPurposes } from '../../files/owners.ts'

/**
 * Counts that many bytes more, or less. No other transaction counts until this one ends.
 * @returns all that is counted now
 */
export async function countBytes(db: SchoolDb, bytes: number): Promise<number> {
  const row = await db
    .insertInto('school_storage')
    .values({ uploaded_bytes: String(bytes) })
    .onConflict((conflict) =>
      conflict.column('school_id').doUpdateSet((column) => ({
        uploaded_bytes: column('school_storage.uploaded_bytes', '+', column.ref('excluded.uploaded_bytes')),
      })),
    )
    .returning('uploaded_bytes')
    .executeTakeFirstOrThrow()
  return Number(row.uploaded_bytes)
}

export async function findCountedBytes(db: SchoolDb): Promise<number> {
  const row = await db.selectFrom('school_storage').select('uploaded_bytes').executeTakeFirst()
  return Number(row?.uploaded_bytes ?? 0)
}

/** Sum that the counter should have: stored files, and the videos that are on their way. One statement, so that none is seen twice. */
export async function sumUploads(db: SchoolDb): Promise<number> {
  const { rows } = await sql<{ size: string }>`select
      (select coalesce(sum(f.size_bytes), 0) from files f where f.school_id = ${thisSchool} and f.purpose in (${sql.join(uploadPurposes)}))
    + (select coalesce(sum(v.size_bytes), 0) from video_uploads v where v.school_id = ${thisSchool} and v.file_id is null) as size`.execute(
    db,
  )
  return Number(rows[0]!.size)
}
