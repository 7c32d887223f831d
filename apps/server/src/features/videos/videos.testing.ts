import { createHash } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { videoLimits } from '@escola/contract/limits'
import { type VideoUpload, videos } from '@escola/contract/videos.contract'
import type { Person } from '../../testing/call.ts'
import type { World } from '../../testing/world.ts'

const heads = {
  mp4: Buffer.from('00000018667479706d70343200000000697366006d703432', 'hex'),
  webm: Buffer.from('1a45dfa39f4286810142f7810142f2810442f381084282847765626d42878104428581021853806701', 'hex'),
}

/** Begins as such a video does, and is different at every byte that a mistake could move. */
export function videoBytes(size: number, kind: keyof typeof heads = 'mp4'): Buffer {
  const bytes = Buffer.alloc(size)
  for (let at = 0; at + 4 <= size; at += 4) bytes.writeUInt32LE(at, at)
  heads[kind].copy(bytes)
  return bytes
}

/** Two whole parts and a little more. */
export const threeParts = videoLimits.partBytes * 2 + 1234
export const digest = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

/** A sender as the browser is one. Through another process of the same installation, when one is given. */
export const senderOf = (w: Pick<World, 'call'>, as: Person) => {
  const params = (upload: Pick<VideoUpload, 'id'>) => ({ id: upload.id })
  const sender = {
    list: () => w.call(videos.list, { as }),
    begin: (size: number, file: { filename?: string; modified?: number } = {}) =>
      w.call(videos.begin, { as, body: { filename: 'aula.mp4', modified: 1, size, ...file } }),
    part: (upload: VideoUpload, number: number, bytes: Buffer) =>
      w.call(videos.putPart, { as, params: { ...params(upload), number }, bytes }),
    finish: (upload: VideoUpload) => w.call(videos.finish, { as, params: params(upload) }),
    giveUp: (upload: VideoUpload) => w.call(videos.giveUp, { as, params: params(upload) }),
    partOf: (upload: VideoUpload, number: number, bytes: Buffer) =>
      sender.part(upload, number, bytes.subarray((number - 1) * upload.part_bytes, number * upload.part_bytes)),
    /** All of it, from the beginning to the end. */
    send: async (bytes: Buffer, file: { filename?: string; modified?: number } = {}) => {
      const { upload } = (await sender.begin(bytes.length, file)).body
      for (let number = 1; (number - 1) * upload.part_bytes < bytes.length; number++)
        await sender.partOf(upload, number, bytes)
      return sender.finish(upload)
    },
  }
  return sender
}

export const fileOf = async (w: World, school: World['northside'], address: string) => {
  const row = await school.tx((db) =>
    db.selectFrom('files').selectAll().where('id', '=', address.split(':')[1]!).executeTakeFirstOrThrow(),
  )
  return { row, bytes: await buffer(await w.tools.files.read(row.storage_key)) }
}
