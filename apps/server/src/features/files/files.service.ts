import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import type { SchoolDb } from '@escola/db'
import { AppError, notFound } from '../../core/app-error.ts'
import type { School } from '../../core/scope.ts'
import type { Tools } from '../../core/tools.ts'
import { imageFolder, openImage } from '../../files/images.ts'
import { isFileLinkGood } from '../../files/signed-links.ts'
import { FileMissing } from '../../files/store.ts'
import { Bytes } from '../../http/replies.ts'
import { contentDisposition } from './content-disposition.ts'
import * as queries from './files.queries.ts'

export type FilePurpose = 'lesson_file' | 'course_cover' | 'logo' | 'avatar' | 'signature' | 'import' | 'certificate'

export interface NewFile {
  purpose: FilePurpose
  /** Where the bytes go; must start with the school's id. Left out: a fresh place. */
  key?: string
  body: Buffer | Readable
  /** Of a stream whose length is known; else it is counted on the way. */
  sizeBytes?: number
  filename: string
  contentType: string
  createdBy?: string
}
export interface StoredFile {
  id: string
  storage_key: string
  filename: string
  content_type: string
  size_bytes: number
}

/** Keeps bytes and then their row: a crash in between leaves bytes that nothing names, never a name without bytes. */
export async function storeFile(
  school: School,
  file: NewFile,
  tools: Pick<Tools, 'files' | 'config'>,
): Promise<StoredFile> {
  const key = file.key ?? `${school.id}/${file.purpose.replace('_', '-')}/${randomUUID()}`
  if (!key.startsWith(`${school.id}/`)) throw new Error('a file belongs under its school')
  const { body, size } = counted(file)
  await tools.files.put(key, body, file.contentType)
  try {
    const { id } = await school.tx((db) => noteUpload(db, { ...file, key, sizeBytes: size() }, tools))
    return { id, storage_key: key, filename: file.filename, content_type: file.contentType, size_bytes: size() }
  } catch (error) {
    // Any other error may hide a row that was written.
    if (error instanceof AppError) await tools.files.delete(key)
    throw error
  }
}

/** Refuses early what would take a school past its share of the store; noteUpload asks again. */
export const requireQuota = (school: School, bytes: number, tools: Pick<Tools, 'config'>): Promise<void> =>
  school.tx((db) => requireQuotaIn(db, bytes, tools))

async function requireQuotaIn(db: SchoolDb, bytes: number, { config }: Pick<Tools, 'config'>): Promise<void> {
  if ((await queries.sumFileSizes(db)) + bytes > config.schoolStorageBytes) throw new AppError('storage_full')
}

/** The row of an upload whose bytes are in the store; uploads of one moment are counted one after the other. */
export async function noteUpload(
  db: SchoolDb,
  file: Parameters<typeof noteFile>[1],
  tools: Pick<Tools, 'config'>,
): Promise<{ id: string }> {
  await queries.lockQuota(db)
  await requireQuotaIn(db, file.sizeBytes, tools)
  return noteFile(db, file)
}

/** The row of a file whose bytes are in the store, for those who write it beside a change of their own. */
export const noteFile = (
  db: SchoolDb,
  { key, ...file }: Omit<NewFile, 'body'> & { key: string; sizeBytes: number },
): Promise<{ id: string }> =>
  queries.insertFile(db, {
    purpose: file.purpose,
    storage_key: key,
    filename: file.filename,
    content_type: file.contentType,
    size_bytes: String(file.sizeBytes),
    created_by: file.createdBy ?? null,
  })

/** Keeps account of a picture that is already in the store, so that it is removed once nothing shows it any more. */
export const noteImage = (
  db: SchoolDb,
  schoolId: string,
  image: { key: string; purpose: FilePurpose; filename: string; sizeBytes: number },
  tools: Pick<Tools, 'config'>,
) => noteUpload(db, { ...image, key: imageFolder(schoolId, image.key), contentType: 'image/webp' }, tools)

/** The lesson files among these ids; a foreign school's are simply not there. */
export const listLessonFiles = async (db: SchoolDb, ids: string[]) =>
  ids.length === 0 ? [] : await queries.listLessonFiles(db, ids)

export async function downloadFile(
  school: School,
  { fileId, ...link }: { fileId: string; expires: number; signature: string },
  tools: Tools,
): Promise<Bytes> {
  if (!isFileLinkGood(tools, school.id, fileId, link)) throw notFound()
  const file = await school.tx((db) => queries.findFile(db, fileId))
  if (!file) throw notFound()
  const body = await tools.files.read(file.storage_key).catch((error: unknown) => {
    throw error instanceof FileMissing ? notFound() : error
  })
  return new Bytes(body, {
    'content-type': file.content_type,
    'content-length': file.size_bytes,
    'content-disposition': contentDisposition(file.filename),
    'cache-control': 'private, no-store',
    // Whatever a file claims to be, it never runs as a page of ours.
    'x-content-type-options': 'nosniff',
    'content-security-policy': "sandbox; default-src 'none'",
  })
}

export async function sendImage(
  school: School,
  { key, width }: { key: string; width: number | undefined },
  { files }: Tools,
): Promise<Bytes> {
  const body = await openImage(files, school.id, key, width)
  if (!body) throw notFound()
  return new Bytes(body, {
    'content-type': 'image/webp',
    'cache-control': 'public, max-age=31536000, immutable',
    'x-content-type-options': 'nosniff',
  })
}

function counted({ body, sizeBytes }: NewFile): { body: Buffer | Readable; size: () => number } {
  if (Buffer.isBuffer(body)) return { body, size: () => body.length }
  if (sizeBytes !== undefined) return { body, size: () => sizeBytes }
  let bytes = 0
  const counting = async function* () {
    for await (const chunk of body) {
      bytes += (chunk as Buffer).length
      yield chunk
    }
  }
  return { body: Readable.from(counting()), size: () => bytes }
}
