import type { Readable } from 'node:stream'
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListMultipartUploadsCommand,
  ListObjectsV2Command,
  paginateListObjectsV2,
  S3Client,
  S3ServiceException,
  UploadPartCommand,
} from '@aws-sdk/client-s3'
import { Upload } from '@aws-sdk/lib-storage'
import type { Config } from '../config.ts'
import { assertStorageKey } from './storage-key.ts'
import { type ByteRange, FileMissing, type FileStore, type Unfinished } from './store.ts'

/**
 * A viewer of a video holds a connection for as long as it is neither over nor closed. The client's own fifty would be taken by fifty
 * viewers, and everything else would wait for them.
 */
const agent = { maxSockets: 2000, keepAlive: true }

/** Files in any store that speaks S3. */
export function createS3Store({
  bucket,
  region,
  endpoint,
  accessKeyId,
  secretAccessKey,
}: NonNullable<Config['s3']>): FileStore {
  const client = new S3Client({
    region,
    credentials: { accessKeyId, secretAccessKey },
    // Stores other than Amazon's rarely know one host name per bucket, nor checksums in trailers.
    ...(endpoint ? { endpoint, forcePathStyle: true } : {}),
    requestHandler: { httpAgent: agent, httpsAgent: agent },
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  })
  const at = (key: string) => ({ Bucket: bucket, Key: assertStorageKey(key) })
  const read = async (key: string, range?: ByteRange) => {
    const Range = range && `bytes=${range.start}-${range.end}`
    const { Body } = await throwMissing(client.send(new GetObjectCommand({ ...at(key), Range })))
    return Body as Readable
  }
  const makeUploadTarget = ({ key, id }: Unfinished) => ({ ...at(key), UploadId: id })
  return {
    async put(key, body, contentType) {
      // The upload goes in parts of 5 MB, one after the other: memory holds one of them, and an upload that breaks off is given up whole.
      await new Upload({ client, params: { ...at(key), Body: body, ContentType: contentType }, queueSize: 1 }).done()
    },
    read,
    async delete(key) {
      await client.send(new DeleteObjectCommand(at(key)))
    },
    async *list(schoolId, before, atOnce = 1000) {
      const query = { Bucket: bucket, Prefix: `${schoolId}/`, MaxKeys: atOnce }
      for await (const { Contents = [] } of paginateListObjectsV2({ client }, query)) {
        const old = Contents.filter(({ LastModified }) => LastModified! < before)
        if (old.length) yield old.map(({ Key }) => Key!)
      }
    },
    async isEmpty() {
      const { KeyCount } = await client.send(new ListObjectsV2Command({ Bucket: bucket, MaxKeys: 1 }))
      return !KeyCount
    },
    async dropUnfinished(schoolId, before) {
      // A thousand at a time are more than a night leaves; what is beyond them goes the next night.
      const { Uploads = [] } = await client.send(
        new ListMultipartUploadsCommand({ Bucket: bucket, Prefix: `${schoolId}/` }),
      )
      for (const { Key, UploadId, Initiated } of Uploads)
        if (Initiated! < before)
          await throwMissing(client.send(new AbortMultipartUploadCommand({ Bucket: bucket, Key, UploadId }))).catch(
            ignoreMissing,
          )
    },
    async begin(key) {
      const { UploadId } = await client.send(new CreateMultipartUploadCommand(at(key)))
      return UploadId!
    },
    async putPart(whole, number, body, size) {
      const part = { ...makeUploadTarget(whole), PartNumber: number, Body: body, ContentLength: size }
      return (await throwMissing(client.send(new UploadPartCommand(part)))).ETag!
    },
    async finish(whole, marks) {
      const Parts = marks.map((ETag, index) => ({ PartNumber: index + 1, ETag }))
      const completed = client.send(
        new CompleteMultipartUploadCommand({ ...makeUploadTarget(whole), MultipartUpload: { Parts } }),
      )
      await throwMissing(completed).catch(async (error: unknown) => {
        ignoreMissing(error)
        // Another call may just have ended it.
        await throwMissing(client.send(new HeadObjectCommand(at(whole.key))))
      })
    },
    giveUp: async (whole) => {
      await throwMissing(client.send(new AbortMultipartUploadCommand(makeUploadTarget(whole)))).catch(ignoreMissing)
    },
  }
}

async function throwMissing<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer
  } catch (error) {
    if (error instanceof S3ServiceException && error.$metadata.httpStatusCode === 404) throw new FileMissing()
    throw error
  }
}

/** Another process has ended it. */
const ignoreMissing = (error: unknown) => {
  if (!(error instanceof FileMissing)) throw error
}
