import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { buffer } from 'node:stream/consumers'
import { crc32, deflateSync } from 'node:zlib'
import { type ImageFormat, imageFormats } from '@escola/contract/limits'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { FileStore } from '../core/file-store.ts'
import { createFolderStore } from './folder-store.ts'
import { openImage, storeImage } from './images.ts'
import { inspectPicture } from './picture.ts'

/** Just under 40 megapixels. */
const side = 6320
let folder: string
let store: FileStore
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'escola-images-'))
  store = createFolderStore(folder)
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const keep = (bytes: Buffer, format: ImageFormat = 'wide') => storeImage(store, '1', bytes, format)
const show = async (key: string, atLeast?: number) => sharp(await buffer((await openImage(store, '1', key, atLeast))!))
const plain = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#7a1fa2' } })

const pngChunk = (type: string, data: Buffer) => {
  const body = Buffer.concat([Buffer.from(type), data])
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  check.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, check])
}
/** An empty square with transparency; without its rows, its header alone can be judged. */
const png = (bits: 8 | 16, { isInterlaced = false, extra = Buffer.alloc(0), size = side, hasRows = true } = {}) => {
  const header = Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, bits, 6, 0, 0, isInterlaced ? 1 : 0])
  header.writeUInt32BE(size, 0)
  header.writeUInt32BE(size, 4)
  // One byte before each row; enough of them for the rows of every pass.
  const rows = deflateSync(Buffer.alloc(hasRows ? size * size * (bits / 2) + size * (isInterlaced ? 2 : 1) : 0))
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    pngChunk('IHDR', header),
    extra,
    pngChunk('IDAT', rows),
    pngChunk('IEND', Buffer.alloc(0)),
  ])
}
/** A jpeg whose header says that it is as large as a square of 40 megapixels, and which ends long before. */
const widened = async (jpeg: Promise<Buffer>) => {
  const bytes = await jpeg
  // The frame's header: baseline or progressive, its length, the bits of a sample, height and width.
  const frame = ['ffc00011', 'ffc20011'].map((mark) => bytes.indexOf(mark, 0, 'hex')).find((at) => at > 0)!
  bytes.writeUInt16BE(side, frame + 5)
  bytes.writeUInt16BE(side, frame + 7)
  return bytes
}
/** A jpeg of one colour that is not progressive, and yet keeps its three colours one behind the other. */
const jpegOfThreeScans = () => {
  const segment = (marker: number, bytes: number[]) => {
    const length = bytes.length + 2
    return Buffer.from([0xff, marker, length >> 8, length & 255, ...bytes])
  }
  const size = [side >> 8, side & 255]
  const components = [1, 2, 3]
  const shortestCode = [1, ...Array(15).fill(0), 0]
  const rows = Buffer.alloc((side / 8) ** 2 / 4)
  return Buffer.concat([
    Buffer.from([0xff, 0xd8]),
    segment(0xdb, [0, ...Array(64).fill(1)]),
    segment(0xc0, [8, ...size, ...size, 3, ...components.flatMap((id) => [id, 0x11, 0])]),
    segment(0xc4, [0x00, ...shortestCode]),
    segment(0xc4, [0x10, ...shortestCode]),
    ...components.flatMap((id) => [segment(0xda, [1, id, 0, 0, 63, 0]), rows]),
    Buffer.from([0xff, 0xd9]),
  ])
}

it.each([
  ['a png of sixteen bits that is interlaced', () => png(16, { isInterlaced: true, hasRows: false })],
  ['a png of sixteen bits', () => png(16, { hasRows: false })],
  [
    'a progressive jpeg in full colour',
    () => widened(plain(64, 64).jpeg({ progressive: true, chromaSubsampling: '4:4:4' }).toBuffer()),
  ],
  ['a jpeg in several scans', jpegOfThreeScans],
])('refuses %s when decoding it would take too much memory', async (_, make) => {
  const bytes = await make()
  expect(await sharp(bytes).metadata()).toMatchObject({ width: side, height: side })
  await expect(keep(bytes)).rejects.toMatchObject({
    code: 'invalid_request',
    fields: { file: expect.stringContaining('pesada demais') },
  })
})

it.each([
  ['png with transparency', () => png(8)],
  ['progressive jpeg', () => plain(side, side).jpeg({ progressive: true }).toBuffer()],
])('takes an ordinary %s of 40 megapixels', async (_, make) => {
  const { key } = await keep(await make())
  expect(await (await show(key)).metadata()).toMatchObject({ width: 1920, height: 596 })
})

it.each(['4:4:4', '4:2:0'])('bears a jpeg in one scan whose colours are kept %s', async (chromaSubsampling) => {
  const bytes = await widened(plain(64, 64).jpeg({ chromaSubsampling }).toBuffer())
  expect(await inspectPicture(bytes)).toMatchObject({ width: side, height: side })
})

it('takes a small picture of sixteen bits', async () => {
  const { key } = await keep(png(16, { size: 600 }))
  expect(await (await show(key)).metadata()).toMatchObject({ width: 480, height: 149 })
})

