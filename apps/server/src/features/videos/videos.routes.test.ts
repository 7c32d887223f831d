import { Readable } from 'node:stream'
import { videoLimits } from '@escola/contract/limits'
import { refusals } from '@escola/contract/refusals'
import { beforeAll, expect, it } from 'vitest'
import type { AppError } from '../../core/app-error.ts'
import { fileOwners } from '../../file-owners.ts'
import { bytesOf } from '../../http/raw-body.ts'
import { makeAttended } from '../../testing/member-scope.ts'
import { type World, world } from '../../testing/world.ts'
import { removeUnusedFiles } from '../files/unused-files.service.ts'
import { putPart } from './video-parts.service.ts'
import { beginVideo } from './videos.service.ts'
import { senderOf, threeParts, videoBytes } from './videos.testing.ts'

const mega = 1024 ** 2
let w: World
beforeAll(async () => {
  w = await world({ VIDEO_MAX_BYTES: String(20 * mega), SCHOOL_STORAGE_GB: String(30 / 1024) })
})

async function videoSchool() {
  const school = await w.makeSchool('Vídeos')
  await school.make.videosAllowed()
  const uploads = () => school.tx((db) => db.selectFrom('video_uploads').selectAll().execute())
  return { school, sender: senderOf(w, school.admin), uploads }
}

it('refuses all of it while the school takes no videos, also what was begun before', async () => {
  const { school, sender, uploads } = await videoSchool()
  const { upload } = (await sender.begin(100)).body
  await school.make.videosAllowed(false)
  const answers = [
    await sender.list(),
    await sender.begin(100),
    await sender.part(upload, 1, videoBytes(100)),
    await sender.finish(upload),
  ]
  expect(answers.map(({ status, error }) => `${status} ${error.code}`)).toEqual(Array(4).fill('403 video_upload_off'))
  expect((await uploads()).map(({ parts }) => parts)).toEqual([{}])
  expect((await sender.giveUp(upload)).status).toBe(200)
})

it('says how large a video may be, and refuses a larger one before its first byte', async () => {
  const { sender, uploads } = await videoSchool()
  expect((await sender.list()).body).toEqual({ max_bytes: 20 * mega, uploads: [] })
  const { status, error } = await sender.begin(20 * mega + 1)
  expect([status, error]).toMatchObject([
    413,
    { code: 'video_too_large', fields: { size: refusals.videoTooLarge('20 MB') } },
  ])
  expect(await uploads()).toEqual([])
  expect((await sender.begin(20 * mega)).status).toBe(200)
})

it('counts from the beginning what a video will take, so that no two begin for the same room', async () => {
  const { school, sender, uploads } = await videoSchool()
  const answers = await Promise.all([1, 2, 3, 4].map((modified) => sender.begin(12 * mega, { modified })))
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 200, 413, 413])
  expect(answers.find(({ status }) => status === 413)?.error.code).toBe('storage_full')
  expect(await uploads()).toHaveLength(2)
  // The nightly comparison finds nothing wrong, and neither once one of them is whole.
  await removeUnusedFiles(school, fileOwners, w.tools)
  await sender.send(videoBytes(100), { modified: 9 })
  await removeUnusedFiles(school, fileOwners, w.tools)
})

it('takes five of the largest videos on their way from one person, and leaves the rest of the room to others', async () => {
  const { school, sender } = await videoSchool()
  const tools = { ...w.tools, config: { ...w.config, videoMaxBytes: mega, schoolStorageBytes: 12 * mega } }
  const begin = (modified: number, person = school.admin) =>
    beginVideo(
      makeAttended(school, person, { roles: ['owner'] }),
      { filename: 'aula.mp4', size: mega, modified },
      tools,
    ).catch((error: AppError) => error.code)
  const answers = await Promise.all([1, 2, 3, 4, 5, 6, 7, 8].map((modified) => begin(modified)))
  const uploads = answers.flatMap((answer) => (typeof answer === 'string' ? [] : [answer.upload]))
  expect(uploads).toHaveLength(5)
  expect(answers.filter((answer) => typeof answer === 'string')).toEqual(Array(3).fill('videos_unfinished'))
  // A refused video counts for nothing.
  const counted = await school.tx((db) => db.selectFrom('school_storage').select('uploaded_bytes').execute())
  expect(counted).toEqual([{ uploaded_bytes: String(5 * mega) }])
  expect(await begin(1, await school.make.admin())).toHaveProperty('upload')
  await sender.giveUp(uploads[0]!)
  expect(await begin(9)).toHaveProperty('upload')
  await sender.part(uploads[1]!, 1, videoBytes(mega))
  expect(await begin(10)).toBe('videos_unfinished')
  await sender.finish(uploads[1]!)
  expect(await begin(10)).toHaveProperty('upload')
})

