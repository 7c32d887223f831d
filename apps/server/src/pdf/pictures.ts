import sharp from 'sharp'

/** All pictures of a certificate together have so many bytes. */
const sharedBytes = 60_000
/** Pixels of a picture's width, the finest first: the last one is below any share. */
const widths = [720, 560, 420, 300, 200, 120]
const maxHeight = 240

/**
 * Makes pictures ready for the page, each on the ground on which it will stand: a PDF keeps transparency apart, at several times the cost.
 * They share the bytes that all of them may have, and are scaled down to that.
 */
export async function preparePictures(
  pictures: { picture: Buffer | undefined; ground: string }[],
): Promise<(Buffer | undefined)[]> {
  const share = sharedBytes / Math.max(1, pictures.filter(({ picture }) => picture).length)
  return Promise.all(pictures.map(({ picture, ground }) => picture && prepare(picture, ground, share)))
}

async function prepare(picture: Buffer, ground: string, maxBytes: number): Promise<Buffer> {
  let made: Buffer
  for (const width of widths) {
    made = await sharp(picture)
      .resize({ width, height: maxHeight, fit: 'inside', withoutEnlargement: true })
      .flatten({ background: ground })
      .png({ palette: true, effort: 3 })
      .toBuffer()
    if (made.length <= maxBytes) break
  }
  return made!
}
