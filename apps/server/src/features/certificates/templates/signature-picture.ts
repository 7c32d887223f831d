import { templateMessages } from '@escola/contract/certificate-template-texts'
import { imageFormats, limits } from '@escola/contract/limits'
import sharp from 'sharp'
import { invalidField } from '../../../core/app-error.ts'
import { inspectPicture, throwInvalidImage } from '../../../files/picture.ts'

const width = imageFormats.signature.widths.at(-1)!
const height = Math.round(width / imageFormats.signature.ratio)
/** Blue of a pen, as signatures are drawn. */
const ink = { red: 27, green: 58, blue: 143 }
/** Paper is brighter than this share of the picture's brightest tone, ink darker than the other one. */
const [paper, pen] = [0.8, 0.45]
/** Fewest pixels of a signature, and the largest share of its picture. */
const [leastInk, largestShare] = [12, 0.6]

/**
 * Cleans a drawn or photographed signature to blue ink on nothing, cut to what was written. A picture that is transparent already keeps its own
 * transparency as the ink; of any other the dark strokes are the ink.
 * @returns a png of the shape of signatures
 * @throws invalid_request with a picture in which nothing is written, or that is dark all over
 */
export async function cleanSignature(upload: Buffer): Promise<Buffer> {
  const picture = await inspectPicture(upload)
  const { data, info } = await throwInvalidImage(
    sharp(picture.bytes, { limitInputPixels: limits.imagePixels })
      .autoOrient()
      .resize({ width, height: width, fit: 'inside', withoutEnlargement: true })
      .ensureAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true }),
  )
  const pixels = Buffer.alloc(info.width * info.height * 4)
  const isTransparent = hasTransparency(data)
  let inked = 0
  const brightest = isTransparent ? 255 : brightestOf(data)
  for (let at = 0; at < data.length; at += 4) {
    const strength = isTransparent ? data[at + 3]! / 255 : inkOf(toneOf(data, at) / brightest)
    pixels[at] = ink.red
    pixels[at + 1] = ink.green
    pixels[at + 2] = ink.blue
    pixels[at + 3] = Math.round(strength * 255)
    if (strength > 0.5) inked++
  }
  // A speck is no stroke, and a signature leaves most of its paper free.
  const share = inked / (info.width * info.height)
  if (inked < leastInk || share > largestShare) throw invalidField('file', templateMessages.noSignature)
  const raw = { width: info.width, height: info.height, channels: 4 as const }
  const clear = { r: 0, g: 0, b: 0, alpha: 0 }
  const written = await sharp(pixels, { raw }).trim({ background: clear, threshold: 10 }).png().toBuffer()
  return sharp(written).resize({ width, height, fit: 'contain', background: clear }).png().toBuffer()
}

const toneOf = (data: Buffer, at: number) => 0.299 * data[at]! + 0.587 * data[at + 1]! + 0.114 * data[at + 2]!
const inkOf = (tone: number) => Math.min(1, Math.max(0, (paper - tone) / (paper - pen)))

function hasTransparency(data: Buffer): boolean {
  let clear = 0
  for (let at = 3; at < data.length; at += 4) if (data[at]! < 128) clear++
  return clear * 4 > data.length / 4
}

function brightestOf(data: Buffer): number {
  let brightest = 1
  for (let at = 0; at < data.length; at += 4) brightest = Math.max(brightest, toneOf(data, at))
  return brightest
}