it.each([
  ['a page', Buffer.from('<!doctype html><script>alert(1)</script>')],
  ['a script', Buffer.from('alert(1)//'.padEnd(200))],
  ['a picture', Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')],
  ['a film of another kind', Buffer.from('00000014667479707174202000000000717420200000', 'hex')],
  ['a Matroska film', Buffer.from('1a45dfa38b4282886d6174726f736b61', 'hex')],
  ['a page that says in its middle that it is a film', Buffer.from('<html><!-- \0\0\0\x18ftypmp42 -->')],
  ['noughts', Buffer.alloc(200)],
])('refuses %s with its first part, whatever it is called, and keeps nothing', async (_, content) => {
  const { school, sender, uploads } = await videoSchool()
  const { upload } = (await sender.begin(content.length, { filename: 'aula.mp4' })).body
  const { status, error } = await sender.part(upload, 1, content)
  expect([status, error.code]).toEqual([400, 'invalid_video_file'])
  expect(await uploads()).toEqual([])
  const counted = await school.tx((db) => db.selectFrom('school_storage').select('uploaded_bytes').execute())
  expect(counted).toEqual([{ uploaded_bytes: '0' }])
})

it('takes a part of its own size alone, in its own place', async () => {
  const { sender, uploads } = await videoSchool()
  const video = videoBytes(threeParts)
  const { upload } = (await sender.begin(video.length)).body
  const full = videoLimits.partBytes
  for (const [number, size, expected] of [
    [1, full - 1, full],
    [1, full + 1, full],
    [2, full + 3 * mega, full],
    [3, full, threeParts - 2 * full],
    [3, 0, threeParts - 2 * full],
  ] as const) {
    const { status, error } = await sender.part(upload, number, video.subarray(0, size))
    expect([status, error.fields]).toEqual([400, { body: refusals.partSize(expected) }])
  }
  for (const number of [4, 10_000]) expect((await sender.part(upload, number, video)).status).toBe(404)
  for (const number of [0, -1, 10_001, 1.5]) expect((await sender.part(upload, number, video)).status).toBe(400)
  expect((await uploads()).map(({ parts }) => parts)).toEqual([{}])
})

it('stops reading soon after the limit of a part', async () => {
  const { school, sender, uploads } = await videoSchool()
  const { upload } = (await sender.begin(threeParts)).body
  let sent = 0
  async function* endless() {
    for (; sent < 100 * mega; sent += mega) yield Buffer.alloc(mega)
  }
  const as = makeAttended(school, school.admin, { roles: ['owner'] })
  const part = putPart(as, { id: upload.id, number: 1, bytes: bytesOf(Readable.from(endless())) }, w.tools)
  await expect(part).rejects.toMatchObject({ fields: { body: refusals.partSize(upload.part_bytes) } })
  expect(sent).toBeLessThan(10 * mega)
  expect((await uploads()).map(({ parts }) => parts)).toEqual([{}])
})

it('is not finished before all parts have come, and says which have', async () => {
  const { sender } = await videoSchool()
  const video = videoBytes(threeParts)
  const { upload } = (await sender.begin(video.length)).body
  await sender.partOf(upload, 1, video)
  await sender.partOf(upload, 3, video)
  const { status, error } = await sender.finish(upload)
  expect([status, error]).toMatchObject([409, { code: 'upload_incomplete', current: { upload: { parts: [1, 3] } } }])
  await sender.partOf(upload, 2, video)
  expect((await sender.finish(upload)).status).toBe(200)
  // A part that comes late changes nothing.
  expect((await sender.partOf(upload, 1, videoBytes(threeParts, 'webm'))).body.upload.main_media_url).toMatch(
    /^upload:/,
  )
})

it('leaves an upload to the administrator who began it', async () => {
  const { school, sender } = await videoSchool()
  const { school: other, sender: outsider } = await videoSchool()
  const colleague = senderOf(w, await school.make.admin())
  const { upload } = (await sender.begin(100)).body
  await sender.part(upload, 1, videoBytes(100))
  for (const someone of [outsider, colleague]) {
    const answers = [
      await someone.part(upload, 1, videoBytes(100)),
      await someone.finish(upload),
      await someone.giveUp(upload),
    ]
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404])
    expect((await someone.list()).body.uploads).toEqual([])
    expect((await someone.begin(100)).body.upload).toMatchObject({ parts: [] })
  }
  expect((await senderOf(w, school.student).begin(100)).status).toBe(403)
  expect((await sender.finish(upload)).status).toBe(200)
  expect(await other.tx((db) => db.selectFrom('files').selectAll().execute())).toEqual([])
})

