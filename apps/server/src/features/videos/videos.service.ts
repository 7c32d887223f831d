import { randomUUID } from 'node:crypto'
import path from 'node:path'
import { hourMs } from '@escola/contract/durations'
import { videoLimits } from '@escola/contract/limits'
import { uploadAddress } from '@escola/contract/media'
import { refusals } from '@escola/contract/refusals'
import type { ResponseInput, RouteOutput } from '@escola/contract/route'
import type { VideoUpload, videos } from '@escola/contract/videos.contract'
import type { SchoolDb } from '@escola/db'
import { AppError, notFound } from '../../core/app-error.ts'
import { FileMissing } from '../../core/file-store.ts'
import type { Attended, School } from '../../core/scope.ts'
import type { Tools } from '../../core/tools.ts'
import { cleanFilename } from '../../http/multipart.ts'
import { recordCountedUpload } from '../files/files.service.ts'
import { countUpload, requireQuota, uncountUploads } from '../files/quota.service.ts'
import * as queries from './videos.queries.ts'

type Answer = ResponseInput<typeof videos.begin>
type StoreTools = Pick<Tools, 'files' | 'now'>

/** 1,5 GB */
function formatSize(bytes: number): string {
  const [unit, size] = bytes < 1024 ** 3 ? ['MB', 1024 ** 2] : ['GB', 1024 ** 3]
  return `${(bytes / size).toLocaleString('pt-BR', { maximumFractionDigits: 1 })} ${unit}`
}

export async function listVideos(school: Attended, { config }: Tools): Promise<ResponseInput<typeof videos.list>> {
  const rows = await school.tx(async (db) => {
    await requireSwitch(db)
    return queries.listUnfinished(db, school.actor.userId)
  })
  return { max_bytes: config.videoMaxBytes, uploads: rows.map(toWire) }
}

/** Begins, or goes on with what the same person has begun to send of the same file; also once it is whole. */
export async function beginVideo(
  school: Attended,
  { filename: given, size, modified }: RouteOutput<typeof videos.begin>['body'],
  tools: Tools,
): Promise<Answer> {
  const same = { filename: cleanFilename(given), size, modified }
  const { userId } = school.actor
  const existing = await school.tx(async (db) => {
    await requireSwitch(db)
    return queries.findSame(db, userId, same)
  })
  if (existing) return { upload: toWire(existing) }
  requireSize(size, tools)
  await requireQuota(school, size, tools)
  const storage_key = `${school.id}/lesson-video/${randomUUID()}`
  const store_upload = await tools.files.begin(storage_key)
  const row = {
    created_by: userId,
    filename: same.filename,
    size_bytes: String(size),
    modified: String(modified),
    part_bytes: videoLimits.partBytes,
    storage_key,
    store_upload,
    utc_active_on: tools.now(),
  }
  const giveUp = () => tools.files.giveUp({ key: storage_key, id: store_upload })
  const begun = school.tx(async (db) => {
    const made = await queries.insertVideo(db, row)
    if (!made) return undefined
    // Counted late: from here on all other uploads of the school wait, so that the sum below misses none.
    await countUpload(db, size, tools)
    await requireFewBegun(db, userId, tools)
    return made
  })
  const made = await begun.catch(async (error: unknown) => {
    if (error instanceof AppError) await giveUp()
    throw error
  })
  if (made) return { upload: toWire(made) }
  await giveUp()
  const other = await school.tx((db) => queries.findSame(db, userId, same))
  if (!other) throw notFound()
  return { upload: toWire(other) }
}

/** One person's videos on their way leave room for what others send. */
async function requireFewBegun(db: SchoolDb, userId: string, { config }: Pick<Tools, 'config'>) {
  const most = config.videoMaxBytes * videoLimits.begunPerPerson
  if ((await queries.sumUnfinished(db, userId)) > most) throw new AppError('videos_unfinished')
}

function requireSize(size: number, { config }: Pick<Tools, 'config'>) {
  if (size <= config.videoMaxBytes) return
  throw new AppError('video_too_large', { fields: { size: refusals.videoTooLarge(formatSize(config.videoMaxBytes)) } })
}

/** Puts the parts together and makes a file of them. It may be asked twice, and goes on where a killed process stopped. */
export async function finishVideo(school: Attended, id: string, tools: StoreTools): Promise<Answer> {
  const upload = await school.tx((db) => markFinishing(db, school, id, tools.now()))
  if (upload.file_id !== null) return { upload: toWire(upload) }
  const inOrder = [...partsOf(upload)].toSorted(([a], [b]) => a - b).map(([, mark]) => mark)
  await tools.files.finish(wholeOf(upload), inOrder).catch((error: unknown) => forgetMissing(school, upload, error))
  const finished = await school.tx((db) => recordFile(db, school, upload, tools.now()))
  if (finished) return { upload: toWire(finished) }
  await tools.files.delete(upload.storage_key)
  throw notFound()
}

