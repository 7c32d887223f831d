import { randomUUID } from 'node:crypto'
import { type ImageFormat, imageFormats, limits } from '@escola/contract/limits'
import { messages } from '@escola/contract/messages'
import sharp from 'sharp'
import { AppError } from '../core/app-error.ts'
import { FileMissing, type FileStore } from '../core/file-store.ts'
import { inspectPicture, type Picture, throwInvalidImage } from './picture.ts'
import type { Upload } from './upload.ts'

// A picture may take some 200 MB while it is decoded: one at a time, in one thread, nothing kept.
sharp.concurrency(1)
sharp.cache(false)

/** Folder of a picture, at every width. */
export const imageFolder = (schoolId: string, key: string) => `${schoolId}/images/${key}`
/** A key doesn't say of what format its picture is: all their widths. */
const widths = [...new Set<number>(Object.values(imageFormats).flatMap((format) => format.widths))].sort(
  (a, b) => a - b,
)

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

interface StoredImage {
  key: string
  /** Pixels of the largest picture that is stored. */
  width: number
  height: number
  sizeBytes: number
}

/**
 * Draws an uploaded picture again at every width of its format that the source fills, and stores the results. A source that fills none
 * is stored as wide as it is, in the place of the smallest: nothing is enlarged. It is cropped around its centre when its ratio differs.
 * Nothing of the original file survives: no metadata, no trailing bytes.
 * @returns the picture's key, its size, and the bytes of all that is stored
 */
export async function storeImage(
  store: FileStore,
  schoolId: string,
  bytes: Buffer,
  format: ImageFormat,
): Promise<StoredImage> {
  const picture = await inspectPicture(bytes)
  const drawn = await runInTurn(() => draw(picture, format))
  const key = randomUUID()
  const folder = imageFolder(schoolId, key)
  const puts = await Promise.allSettled(
    drawn.map((each) => store.put(`${folder}/${each.name}.webp`, each.webp, 'image/webp')),
  )
  const failed = puts.find((put) => put.status === 'rejected')
  if (failed) {
    await deleteImage(store, folder)
    throw failed.reason
  }
  const { size } = drawn.at(-1)!
  return { key, ...size, sizeBytes: drawn.reduce((sum, { webp }) => sum + webp.length, 0) }
}

/**
 * Decodes a picture and keeps nothing of it.
 * @throws what storing it would throw
 */
export async function requirePicture(bytes: Buffer): Promise<void> {
  const picture = await inspectPicture(bytes)
  const small = () => sharp(picture.bytes, { limitInputPixels: limits.imagePixels }).resize({ width: 8 }).toBuffer()
  await runInTurn(() => throwInvalidImage(small()))
}

/** Deletes a picture at every width; missing files are ignored. */
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

interface Drawn {
  /** Width of the format under which it is stored. */
  name: number
  size: { width: number; height: number }
  webp: Buffer
}

/** The picture is decoded once, at the largest width; the smaller ones are made of that. */
async function draw(picture: Picture, format: ImageFormat): Promise<Drawn[]> {
  const { widths } = imageFormats[format]
  const isTurned = picture.orientation > 4
  const ratio = imageFormats[format].ratio ?? ratioOf(picture, isTurned)
  const area = middleOf(picture, isTurned ? 1 / ratio : ratio)
  const atMost = isTurned ? area.height : area.width
  const sizes = widths
    .filter((width, index) => index === 0 || width <= atMost)
    .map((name) => {
      const width = Math.min(name, atMost)
      return { name, width, height: Math.max(1, Math.round(width / ratio)) }
    })
  const { width, height } = sizes.at(-1)!
  // Cut before it is scaled and turned after: the other way round, the decoder would hold far more of it.
  const largest = await throwInvalidImage(
    sharp(picture.bytes, { limitInputPixels: limits.imagePixels })
      .extract(area)
      .resize({ width: isTurned ? height : width, height: isTurned ? width : height, fit: 'fill' })
      .keepExif()
      .png({ compressionLevel: 0 })
      .toBuffer(),
  )
  const results: Drawn[] = []
  for (const { name, ...size } of sizes) {
    const webp = await sharp(largest)
      .autoOrient()
      .resize({ ...size, fit: 'fill' })
      .webp({ quality: 80 })
      .toBuffer()
    results.push({ name, size, webp })
  }
  return results
}

const ratioOf = ({ width, height }: Picture, isTurned: boolean) => (isTurned ? height / width : width / height)

/** The largest part of that shape around the centre. */
function middleOf(picture: Picture, ratio: number) {
  const width = Math.max(1, Math.min(picture.width, Math.round(picture.height * ratio)))
  const height = Math.max(1, Math.min(picture.height, Math.round(picture.width / ratio)))
  return {
    width,
    height,
    left: Math.floor((picture.width - width) / 2),
    top: Math.floor((picture.height - height) / 2),
  }
}

let last: Promise<unknown> = Promise.resolve()

/** Starts when everything that came before has ended, well or badly. */
function runInTurn<T>(work: () => Promise<T>): Promise<T> {
  const mine = last.then(work)
  last = mine.catch(() => undefined)
  return mine
}