it.each(Object.keys(imageFormats) as ImageFormat[])(
  'serves the smallest width of a %s that is at least the one asked for',
  async (format) => {
    // A format without a ratio is as square as its source.
    const { ratio = 1, widths } = imageFormats[format]
    const { key } = await keep(await plain(2000, 2000).jpeg().toBuffer(), format)
    for (const [index, width] of widths.entries()) {
      for (const requested of [widths[index - 1] ? widths[index - 1]! + 1 : 1, width])
        expect(await (await show(key, requested)).metadata()).toMatchObject({
          width,
          height: Math.round(width / ratio),
        })
    }
    expect(await (await show(key, 4000)).metadata()).toMatchObject({ width: widths.at(-1) })
  },
)

it('keeps the ratio of what is kept whole, turned as its camera says', async () => {
  const turned = await plain(1200, 600).jpeg().withMetadata({ orientation: 6 }).toBuffer()
  expect(await keep(turned, 'whole')).toMatchObject({ width: 480, height: 960 })
  const { key, ...size } = await keep(await plain(2400, 800).png().toBuffer(), 'whole')
  expect(size).toMatchObject({ width: 1920, height: 640 })
  expect(await (await show(key, 900)).metadata()).toMatchObject({ width: 960, height: 320 })
})

it('never enlarges what is smaller than the smallest width', async () => {
  const { key } = await keep(await plain(90, 120).png().toBuffer(), 'square')
  expect(await (await show(key, 128)).metadata()).toMatchObject({ width: 90, height: 90 })
})

it('keeps what is transparent, as a logo or a drawn signature is', async () => {
  const { key } = await keep(png(8, { size: 600 }), 'signature')
  expect(await (await show(key)).metadata()).toMatchObject({ width: 480, height: 160, hasAlpha: true })
})

it('gives the decoder none of the texts inside a png, which may be gigabytes once unpacked', async () => {
  const text = pngChunk('zTXt', Buffer.concat([Buffer.from('Comment\0\0'), deflateSync(Buffer.alloc(1000))]))
  const upload = png(8, { size: 10, extra: Buffer.concat([text, text]) })
  expect((await sharp(upload).metadata()).comments).toHaveLength(2)
  const { bytes } = await inspectPicture(upload)
  expect((await sharp(bytes).metadata()).comments).toBeUndefined()
})

it('decodes one picture at a time, also behind a broken one', async () => {
  const sound = await plain(2000, 900).png().toBuffer()
  const broken = sound.subarray(0, sound.length / 2)
  const atOnce: number[] = []
  const note = () => atOnce.push(sharp.counters().process)
  sharp.queue.on('change', note)
  const kept = await Promise.allSettled([sound, broken, sound, sound, sound].map((bytes) => keep(bytes)))
  sharp.queue.off('change', note)
  expect(kept.filter(({ status }) => status === 'rejected')).toEqual([
    expect.objectContaining({ reason: expect.objectContaining({ code: 'invalid_image' }) }),
  ])
  expect(Math.max(...atOnce)).toBeLessThanOrEqual(1)
})

it('leaves no width behind when another could not be stored', async () => {
  const kept = new Set<string>()
  const failing: FileStore = {
    ...store,
    put: async (key) => {
      if (key.endsWith('/480.webp')) throw new Error('the disk is full')
      kept.add(key)
    },
    delete: async (key) => void kept.delete(key),
  }
  const picture = await plain(1160, 360).png().toBuffer()
  await expect(storeImage(failing, '1', picture, 'wide')).rejects.toThrow('the disk is full')
  expect([...kept]).toEqual([])
})

it.each([1, 2, 3, 4, 5, 6, 7, 8])(
  'shows a picture the way its camera was held: orientation %i',
  async (orientation) => {
    const corner = (left: number, top: number, background: string) => ({
      input: { create: { width: 290, height: 90, channels: 3 as const, background } },
      left,
      top,
    })
    const upright = await plain(580, 180)
      .composite([corner(0, 0, '#f00'), corner(290, 0, '#0f0'), corner(0, 90, '#00f'), corner(290, 90, '#fff')])
      .png()
      .toBuffer()
    // The stored picture of the camera: the upright one, turned the other way.
    const { angle, flop } = [
      { angle: 0 },
      { angle: 0, flop: true },
      { angle: 180 },
      { angle: 180, flop: true },
      { angle: 270, flop: true },
      { angle: 270 },
      { angle: 90, flop: true },
      { angle: 90 },
    ].map((each) => ({ flop: false, ...each }))[orientation - 1]!
    const turned = await sharp(await sharp(upright).flop(flop).png().toBuffer())
      .rotate(angle)
      .png()
      .toBuffer()
    const { key } = await keep(
      await sharp(turned).withMetadata({ orientation }).jpeg({ quality: 100, chromaSubsampling: '4:4:4' }).toBuffer(),
    )
    const { data, info } = await (await show(key)).raw().toBuffer({ resolveWithObject: true })
    expect([info.width, info.height]).toEqual([480, 149])
    const seen = [
      [40, 20],
      [440, 20],
      [40, 130],
      [440, 130],
    ].map(([x, y]) => {
      const at = (y! * info.width + x!) * info.channels
      return [...data.subarray(at, at + 3)].map((value) => Math.round(value / 255)).join('')
    })
    expect(seen).toEqual(['100', '010', '001', '111'])
  },
)
