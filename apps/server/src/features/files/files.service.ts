import { randomUUID } from 'node:crypto'
import type { Readable } from 'node:stream'
import type { SchoolDb } from '@escola/db'
import { AppError } from '../../core/app-error.ts'
import type { School } from '../../core/scope.ts'
import type { Tools } from '../../core/tools.ts'
import type { FilePurpose, MadePurpose, UploadPurpose } from '../../files/owners.ts'
import * as queries from './files.queries.ts'
import { countUpload } from './quota.service.ts'

interface Described<Purpose> {
  purpose: Purpose
  sizeBytes: number
  filename: string
  contentType: string
  createdBy?: string
}
type Stored<Purpose> = Described<Purpose> & { key: string }

interface StoredFile {
  id: string
  storage_key: string
  filename: string
  content_type: string
  size_bytes: number
}

/** Keeps bytes and then their row: a crash in between leaves bytes that nothing names, never a name without bytes. */
export async function storeFile(
  school: School,
  { body, ...file }: Described<UploadPurpose> & { body: Buffer | Readable },
  tools: Pick<Tools, 'files' | 'config'>,
): Promise<StoredFile> {
  const { purpose, filename, contentType, sizeBytes } = file
  const key = `${school.id}/${purpose.replace('_', '-')}/${randomUUID()}`
  await tools.files.put(key, body, contentType)
  const recorded = school.tx((db) => recordUpload(db, { ...file, key }, tools))
  const { id } = await deleteIfRefused(recorded, () => tools.files.delete(key))
  return { id, storage_key: key, filename, content_type: contentType, size_bytes: sizeBytes }
}

/** Takes bytes away again when their row was refused. Any other error may hide a row that was written. */
export const deleteIfRefused = <T>(recorded: Promise<T>, deleteBytes: () => Promise<void>): Promise<T> =>
  recorded.catch(async (error: unknown) => {
    if (error instanceof AppError) await deleteBytes()
    throw error
  })

/** The row of an upload whose bytes are in the store, for callers who write it beside a change of their own. */
export async function recordUpload(
  db: SchoolDb,
  file: Stored<UploadPurpose>,
  tools: Pick<Tools, 'config'>,
): Promise<{ id: string }> {
  await countUpload(db, file.sizeBytes, tools)
  return insertFile(db, file)
}

/** Records an upload that was counted before it came. */
export const recordCountedUpload = (db: SchoolDb, file: Stored<UploadPurpose>): Promise<{ id: string }> =>
  insertFile(db, file)

/** Records a file that the product itself has made, which counts against no quota. */
export const recordMadeFile = (db: SchoolDb, file: Stored<MadePurpose>): Promise<{ id: string }> => insertFile(db, file)

const insertFile = (db: SchoolDb, { key, ...file }: Stored<FilePurpose>) =>
  queries.insertFile(db, {
    purpose: file.purpose,
    storage_key: key,
    filename: file.filename,
    content_type: file.contentType,
    size_bytes: String(file.sizeBytes),
    created_by: file.createdBy ?? null,
  })

/** A file or a video that a lesson may name, or that an edition does. A foreign school's is simply not there. */
export const findLessonFile = async (db: SchoolDb, id: string) =>
  (await queries.listLessonFiles(db, [id], queries.lessonPurposes))[0] ?? (await queries.findEditionFile(db, id))

/** Those among these ids that are there, for a lesson that is about to name them: what was to be removed stays. */
export async function keepLessonFiles(db: SchoolDb, ids: string[], purpose: queries.LessonPurpose) {
  if (ids.length === 0) return []
  await queries.keepFiles(db, ids)
  return queries.listLessonFiles(db, ids, [purpose])
}
