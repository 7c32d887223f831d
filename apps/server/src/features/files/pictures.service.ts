import type { ImageFormat } from '@escola/contract/limits'
import type { SchoolDb } from '@escola/db'
import type { School } from '../../core/scope.ts'
import type { Clock, Tools } from '../../core/tools.ts'
import { deleteImage, imageFolder, storeImage } from '../../files/images.ts'
import type { UploadPurpose } from '../../files/owners.ts'
import * as queries from './files.queries.ts'
import { deleteIfRefused, recordUpload } from './files.service.ts'
import { forgetBytes } from './forgotten-bytes.service.ts'
import { requireQuota, uncountUploads } from './quota.service.ts'

/**
 * Draws an uploaded picture in its format, stores it, and writes its row beside the change that shows it. When either is refused, no
 * bytes stay.
 * @param show writes the picture's key where it is shown; it is told the pixels of the largest one that is stored
 */
export async function storePicture<T>(
  school: School,
  {
    bytes,
    filename,
    purpose,
    format,
  }: { bytes: Buffer; filename: string; purpose: UploadPurpose; format: ImageFormat },
  show: (db: SchoolDb, key: string, size: { width: number; height: number }) => Promise<T>,
  tools: Pick<Tools, 'files' | 'config'>,
): Promise<T> {
  await requireQuota(school, bytes.length, tools)
  const { key, sizeBytes, ...size } = await storeImage(tools.files, school.id, bytes, format)
  const shown = school.tx(async (db) => {
    const shown = await show(db, key, size)
    // Counted last: from here on all other uploads of the school wait.
    await recordImage(db, school.id, { key, purpose, filename, sizeBytes }, tools)
    return shown
  })
  return deleteIfRefused(shown, () => deleteImage(tools.files, imageFolder(school.id, key)))
}

/** Marks pictures as used that a row is about to name, so that they stay, and says how many of them are there. */
export async function keepPictures(
  db: SchoolDb,
  schoolId: string,
  { keys, purpose }: { keys: string[]; purpose: UploadPurpose },
): Promise<number> {
  if (keys.length === 0) return 0
  const stored = keys.map((key) => imageFolder(schoolId, key))
  await queries.keepPictures(db, stored, purpose)
  return queries.countPictures(db, stored, purpose)
}

/** Keeps account of a picture that is already in the store, so that it is removed once nothing shows it. */
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
  tools: Clock,
): Promise<void> {
  const key = imageFolder(schoolId, image.key)
  const row = await queries.deleteFile(db, key)
  if (row) await uncountUploads(db, Number(row.size_bytes))
  await forgetBytes(db, [{ purpose: image.purpose, key }], tools)
}
