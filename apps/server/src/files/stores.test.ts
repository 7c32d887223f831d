import { createReadStream } from 'node:fs'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { ListMultipartUploadsCommand, S3Client } from '@aws-sdk/client-s3'
import { startS3 } from '@escola/dev-services/s3'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { FileMissing, type FileStore, StoreAway } from '../core/file-store.ts'
import { createFileStore } from './create-file-store.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'escola-stores-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const startFolder = async () => ({
  store: await createFileStore({ s3: undefined, filesDir: path.join(folder, 'files') }),
  stop: async () => {},
})
const startBucket = async () => {
  const s3 = await startS3({ bucket: 'escola' })
  return { store: await createFileStore({ s3, filesDir: '' }), stop: s3.stop, s3 }
}

describe.each([
  ['a folder', startFolder],
  ['an S3 bucket', startBucket],
])('a store in %s', (_, start) => {
  let store: FileStore
  let stop: () => Promise<void>
  beforeAll(async () => {
    ;({ store, stop } = await start())
  })
  afterAll(() => stop())
  const read = async (key: string) => buffer(await store.read(key))

  it('gives back what was put, from a buffer', async () => {
    await store.put('1/lesson-file/a', Buffer.from('olá'), 'text/plain')
    expect((await read('1/lesson-file/a')).toString()).toBe('olá')
  })

  it('gives back what was put, from a stream and from a file', async () => {
    const bytes = Buffer.alloc(1_000_000, 'escola')
    await store.put('1/stream', Readable.from([bytes.subarray(0, 400_000), bytes.subarray(400_000)]), 'application/pdf')
    expect(await read('1/stream')).toEqual(bytes)
    const file = path.join(folder, 'source')
    await writeFile(file, bytes)
    await store.put('1/file', createReadStream(file), 'application/pdf')
    expect(await read('1/file')).toEqual(bytes)
  })

  it('replaces what was there', async () => {
    await store.put('1/twice', Buffer.from('first'), 'text/plain')
    await store.put('1/twice', Buffer.from('second'), 'text/plain')
    expect((await read('1/twice')).toString()).toBe('second')
  })

  it('keeps an empty file', async () => {
    await store.put('1/empty', Buffer.alloc(0), 'text/plain')
    expect(await read('1/empty')).toHaveLength(0)
  })

  it('says what is missing', async () => {
    await expect(store.read('1/nothing')).rejects.toBeInstanceOf(FileMissing)
  })

  it('deletes, also twice', async () => {
    await store.put('1/gone', Buffer.from('x'), 'text/plain')
    await store.delete('1/gone')
    await store.delete('1/gone')
    await expect(store.read('1/gone')).rejects.toBeInstanceOf(FileMissing)
  })

  it.each(['1/../2/secret', '../1/x', '/etc/passwd', '1//x', '1', 'x/1', '1/.hidden', '1/a\\b', '1/a\0b'])(
    'refuses the key %j',
    async (key) => {
      await expect(store.put(key, Buffer.from('x'), 'text/plain')).rejects.toThrow('not a storage key')
      await expect(async () => store.read(key)).rejects.toThrow('not a storage key')
    },
  )

  it('ends however many parts are sent again meanwhile', async () => {
    for (let round = 0; round < 10; round++) {
      const whole = { key: `1/again-${round}`, id: await store.begin(`1/again-${round}`) }
      const putAgain = () => store.putPart(whole, 1, Readable.from([Buffer.from('part')]), 4)
      const mark = await putAgain()
      let ended = false
      const sendAgain = async () => {
        while (!ended) await putAgain()
      }
      const senders = Array.from({ length: 20 }, () =>
        sendAgain().catch((error: unknown) => expect(error).toBeInstanceOf(FileMissing)),
      )
      await (round % 2 ? store.giveUp(whole) : store.finish(whole, [mark]))
      ended = true
      await Promise.all(senders)
    }
  })

  it('leaves nothing behind when the source breaks off', async () => {
    const broken = Readable.from(
      (async function* () {
        yield Buffer.from('half')
        throw new Error('the line dropped')
      })(),
    )
    await expect(store.put('1/half/file', broken, 'text/plain')).rejects.toThrow('the line dropped')
    await expect(store.read('1/half/file')).rejects.toBeInstanceOf(FileMissing)
  })
})

it('leaves no unfinished file in the folder', async () => {
  expect(await readdir(path.join(folder, 'files', 'unfinished'))).toEqual([])
})

it('writes a file without waiting for viewers', async () => {
  const { store, stop } = await startBucket()
  await store.put('1/film', Buffer.alloc(4 * 1024 * 1024), 'video/mp4')
  const viewers = await Promise.all(Array.from({ length: 60 }, () => store.read('1/film')))
  await store.put('1/other', Buffer.from('x'), 'text/plain')
  for (const viewer of viewers) viewer.destroy()
  await stop()
})

it('streams to a bucket in parts while they come, and leaves nothing there when the source breaks off', async () => {
  const { store, stop, s3 } = await startBucket()
  const { endpoint, region, accessKeyId, secretAccessKey } = s3
  const credentials = { accessKeyId, secretAccessKey }
  const client = new S3Client({ endpoint, region, forcePathStyle: true, credentials })
  const openUploads = async () =>
    (await client.send(new ListMultipartUploadsCommand({ Bucket: 'escola' }))).Uploads?.map(({ Key }) => Key) ?? []
  const chunk = Buffer.alloc(1024 * 1024, 'escola')
  const source = (end: () => void) =>
    Readable.from(
      (async function* () {
        for (let sent = 0; sent < 11; sent++) yield chunk
        expect(await openUploads()).toEqual(['1/large'])
        end()
        yield chunk
      })(),
      { highWaterMark: 1 },
    )
  const broken = source(() => {
    throw new Error('the line dropped')
  })
  await expect(store.put('1/large', broken, 'video/mp4')).rejects.toThrow('the line dropped')
  expect(await openUploads()).toEqual([])
  await expect(store.read('1/large')).rejects.toBeInstanceOf(FileMissing)

  const whole = source(() => undefined)
  await store.put('1/large', whole, 'video/mp4')
  const stored = await buffer(await store.read('1/large'))
  expect(stored.equals(Buffer.concat(Array(12).fill(chunk)))).toBe(true)
  expect(await openUploads()).toEqual([])
  client.destroy()
  await stop()
})

it('tells a store that refuses the key, or lacks the bucket, from one that does not answer', async () => {
  const s3 = await startS3({ bucket: 'escola' })
  const refused = (change: object) => createFileStore({ s3: { ...s3, ...change }, filesDir: '' })
  await (await refused({})).requireAccess()
  for (const change of [{ secretAccessKey: 'x'.repeat(40) }, { bucket: 'outro' }]) {
    const store = await refused(change)
    await expect(store.requireAccess()).rejects.toThrow(/The bucket \w+ is refused \(\w+\): S3_BUCKET, S3_REGION/)
    await expect(store.put('1/a', Buffer.from('x'), 'text/plain')).rejects.toBeInstanceOf(StoreAway)
    await expect(store.read('1/a')).rejects.toBeInstanceOf(StoreAway)
  }
  await s3.stop()
  const away = await refused({})
  await expect(away.requireAccess()).rejects.toBeInstanceOf(StoreAway)
  await expect(away.put('1/a', Buffer.from('x'), 'text/plain')).rejects.toBeInstanceOf(StoreAway)
  await expect(away.begin('1/a')).rejects.toBeInstanceOf(StoreAway)
})
