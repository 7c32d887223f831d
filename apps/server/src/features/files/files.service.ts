import { randomUUID } from 'node:crypto'
import path from 'node:path/posix'
import type { Readable } from 'node:stream'
import type { ImageFormat } from '@escola/contract/limits'
import type { SchoolDb } from '@escola/db'
import { LRUCache } from 'lru-cache'
import { AppError, notFound } from '../../core/app-error.ts'
import { AsyncCache } from '../../core/async-cache.ts'
import type { Attended, School, Visited } from '../../core/scope.ts'
import type { Tools } from '../../core/tools.ts'
import { deleteImage, imageFolder, openImage, storeImage } from '../../files/images.ts'
import type { FilePurpose, MadePurpose, UploadPurpose } from '../../files/owners.ts'
import { type FileLink, isFileLinkGood, type Way } from '../../files/signed-links.ts'
import { FileMissing } from '../../files/store.ts'
import type { Gate } from '../../http/gate.ts'
import { Bytes, SeekableBytes } from '../../http/replies.ts'
import { contentDisposition } from './content-disposition.ts'
import * as queries from './files.queries.ts'
import { forgetBytes } from './forgotten-bytes.service.ts'
import { countUpload, requireQuota, uncountUploads } from './quota.service.ts'

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

/** The row of an upload whose bytes are in the store, for those who write it beside a change of their own. */
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

/**
 * Draws an uploaded picture in its format, stores it, and writes its row beside the change that shows it. When either is refused, no
 * bytes stay.
 * @param show writes the picture's key where it is shown
 */
export async function storePicture<T>(
  school: School,
  {
    bytes,
    filename,
    purpose,
    format,
  }: { bytes: Buffer; filename: string; purpose: UploadPurpose; format: ImageFormat },
  show: (db: SchoolDb, key: string) => Promise<T>,
  tools: Pick<Tools, 'files' | 'config'>,
): Promise<T> {
  await requireQuota(school, bytes.length, tools)
  const { key, sizeBytes } = await storeImage(tools.files, school.id, bytes, format)
  const shown = school.tx(async (db) => {
    const shown = await show(db, key)
    // Counted last: from here on all other uploads of the school wait.
    await recordImage(db, school.id, { key, purpose, filename, sizeBytes }, tools)
    return shown
  })
  return deleteIfRefused(shown, () => deleteImage(tools.files, imageFolder(school.id, key)))
}

/** Keeps account of a picture that is already in the store, so that it is removed once nothing shows it any more. */
export const recordImage = (
  db: SchoolDb,
  schoolId: string,
  image: { key: string; purpose: UploadPurpose; filename: string; sizeBytes: number },
  tools: Pick<Tools, 'config'>,
) => recordUpload(db, { ...image, key: imageFolder(schoolId, image.key), contentType: 'image/webp' }, tools)

/** Takes a picture's row away, and what it counted for; its bytes go a day later. */
export async function forgetImage(
  db: SchoolDb,
  schoolId: string,
  image: { key: string; purpose: UploadPurpose },
  tools: Pick<Tools, 'now'>,
): Promise<void> {
  const key = imageFolder(schoolId, image.key)
  const row = await queries.deleteFile(db, key)
  if (row) await uncountUploads(db, Number(row.size_bytes))
  await forgetBytes(db, [{ purpose: image.purpose, key }], tools)
}

/** A file or a video that a lesson may name, or that an edition does. A foreign school's is simply not there. */
export const findLessonFile = async (db: SchoolDb, id: string) =>
  (await queries.listLessonFiles(db, [id], queries.lessonPurposes))[0] ?? (await queries.findEditionFile(db, id))

/** Those among these ids that are there, for a lesson that is about to name them: what was to be removed stays. */
export async function keepLessonFiles(db: SchoolDb, ids: string[], purpose: queries.LessonPurpose) {
  if (ids.length === 0) return []
  await queries.keepFiles(db, ids)
  return queries.listLessonFiles(db, ids, [purpose])
}

