import { type SchoolDb, thisSchool } from '@escola/db'
import { sql } from 'kysely'

/** Records at the owner that affiliates are about to name these files in their editions of a course. */
export const insertSharedFiles = (
  db: SchoolDb,
  { courseId, affiliateIds, fileIds }: { courseId: string; affiliateIds: string[]; fileIds: string[] },
) =>
  sql`insert into shared_files (school_id, file_id, affiliate_id, course_id)
    select ${thisSchool}::bigint, f.id, a.id, ${courseId}::bigint
    from unnest(${fileIds}::bigint[]) as f (id) cross join unnest(${affiliateIds}::bigint[]) as a (id)
    on conflict do nothing`.execute(db)

/** Takes back files that no edition of these affiliates names. */
export const deleteSharedFilesExcept = (
  db: SchoolDb,
  { courseId, affiliateIds, fileIds }: { courseId: string; affiliateIds: string[]; fileIds: string[] },
) =>
  db
    .deleteFrom('shared_files')
    .where('course_id', '=', courseId)
    .where('affiliate_id', 'in', affiliateIds)
    .where((column) => sql<boolean>`not (${column.ref('file_id')} = any(${fileIds}::bigint[]))`)
    .execute()

/** Version of a course of this school's own. The course can't be published again until the transaction ends. */
export const lockVersion = async (db: SchoolDb, courseId: string): Promise<string | undefined> =>
  (
    await db
      .selectFrom('courses')
      .select('published_version')
      .where('id', '=', courseId)
      .forNoKeyUpdate()
      .executeTakeFirst()
  )?.published_version

/** Makes the files of the franchisor that an edition names those of the list. */
export async function writeEditionFiles(
  db: SchoolDb,
  { courseId, franchisorId }: { courseId: string; franchisorId: string },
  { files, file_ids }: { files: string; file_ids: string[] },
): Promise<void> {
  await db
    .deleteFrom('edition_files')
    .where('course_id', '=', courseId)
    .where((column) => sql<boolean>`not (${column.ref('file_id')} = any(${file_ids}::bigint[]))`)
    .execute()
  await sql`
    insert into edition_files (school_id, course_id, file_id, franchisor_id, purpose, storage_key, filename, content_type, size_bytes)
    select ${thisSchool}::bigint, ${courseId}::bigint, n.id, ${franchisorId}::bigint, n.purpose, n.storage_key, n.filename, n.content_type,
      n.size_bytes
    from jsonb_to_recordset(${files}::jsonb) as n (id bigint, purpose text, storage_key text, filename text, content_type text,
      size_bytes bigint)
    on conflict (school_id, course_id, file_id) do update set purpose = excluded.purpose, storage_key = excluded.storage_key,
      filename = excluded.filename, content_type = excluded.content_type, size_bytes = excluded.size_bytes`.execute(db)
}

/** The edition of a deleted course names nothing. */
export const deleteEditionFiles = (db: SchoolDb, courseIds: string[]) =>
  db.deleteFrom('edition_files').where('course_id', 'in', courseIds).execute()