it('takes of a name nothing but what is shown', async () => {
  const { school, sender } = await videoSchool()
  await sender.send(videoBytes(100), { filename: '../../etc/aula\0 1.html' })
  const [file] = await school.tx((db) => db.selectFrom('files').selectAll().execute())
  expect(file).toMatchObject({ filename: 'aula 1.mp4', content_type: 'video/mp4' })
  expect(file!.storage_key).toMatch(new RegExp(`^${school.id}/lesson-video/[0-9a-f-]{36}$`))
})

it('takes bytes as they are, and nothing else, where a part goes', async () => {
  const { school, sender } = await videoSchool()
  const { upload } = (await sender.begin(100)).body
  const url = `/api/school/${school.id}/videos/${upload.id}/parts/1`
  const headers = { authorization: `Bearer ${school.admin.token}` }
  const statusOf = async (type: string | undefined, payload: string | undefined, to = url) =>
    (
      await w.app.inject({
        method: 'POST',
        url: to,
        headers: { ...headers, ...(type ? { 'content-type': type } : {}) },
        payload,
      })
    ).statusCode
  expect(await statusOf('application/json', '{}')).toBe(400)
  expect(await statusOf('video/mp4', 'x')).toBe(415)
  expect(await statusOf(undefined, undefined)).toBe(400)
  // And nowhere else.
  const begin = `/api/school/${school.id}/videos`
  expect(await statusOf('application/octet-stream', '{"filename":"a","size":1,"modified":1}', begin)).toBe(415)
})

it('keeps no half of a part when the line breaks, and says so without a fault', async () => {
  const { school, sender, uploads } = await videoSchool()
  const { upload } = (await sender.begin(threeParts)).body
  const broken = Readable.from(
    (async function* () {
      yield videoBytes(1000)
      throw new Error('the line dropped')
    })(),
  )
  const as = makeAttended(school, school.admin, { roles: ['owner'] })
  await expect(putPart(as, { id: upload.id, number: 1, bytes: broken }, w.tools)).rejects.toThrow('the line dropped')
  expect((await uploads()).map(({ parts }) => parts)).toEqual([{}])
  expect((await sender.partOf(upload, 1, videoBytes(threeParts))).body.upload.parts).toEqual([1])
})

it.each([
  { filename: '', size: 1, modified: 1 },
  { filename: 'a.mp4', size: 0, modified: 1 },
  { filename: 'a.mp4', size: -5, modified: 1 },
  { filename: 'a.mp4', size: 1.5, modified: 1 },
  { filename: 'a.mp4', size: 1, modified: -1 },
  { filename: 'a'.repeat(1001), size: 1, modified: 1 },
])('refuses to begin with %j', async ({ size, ...file }) => {
  const { sender } = await videoSchool()
  const { status, error } = await sender.begin(size, file)
  expect([status, Object.keys(error.fields ?? {})]).toMatchObject([400, [expect.any(String)]])
})
