import { Readable } from 'node:stream'
import { dayMs } from '@escola/contract/durations'
import { learning } from '@escola/contract/learning.contract'
import { videoLimits } from '@escola/contract/limits'
import { expect, it } from 'vitest'
import { buildApp } from '../../app.ts'
import type { FileStore } from '../../core/file-store.ts'
import { callsOf } from '../../testing/call.ts'
import { makeAttended } from '../../testing/member-scope.ts'
import type { World } from '../../testing/world.ts'
import { putPart } from './video-parts.service.ts'
import { dropOldVideos, finishVideo } from './videos.service.ts'
import { digest, fileOf, senderOf, threeParts, videoBytes } from './videos.testing.ts'

interface Store {
  world: () => World
  /** Number of unfinished uploads in the store. */
  unfinished: () => Promise<number>
}

/** Cases that hold in every store of videos. */
export function videosInStore({ world, unfinished }: Store) {
  const school = async () => {
    const made = await world().makeSchool('Vídeos')
    await made.make.videosAllowed()
    return made
  }
  const video = videoBytes(threeParts)
  const inDays = (days: number) => ({ ...world().tools, now: () => new Date(Date.now() + days * dayMs) })

  it('puts together what came in any order, some of it twice, partly through another process', async () => {
    const made = await school()
    const sender = senderOf(world(), made.admin)
    const { upload } = (await sender.begin(video.length)).body
    expect(upload).toMatchObject({ filename: 'aula.mp4', size: video.length, parts: [], main_media_url: null })
    await sender.partOf(upload, 3, video)
    await sender.partOf(upload, 1, video)
    await sender.partOf(upload, 1, video)

    const other = await buildApp(world().config)
    const elsewhere = senderOf(callsOf(other.http), made.admin)
    const goneOn = (await elsewhere.begin(video.length)).body.upload
    expect(goneOn).toEqual({ ...upload, parts: [1, 3] })
    expect((await elsewhere.list()).body.uploads).toEqual([goneOn])
    await elsewhere.partOf(goneOn, 2, video)
    await other.close()

    const answers = [await sender.finish(upload), await sender.finish(upload)]
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    const [first, second] = answers.map(({ body }) => body.upload.main_media_url)
    expect(first).toMatch(/^upload:\d+$/)
    expect(second).toBe(first)
    const { row, bytes } = await fileOf(world(), made, first!)
    expect(digest(bytes)).toBe(digest(video))
    expect(row).toMatchObject({
      purpose: 'lesson_video',
      filename: 'aula.mp4',
      content_type: 'video/mp4',
      size_bytes: String(video.length),
      created_by: made.admin.userId,
    })
    expect((await sender.list()).body.uploads).toEqual([])
    expect(await unfinished()).toBe(0)
  })

  it('makes one upload and one file, however many ask at once', async () => {
    const made = await school()
    const sender = senderOf(world(), made.admin)
    const begun = await Promise.all(Array.from({ length: 4 }, () => sender.begin(100)))
    expect(new Set(begun.map(({ body }) => body.upload.id)).size).toBe(1)
    expect(await unfinished()).toBe(1)
    const { upload } = begun[0]!.body
    await Promise.all([1, 2].map(() => sender.part(upload, 1, videoBytes(100, 'webm'))))
    const finished = await Promise.all(Array.from({ length: 4 }, () => sender.finish(upload)))
    expect(finished.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    expect(new Set(finished.map(({ body }) => body.upload.main_media_url)).size).toBe(1)
    expect(await made.tx((db) => db.selectFrom('files').select('filename').execute())).toEqual([
      { filename: 'aula.webm' },
    ])
  })

  it('goes on where a process was killed after it had put the video together', async () => {
    const made = await school()
    const sender = senderOf(world(), made.admin)
    const { upload } = (await sender.begin(100)).body
    await sender.part(upload, 1, videoBytes(100))
    const row = await made.tx((db) => db.selectFrom('video_uploads').selectAll().executeTakeFirstOrThrow())
    const whole = { key: row.storage_key, id: row.store_upload }
    await world().tools.files.finish(whole, Object.values(row.parts as Record<string, string>))
    const { status, body } = await sender.finish(upload)
    expect(status).toBe(200)
    expect((await fileOf(world(), made, body.upload.main_media_url!)).bytes).toEqual(videoBytes(100))
  })

  /** A small upload whose only part has come. */
  const allSent = async () => {
    const made = await school()
    const sender = senderOf(world(), made.admin)
    const { upload } = (await sender.begin(100)).body
    await sender.part(upload, 1, videoBytes(100))
    return { made, sender, upload, as: makeAttended(made, made.admin, { roles: ['owner'] }) }
  }
  const withStore = (changed: Partial<FileStore>) => ({
    ...world().tools,
    files: { ...world().tools.files, ...changed },
  })

  it('loses nothing when a part is sent again while the parts are put together', async () => {
    const { made, sender, upload, as } = await allSent()
    const late: number[] = []
    const { finish } = world().tools.files
    const tools = withStore({
      finish: async (whole, marks) => {
        late.push((await sender.part(upload, 1, videoBytes(100))).status)
        await finish(whole, marks)
        late.push((await sender.part(upload, 1, videoBytes(100))).status)
        late.push((await sender.part(upload, 1, Buffer.alloc(100))).status)
      },
    })
    const finished = await finishVideo(as, upload.id, tools)
    expect(late).toEqual([200, 200, 200])
    expect((await fileOf(world(), made, finished.upload.main_media_url!)).bytes).toEqual(videoBytes(100))
    expect(await unfinished()).toBe(0)
  })

  it.each([
    ['a part of it', videoBytes(100)],
    ['what is no video', Buffer.alloc(100)],
  ])('loses nothing when %s was under way as the parts were put together', async (_, sent) => {
    const { made, upload, as } = await allSent()
    const underWay = Promise.withResolvers<void>()
    const joined = Promise.withResolvers<void>()
    const ended = Promise.withResolvers<void>()
    const { finish } = world().tools.files
    async function* slowly() {
      yield sent.subarray(0, 50)
      underWay.resolve()
      await joined.promise
      yield sent.subarray(50)
    }
    const part = putPart(as, { id: upload.id, number: 1, bytes: Readable.from(slowly()) }, world().tools)
    const isTaken = part.then(
      () => true,
      () => false,
    )
    await underWay.promise
    const finishing = finishVideo(
      as,
      upload.id,
      withStore({
        finish: async (whole, marks) => {
          await finish(whole, marks)
          joined.resolve()
          await ended.promise
        },
      }),
    )
    expect(await isTaken).toBe(sent.includes('ftyp'))
    ended.resolve()
    const { main_media_url: address } = (await finishing).upload
    expect((await fileOf(world(), made, address!)).bytes).toEqual(videoBytes(100))
    expect(await unfinished()).toBe(0)
  })

  it('keeps nothing of an upload that is given up, or that does not go on for a day', async () => {
    const made = await school()
    const sender = senderOf(world(), made.admin)
    const counted = () =>
      made.tx(async (db) =>
        Number((await db.selectFrom('school_storage').selectAll().executeTakeFirst())?.uploaded_bytes),
      )
    const { upload } = (await sender.begin(threeParts)).body
    await sender.partOf(upload, 1, video)
    expect([await counted(), await unfinished()]).toEqual([threeParts, 1])
    expect((await sender.giveUp(upload)).status).toBe(200)
    expect([await counted(), await unfinished()]).toEqual([0, 0])
    for (const answer of [
      await sender.giveUp(upload),
      await sender.finish(upload),
      await sender.partOf(upload, 2, video),
    ])
      expect(answer.status).toBe(404)

    const forgotten = (await sender.begin(threeParts)).body.upload
    await sender.partOf(forgotten, 1, video)
    const { body } = await sender.send(videoBytes(100), { filename: 'pronta.mp4' })
    await dropOldVideos(made, inDays(0.9))
    expect([await counted(), await unfinished()]).toEqual([threeParts + 100, 1])
    await dropOldVideos(made, inDays(1.1))
    expect([await counted(), await unfinished()]).toEqual([100, 0])
    expect((await sender.partOf(forgotten, 2, video)).status).toBe(404)
    expect((await fileOf(world(), made, body.upload.main_media_url!)).bytes).toHaveLength(100)
  })

  it('begins again when the store knows nothing of it any more', async () => {
    const made = await school()
    const sender = senderOf(world(), made.admin)
    for (const next of [sender.partOf, (upload: Parameters<typeof sender.finish>[0]) => sender.finish(upload)]) {
      const { upload } = (await sender.begin(100)).body
      await sender.part(upload, 1, videoBytes(100))
      const { storage_key: key, store_upload: id } = await made.tx((db) =>
        db.selectFrom('video_uploads').selectAll().executeTakeFirstOrThrow(),
      )
      await world().tools.files.giveUp({ key, id })
      expect((await next(upload, 1, videoBytes(100))).status).toBe(404)
      expect((await sender.begin(100)).body.upload).toMatchObject({ parts: [] })
      expect((await sender.begin(100)).body.upload.id).not.toBe(upload.id)
      await sender.giveUp((await sender.begin(100)).body.upload)
    }
  })

  it('answers a part of the bytes as a player asks for them', async () => {
    const made = await school()
    const course = await made.make.course()
    const { body } = await senderOf(world(), made.admin).send(video)
    const { row } = await fileOf(world(), made, body.upload.main_media_url!)
    const { url } = (
      await world().call(learning.fileLink, {
        as: made.admin,
        params: { contentId: course.lessons[0]!.id, fileId: row.id },
      })
    ).body
    const get = (range: string) => world().app.inject({ url, headers: { range } })
    for (const [start, end] of [
      [0, 99],
      [videoLimits.partBytes - 10, videoLimits.partBytes + 9],
      [threeParts - 50, threeParts - 1],
    ] as const) {
      const answer = await get(`bytes=${start}-${end}`)
      expect([answer.statusCode, answer.headers['content-range']]).toEqual([206, `bytes ${start}-${end}/${threeParts}`])
      expect(answer.rawPayload.equals(video.subarray(start, end + 1))).toBe(true)
    }
  })
}
