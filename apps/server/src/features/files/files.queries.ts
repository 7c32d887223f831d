import type { SchoolDb, Tables } from '@escola/db'
import type { Insertable } from 'kysely'

const fileColumns = ['id', 'purpose', 'storage_key', 'filename', 'content_type', 'size_bytes'] as const

export const insertFile = (db: SchoolDb, row: Insertable<Tables['files']>) =>
  db.insertInto('files').values(row).returning(fileColumns).executeTakeFirstOrThrow()

export const findFile = (db: SchoolDb, id: string) =>
  db.selectFrom('files').select(fileColumns).where('id', '=', id).executeTakeFirst()

export const listLessonFiles = (db: SchoolDb, ids: string[]) =>
  db.selectFrom('files').select(fileColumns).where('purpose', '=', 'lesson_file').where('id', 'in', ids).execute()
