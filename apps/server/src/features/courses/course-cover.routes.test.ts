import { crc32, deflateSync } from 'node:zlib'
import { courses } from '@escola/contract/courses.contract'
import { files } from '@escola/contract/files.contract'
import { messages } from '@escola/contract/messages'
import sharp from 'sharp'
import { beforeAll, expect, it } from 'vitest'
import { type World, world } from '../../testing/world.ts'

let w: World
beforeAll(async () => {
  w = await world()
})

const picture = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#7a1fa2' }, limitInputPixels: false })
const upload = (id: string, bytes: Buffer, filename = 'capa.png') =>
  w.call(courses.uploadCover, {
    as: w.northside.admin,
    fields: { id, field: 'img_wide_url' },
    file: { bytes, filename },
  })
/** A sound black square of one bit per pixel, some 30 kB. */
const hugePng = (side: number) => {
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type), data])
    const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)]
    length.writeUInt32BE(data.length)
    check.writeUInt32BE(crc32(body))
    return Buffer.concat([length, body, check])
  }
  const header = Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0])
  header.writeUInt32BE(side, 0)
  header.writeUInt32BE(side, 4)
  const rows = deflateSync(Buffer.alloc((side / 8 + 1) * side))
  const signature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')
  return Buffer.concat([signature, chunk('IHDR', header), chunk('IDAT', rows), chunk('IEND', Buffer.alloc(0))])
}
const show = async (url: string, width?: number) => {
  const answer = await w.app.inject(`${url}${width ? `?w=${width}` : ''}`)
  expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'image/webp'])
  return { headers: answer.headers, ...(await sharp(answer.rawPayload).metadata()) }
}

it('draws a cover anew at 29:9 in every width that it fills', async () => {
  const course = await w.northside.make.course({ published: false })
  const bytes = await picture(1200, 900)
    .jpeg()
    .withExif({ IFD0: { Copyright: 'segredo' } })
    .toBuffer()
  const { status, body } = await upload(course.id, bytes, 'foto.jpg')
  expect(status).toBe(200)
  const url = body.degree.img_wide_url
  expect(url).toMatch(new RegExp(`^/api/school/${w.northside.id}/image/[0-9a-f-]{36}$`))
  expect(await show(url)).toMatchObject({ format: 'webp', width: 960, height: 298 })
  expect(await show(url)).not.toHaveProperty('exif')
  expect(await show(url, 200)).toMatchObject({ width: 480, height: 149 })
  expect(await show(url, 481)).toMatchObject({ width: 960 })
  expect(await show(url, 4000)).toMatchObject({ width: 960 })
  expect((await show(url)).headers).toMatchObject({
    'cache-control': 'public, max-age=31536000, immutable',
    'cross-origin-resource-policy': 'cross-origin',
    'x-content-type-options': 'nosniff',
  })
})

it('turns a picture the way its camera was held', async () => {
  const course = await w.northside.make.course({ published: false })
  const bytes = await picture(400, 1000).withMetadata({ orientation: 6 }).jpeg().toBuffer()
  const { body } = await upload(course.id, bytes, 'de-lado.jpg')
  // 1000 wide once upright, so the middle width is filled.
  expect(await show(body.degree.img_wide_url)).toMatchObject({ width: 960, height: 298 })
})

it('keeps the cover of a published course as a draft, and stales no text', async () => {
  const course = await w.northside.make.course()
  const { body } = await upload(course.id, await picture(580, 180).png().toBuffer())
  expect(body.degree).toMatchObject({ isDraft: true, version: 1 })
  const row = await w.northside.tx((db) =>
    db.selectFrom('courses').selectAll().where('id', '=', course.id).executeTakeFirstOrThrow(),
  )
  expect(row).toMatchObject({ cover_key: null, draft: { cover_key: expect.any(String) } })
})

it.each([
  ['an HTML file named .png', () => Buffer.from('<!doctype html><script>alert(1)</script>')],
  ['an SVG named .png', () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>')],
  ['a gif', () => picture(10, 10).gif().toBuffer()],
  ['a webp', () => picture(10, 10).webp().toBuffer()],
  ['a png that breaks off', async () => (await picture(3000, 900).png().toBuffer()).subarray(0, 900)],
  ['nothing but the first bytes of a png', () => Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')],
  ['an empty file', () => Buffer.alloc(0)],
])('refuses %s', async (_, make) => {
  const course = await w.northside.make.course()
  const answer = await upload(course.id, await make())
  expect([answer.status, answer.error.code]).toEqual([400, 'invalid_image'])
})

it('refuses a picture of 16,000 × 16,000 pixels without decoding it', async () => {
  const course = await w.northside.make.course()
  const bytes = hugePng(16_000)
  expect(await sharp(bytes, { limitInputPixels: false }).metadata()).toMatchObject({ width: 16_000, height: 16_000 })
  const before = process.memoryUsage.rss()
  const answer = await upload(course.id, bytes)
  expect([answer.status, answer.error.code]).toEqual([400, 'image_too_many_pixels'])
  // Decoded it would hold 768 MB; the process itself breathes by some tens.
  expect(process.memoryUsage.rss() - before).toBeLessThan(200_000_000)
})

it('names the file that is larger than 3 MB', async () => {
  const course = await w.northside.make.course()
  const answer = await upload(course.id, Buffer.alloc(3 * 1024 * 1024 + 1), 'enorme.png')
  expect([answer.status, answer.error]).toMatchObject([
    413,
    { code: 'file_too_large', fields: { file: messages.imageTooLarge('enorme.png') } },
  ])
})

it('answers 404 for a course of another school and for a picture that is not there', async () => {
  const foreign = await w.riverside.make.course()
  expect((await upload(foreign.id, await picture(580, 180).png().toBuffer())).status).toBe(404)
  const params = { schoolId: w.northside.id, key: '00000000-0000-4000-8000-000000000000' }
  expect((await w.call(files.image, { params })).status).toBe(404)
})