/** Marks the upload as finishing, after which a part is accepted without effect: the store deletes the parts once they are joined. */
async function markFinishing(db: SchoolDb, school: Attended, id: string, now: Date) {
  await requireVideo(db, school, id)
  const held = await queries.lockVideo(db, id)
  if (!held) throw notFound()
  if (held.file_id !== null) return held
  const marks = partsOf(held)
  const isWhole = Array.from({ length: totalOf(held) }, (_, index) => marks.has(index + 1)).every(Boolean)
  if (!isWhole) throw new AppError('upload_incomplete', { current: { upload: toWire(held) } })
  return queries.markFinishing(db, id, now)
}

/** @returns nothing when it was given up in the meantime */
async function recordFile(db: SchoolDb, school: Attended, { id }: queries.VideoRow, now: Date) {
  const held = await queries.lockVideo(db, id)
  if (!held || held.file_id !== null) return held
  const contentType = held.content_type!
  const file = await recordCountedUpload(db, {
    purpose: 'lesson_video',
    key: held.storage_key,
    // The saved type decides the extension, whatever its owner called the file.
    filename: `${path.parse(held.filename).name}.${contentType.slice('video/'.length)}`,
    contentType,
    sizeBytes: Number(held.size_bytes),
    createdBy: school.actor.userId,
  })
  return queries.recordFile(db, id, file.id, now)
}

export async function giveUpVideo(school: Attended, id: string, tools: StoreTools): Promise<void> {
  const upload = await school.tx((db) => queries.findVideo(db, school.actor.userId, id))
  if (!upload) throw notFound()
  await dropVideo(school, upload, tools, queries.deleteUnfinished)
}

/** Gives up videos to which nothing was sent for a day. */
export async function dropOldVideos(school: School, { files, now }: StoreTools, signal?: AbortSignal): Promise<void> {
  const before = new Date(now().getTime() - videoLimits.abandonedHours * hourMs)
  const unfinished = await school.tx(async (db) => {
    const old = (await queries.deleteOld(db, before)).filter(({ file_id }) => file_id === null)
    await uncountUploads(
      db,
      old.reduce((sum, { size_bytes }) => sum + Number(size_bytes), 0),
    )
    return old
  })
  // Files that a killed run leaves here are found by the store's own sweep within a week.
  for (const upload of unfinished) {
    signal?.throwIfAborted()
    await deleteBytes(files, upload)
  }
}

/** Takes away a video that came to nothing, and what it counted for. */
export async function dropVideo(
  school: School,
  upload: queries.VideoRow,
  { files }: Pick<Tools, 'files'>,
  deleteRow: typeof queries.deleteUnfinished,
) {
  const dropped = await deleteCounted(school, upload, deleteRow)
  if (dropped) await deleteBytes(files, dropped)
}

const deleteCounted = (school: School, { id }: queries.VideoRow, deleteRow: typeof queries.deleteUnfinished) =>
  school.tx(async (db) => {
    const row = await deleteRow(db, id)
    if (row) await uncountUploads(db, Number(row.size_bytes))
    return row
  })

/** Deletes the parts of an upload, and the whole file that a process joined before it was killed. */
async function deleteBytes(files: Tools['files'], upload: queries.VideoRow) {
  await files.giveUp(wholeOf(upload))
  await files.delete(upload.storage_key)
}

/** The store no longer has it: its sender begins again. */
async function forgetMissing(school: School, upload: queries.VideoRow, error: unknown): Promise<never> {
  if (!(error instanceof FileMissing)) throw error
  await deleteCounted(school, upload, queries.deleteUnfinished)
  throw notFound()
}

/** The store refuses further parts of it. Its sender begins again, unless the parts were just put together. */
export async function forgetUnlessFinishing(school: Attended, upload: queries.VideoRow): Promise<queries.VideoRow> {
  await deleteCounted(school, upload, queries.deleteReceiving)
  return school.tx((db) => requireVideo(db, school, upload.id))
}

/** An upload of this person's, in a school that takes videos. */
export async function requireVideo(db: SchoolDb, school: Attended, id: string): Promise<queries.VideoRow> {
  await requireSwitch(db)
  const upload = await queries.findVideo(db, school.actor.userId, id)
  if (!upload) throw notFound()
  return upload
}

async function requireSwitch(db: SchoolDb) {
  if (!(await queries.findSwitch(db)).has_video_upload) throw new AppError('video_upload_off')
}

export const wholeOf = ({ storage_key, store_upload }: queries.VideoRow) => ({ key: storage_key, id: store_upload })
export const totalOf = ({ size_bytes, part_bytes }: queries.VideoRow) => Math.ceil(Number(size_bytes) / part_bytes)

/** The store's mark of each part that has come. */
const partsOf = ({ parts }: queries.VideoRow) =>
  new Map(Object.entries(parts as Record<string, string>).map(([number, mark]) => [Number(number), mark]))

export const toWire = (upload: queries.VideoRow): VideoUpload => ({
  id: upload.id,
  filename: upload.filename,
  size: Number(upload.size_bytes),
  part_bytes: upload.part_bytes,
  parts: [...partsOf(upload).keys()].toSorted((a, b) => a - b),
  main_media_url: upload.file_id === null ? null : uploadAddress(upload.file_id),
})
