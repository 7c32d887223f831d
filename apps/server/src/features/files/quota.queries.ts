import type { SchoolDb } from '@escola/db'
import { uploadPurposes } from '../../files/owners.ts'

/**
 * Counts so much more, or less. Until this transaction ends nobody else counts.
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

/** What the counter should say. */
export async function sumUploads(db: SchoolDb): Promise<number> {
  const row = await db
    .selectFrom('files')
    .select((column) => column.fn.sum<string | null>('size_bytes').as('size'))
    .where('purpose', 'in', uploadPurposes)
    .executeTakeFirst()
  return Number(row?.size ?? 0)
}
