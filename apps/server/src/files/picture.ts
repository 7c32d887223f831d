import { limits } from '@escola/contract/limits'
import { refusals } from '@escola/contract/refusals'
import sharp, { type Metadata } from 'sharp'
import { AppError, invalidField } from '../core/app-error.ts'

/** A jpeg or png that may be decoded: it was looked at, and its size and memory are known to be bearable. */
export interface Picture {
  bytes: Buffer
  /** Width as stored; from the fifth orientation on, the picture is turned on its side when it is shown. */
  width: number
  height: number
  orientation: number
}

/** Forty megapixels in eight bits, with transparency. What needs more is no photo, or could be saved as one. */
const maxHeldBytes = limits.imagePixels * 4

/** Judges an uploaded picture by its header alone. */
export async function inspectPicture(upload: Buffer): Promise<Picture> {
  // Looked at before the decoder sees anything: it knows many formats that we do not want to open.
  const isJpeg = upload.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff]))
  const isPng = upload.subarray(0, 8).equals(Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'))
  if (!isJpeg && !isPng) throw new AppError('invalid_image')
  const bytes = isPng ? withoutTexts(upload) : upload
  const metadata = await throwInvalidImage(sharp(bytes, { limitInputPixels: false }).metadata())
  const { width, height, orientation = 1 } = metadata
  if (width * height > limits.imagePixels) throw new AppError('image_too_many_pixels')
  if (estimateHeldBytes(metadata, bytes) > maxHeldBytes) throw invalidField('file', refusals.imageTooHeavy)
  return { bytes, width, height, orientation }
}

/** A decoder that gives up means a file that is broken. */
export const throwInvalidImage = <T>(work: Promise<T>): Promise<T> =>
  work.catch(() => {
    throw new AppError('invalid_image')
  })

const pngChunks = ['IHDR', 'PLTE', 'tRNS', 'gAMA', 'cHRM', 'sRGB', 'iCCP', 'eXIf', 'IDAT', 'IEND']

/** The chunks that say how a png looks. Reading its texts alone, which are packed, could take gigabytes. */
function withoutTexts(png: Buffer): Buffer {
  const kept = [png.subarray(0, 8)]
  for (let at = 8; at + 8 <= png.length; ) {
    const end = at + 12 + png.readUInt32BE(at)
    if (pngChunks.includes(png.toString('latin1', at + 4, at + 8))) kept.push(png.subarray(at, end))
    at = end
  }
  return Buffer.concat(kept)
}

/** Bytes in memory at once while a picture is decoded, at worst. */
function estimateHeldBytes({ width, height, channels, depth, chromaSubsampling }: Metadata, bytes: Buffer): number {
  const samples = width * height * channels
  if (depth === 'ushort') return samples * 2
  if (bytes[0] !== 0xff || isOneScan(bytes)) return samples
  // Two bytes for each coefficient, of all the picture; colour is mostly kept at a quarter of the size.
  return chromaSubsampling === '4:2:0' ? samples : samples * 2
}

/** Whether a jpeg can be decoded line by line. A progressive one cannot, nor one that keeps its colours apart. */
function isOneScan(jpeg: Buffer): boolean {
  let components = 0
  for (let at = 2; at + 10 < jpeg.length && jpeg[at] === 0xff; at += 2 + jpeg.readUInt16BE(at + 2)) {
    const marker = jpeg[at + 1]
    if (marker === 0xc0 || marker === 0xc1) components = jpeg[at + 9]!
    if (marker === 0xda) return components > 0 && jpeg[at + 4]! >= components
  }
  return false
}
