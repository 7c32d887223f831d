import { randomUUID } from 'node:crypto'
import { limits } from '@escola/contract/limits'
import { messages } from '@escola/contract/messages'
import sharp from 'sharp'
import { AppError } from '../http/app-error.ts'
import type { Upload } from '../http/replies.ts'
import { FileMissing, type FileStore } from './store.ts'

// A picture of 40 megapixels takes some 160 MB while it is decoded: few at once, one thread each, nothing kept.
sharp.concurrency(1)
sharp.cache(false)
const slots = { free: 2, waiting: [] as (() => void)[] }

/** Where a picture is, at every width. */
export const imageFolder = (schoolId: string, key: string) => `${schoolId}/images/${key}`
const widths: readonly number[] = limits.coverWidths

/** The bytes of an uploaded picture; past 3 MB the answer names the file. */
export async function readImageUpload(file: Upload): Promise<Buffer> {
  try {
    return await file.bytes()
  } catch (error) {
    const { code } = error as { code?: string }
    if (code !== 'file_too_large' && code !== 'FST_REQ_FILE_TOO_LARGE') throw error
    throw new AppError('file_too_large', { fields: { file: messages.imageTooLarge(file.filename) } })
  }
}

/**
 * Draws an uploaded picture anew at every width that the source fills (always at the smallest) and stores the results.
 * Nothing of the original file survives: no metadata, no trailing bytes.
 * @param ratio width by height of the result; the source is cropped around its centre when it differs
 * @returns the picture's key, and the size of all that is stored
 */
export async function storeImage(
  store: FileStore,
  schoolId: string,
  bytes: Buffer,
  ratio: number,
): Promise<{ key: string; sizeBytes: number }> {
  const { width, height } = await measure(bytes)
  const cropped = Math.min(width, Math.round(height * ratio))
  const wanted = widths.filter((each, index) => index === 0 || each <= cropped)
  const drawn = await withSlot(async () => {
    const results: { width: number; webp: Buffer }[] = []
    for (const each of wanted) results.push({ width: each, webp: await draw(bytes, each, Math.round(each / ratio)) })
    return results
  })
  const key = randomUUID()
  await Promise.all(
    drawn.map((each) => store.put(`${imageFolder(schoolId, key)}/${each.width}.webp`, each.webp, 'image/webp')),
  )
  return { key, sizeBytes: drawn.reduce((sum, { webp }) => sum + webp.length, 0) }
}

/** At every width; what is not there is no trouble. */
export async function deleteImage(store: FileStore, folder: string): Promise<void> {
  await Promise.all(widths.map((width) => store.delete(`${folder}/${width}.webp`)))
}

/** The smallest stored width that is at least `atLeast`, else the largest there is; undefined when nothing is stored. */
export async function openImage(store: FileStore, schoolId: string, key: string, atLeast = Number.POSITIVE_INFINITY) {
  const largeEnough = widths.filter((width) => width >= atLeast)
  const smaller = widths.filter((width) => width < atLeast).toReversed()
  for (const width of [...largeEnough, ...smaller]) {
    try {
      return await store.read(`${imageFolder(schoolId, key)}/${width}.webp`)
    } catch (error) {
      if (!(error instanceof FileMissing)) throw error
    }
  }
  return undefined
}

/** The size of a jpeg or png as it is seen, from its header alone. */
async function measure(bytes: Buffer): Promise<{ width: number; height: number }> {
  // Looked at before the decoder sees anything: it knows many formats that we do not want to open.
  const isJpeg = bytes.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff]))
  const isPng = bytes.subarray(0, 8).equals(Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'))
  if (!isJpeg && !isPng) throw new AppError('invalid_image')
  const { width, height, autoOrient } = await asInvalidImage(sharp(bytes, { limitInputPixels: false }).metadata())
  if (width * height > limits.imagePixels) throw new AppError('image_too_many_pixels')
  return autoOrient
}

const draw = (bytes: Buffer, width: number, height: number) =>
  asInvalidImage(
    sharp(bytes, { limitInputPixels: limits.imagePixels })
      .autoOrient()
      .resize({ width, height, fit: 'cover' })
      .webp({ quality: 80 })
      .toBuffer(),
  )

/** A decoder that gives up means a file that is broken. */
const asInvalidImage = <T>(work: Promise<T>): Promise<T> =>
  work.catch(() => {
    throw new AppError('invalid_image')
  })

async function withSlot<T>(work: () => Promise<T>): Promise<T> {
  if (slots.free > 0) slots.free--
  else await new Promise<void>((resolve) => slots.waiting.push(resolve))
  try {
    return await work()
  } finally {
    const next = slots.waiting.shift()
    if (next) next()
    else slots.free++
  }
}