export interface DownloadTools extends Tools {
  gate: Gate
  /** Checks that are asked again of each way to a file: whether this person may still take it. */
  ways: Record<Way, (school: Attended, link: { id: string; fileId: string }) => Promise<unknown>>
  accesses: ReturnType<typeof createFileAccesses>
}

/** Asked again no sooner than this: a player that jumps about asks for many parts of one file. */
const cacheMs = 1000
export const createFileAccesses = () => new LRUCache<string, Promise<unknown>>({ max: 10_000, ttl: cacheMs })

/** A link ends with the session that asked for it, and with the access by which it got it. */
async function requireAccess(school: Visited, link: FileLink, { gate, ways, accesses }: DownloadTools): Promise<void> {
  const key = JSON.stringify([school.id, link])
  const checkAccess = async () => {
    const pass = await gate.checkSession('member', link.session, school.id)
    await ways[link.way]({ ...school, ...pass, actor: pass.actor! }, link)
  }
  const access = accesses.get(key)
  const answer = access ?? checkAccess()
  if (!access) accesses.set(key, answer)
  await answer.catch((error: unknown) => {
    accesses.delete(key)
    throw error instanceof AppError ? notFound() : error
  })
}

export async function downloadFile(
  school: Visited,
  { expires, signature, ...link }: FileLink & { expires: number; signature: string },
  tools: DownloadTools,
): Promise<SeekableBytes> {
  if (!isFileLinkGood(tools, school.id, { ...link, expires, signature })) throw notFound()
  await requireAccess(school, link, tools)
  const file = await school.tx(
    async (db) => (await queries.findFile(db, link.fileId)) ?? (await queries.findEditionFile(db, link.fileId)),
  )
  if (!file) throw notFound()
  return new SeekableBytes({
    size: Number(file.size_bytes),
    // The bytes under a key never change.
    tag: `"${path.basename(file.storage_key)}"`,
    headers: {
      'content-type': file.content_type,
      'content-disposition': contentDisposition(
        file.filename,
        file.purpose === 'lesson_video' ? 'inline' : 'attachment',
      ),
      'cache-control': 'private, no-store',
      // Whatever a file claims to be, it never runs as a page of ours.
      'x-content-type-options': 'nosniff',
      'content-security-policy': "sandbox; default-src 'none'",
    },
    open: (range) =>
      tools.files.read(file.storage_key, range).catch((error: unknown) => {
        throw error instanceof FileMissing ? notFound() : error
      }),
  })
}

/** Asked again no sooner than this which school has a picture: a search with made-up keys costs one question each, and no more. */
const ownerCacheMs = 10_000
export const createPictureOwners = () => new AsyncCache<string | undefined>(ownerCacheMs)

export interface ImageTools extends Tools {
  pictureOwners: ReturnType<typeof createPictureOwners>
}

/** A picture that is not here may be a cover of an edition, whose bytes are the franchisor's. */
export async function sendImage(
  school: School,
  { key, width }: { key: string; width: number | undefined },
  { files, pictureOwners, now }: ImageTools,
): Promise<Bytes> {
  const findOwner = () =>
    pictureOwners.fetch(`${school.id}/${key}`, now().getTime(), () =>
      school.tx((db) => queries.findPictureOwner(db, key)),
    )
  const openShared = async () => {
    const owner = await findOwner()
    return owner === undefined ? undefined : openImage(files, owner, key, width)
  }
  const body = (await openImage(files, school.id, key, width)) ?? (await openShared())
  if (!body) throw notFound()
  return new Bytes(body, {
    'content-type': 'image/webp',
    'cache-control': 'public, max-age=31536000, immutable',
    // Mails show it too, in mailboxes on the web.
    'cross-origin-resource-policy': 'cross-origin',
    'x-content-type-options': 'nosniff',
  })
}
