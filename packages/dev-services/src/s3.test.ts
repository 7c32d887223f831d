import { Readable } from 'node:stream'
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListMultipartUploadsCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
  UploadPartCommand,
} from '@aws-sdk/client-s3'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type RunningS3, startS3 } from './s3.ts'

let s3: RunningS3
let client: S3Client

const connect = (secretAccessKey: string) =>
  new S3Client({
    endpoint: s3.endpoint,
    region: s3.region,
    forcePathStyle: true,
    credentials: { accessKeyId: s3.accessKeyId, secretAccessKey },
  })

beforeAll(async () => {
  s3 = await startS3({ bucket: 'escola' })
  client = connect(s3.secretAccessKey)
})
afterAll(() => s3.stop())

const put = (Key: string, Body: string | Buffer | Readable, more: object = {}) =>
  client.send(new PutObjectCommand({ Bucket: 'escola', Key, Body, ...more }))
const get = async (Key: string, Range?: string) => {
  const { Body, ContentType } = await client.send(new GetObjectCommand({ Bucket: 'escola', Key, Range }))
  return { text: await Body?.transformToString(), type: ContentType }
}

describe('the S3 stand-in, through the AWS SDK', () => {
  it('gives back what was put, with its type, under names that need encoding', async () => {
    await put("1/aula 1/Álgebra (versão 'final')+.txt", 'olá mundo', { ContentType: 'text/plain' })
    expect(await get("1/aula 1/Álgebra (versão 'final')+.txt")).toEqual({ text: 'olá mundo', type: 'text/plain' })
  })

  it('takes streamed uploads, which the SDK sends in chunks with a checksum behind them', async () => {
    await put('1/video', Readable.from([Buffer.alloc(150_000, 'a'), Buffer.alloc(50_000, 'b')]), {
      ContentLength: 200_000,
    })
    const { text } = await get('1/video')
    expect(text).toHaveLength(200_000)
    expect(text?.slice(149_998, 150_002)).toBe('aabb')
  })

  it('takes uploads in parts, and keeps nothing of those that are given up', async () => {
    const object = { Bucket: 'escola', Key: '3/parts' }
    const open = async () => (await client.send(new ListMultipartUploadsCommand({ Bucket: 'escola' }))).Uploads
    const begin = async () =>
      (await client.send(new CreateMultipartUploadCommand({ ...object, ContentType: 'text/plain' }))).UploadId
    const part = (UploadId: string | undefined, PartNumber: number, Body: string) =>
      client.send(new UploadPartCommand({ ...object, UploadId, PartNumber, Body }))
    const givenUp = await begin()
    await part(givenUp, 1, 'no')
    expect(await open()).toMatchObject([{ Key: '3/parts', UploadId: givenUp }])
    await client.send(new AbortMultipartUploadCommand({ ...object, UploadId: givenUp }))
    expect(await open()).toBeUndefined()
    await expect(part(givenUp, 2, 'late')).rejects.toMatchObject({ name: 'NoSuchUpload' })

    const UploadId = await begin()
    const second = await part(UploadId, 2, 'mundo')
    const first = await part(UploadId, 1, 'olá ')
    const Parts = [
      { PartNumber: 1, ETag: first.ETag },
      { PartNumber: 2, ETag: second.ETag },
    ]
    await expect(get('3/parts')).rejects.toMatchObject({ name: 'NoSuchKey' })
    await client.send(new CompleteMultipartUploadCommand({ ...object, UploadId, MultipartUpload: { Parts } }))
    expect(await get('3/parts')).toEqual({ text: 'olá mundo', type: 'text/plain' })
    expect(await open()).toBeUndefined()
  })

  it('answers ranges', async () => {
    await put('1/range', '0123456789')
    expect((await get('1/range', 'bytes=2-4')).text).toBe('234')
    expect((await get('1/range', 'bytes=7-')).text).toBe('789')
    expect((await get('1/range', 'bytes=-2')).text).toBe('89')
    await expect(get('1/range', 'bytes=50-60')).rejects.toMatchObject({ name: 'InvalidRange' })
  })

  it('tells size, lists by prefix and forgets what is deleted', async () => {
    await put('2/a', 'abc')
    await put('2/b', 'de')
    expect(await client.send(new HeadObjectCommand({ Bucket: 'escola', Key: '2/a' }))).toMatchObject({
      ContentLength: 3,
    })
    await client.send(new DeleteObjectCommand({ Bucket: 'escola', Key: '2/a' }))
    const { Contents } = await client.send(new ListObjectsV2Command({ Bucket: 'escola', Prefix: '2/' }))
    expect(Contents?.map((each) => each.Key)).toEqual(['2/b'])
    await expect(get('2/a')).rejects.toMatchObject({ name: 'NoSuchKey' })
    const head = client.send(new HeadObjectCommand({ Bucket: 'escola', Key: '2/a' }))
    await expect(head).rejects.toMatchObject({ name: 'NotFound' })
  })

  it('refuses a wrong secret', async () => {
    const outsider = connect('not the secret').send(new GetObjectCommand({ Bucket: 'escola', Key: '1/range' }))
    await expect(outsider).rejects.toMatchObject({ name: 'SignatureDoesNotMatch' })
  })

  it('refuses what was changed after it was signed', async () => {
    const changing = connect(s3.secretAccessKey)
    changing.middlewareStack.add(
      (next) => (args) => {
        Object.assign(args.request as object, { path: '/escola/1/video' })
        return next(args)
      },
      { step: 'deserialize', priority: 'low' },
    )
    const swapped = changing.send(new GetObjectCommand({ Bucket: 'escola', Key: '1/range' }))
    await expect(swapped).rejects.toMatchObject({ name: 'SignatureDoesNotMatch' })
  })

  it('refuses a request without a signature', async () => {
    expect((await fetch(`${s3.endpoint}/escola/1/range`)).status).toBe(403)
  })
})
