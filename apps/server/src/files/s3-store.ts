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
import { type ByteRange, FileMissing, type FileStore, StoreAway, type Unfinished } from '../core/file-store.ts'
import { assertStorageKey } from './storage-key.ts'

/**
 * A viewer of a video holds a connection for as long as it is neither over nor closed. The client's own fifty would be taken by fifty
 * viewers, and everything else would wait for them.
 */
const agent = { maxSockets: 2000, keepAlive: true }

/** How long a process that starts waits for the store's first answer. */
const accessMs = 5000

/**
 * Files in any store that speaks S3.
 * @param patience silenceMs: how long a connection may carry nothing, and a viewer may wait for the first byte
 */
export function createS3Store(
  { bucket, region, endpoint, accessKeyId, secretAccessKey }: NonNullable<Config['s3']>,
  { silenceMs = 30_000 } = {},
): FileStore {
  const connect = (limits: { socketTimeout: number } | { requestTimeout: number; throwOnRequestTimeout: true }) =>
    new S3Client({
      region,
      credentials: { accessKeyId, secretAccessKey },
      // Stores other than Amazon's rarely know one host name per bucket, nor checksums in trailers.
      ...(endpoint ? { endpoint, forcePathStyle: true } : {}),
      requestHandler: { httpAgent: agent, httpsAgent: agent, connectionTimeout: 5000, ...limits },
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
    })
  // An upload may take as long as it moves.
  const client = connect({ socketTimeout: silenceMs })
  // A viewer may pause for as long as they like; only the beginning of the answer has a limit.
  const reader = connect({ requestTimeout: silenceMs, throwOnRequestTimeout: true })
  const at = (key: string) => ({ Bucket: bucket, Key: assertStorageKey(key) })
  const read = async (key: string, range?: ByteRange) => {
    const Range = range && `bytes=${range.start}-${range.end}`
    const { Body } = await ask(reader.send(new GetObjectCommand({ ...at(key), Range })))
    return Body as Readable
  }
  const makeUploadTarget = ({ key, id }: Unfinished) => ({ ...at(key), UploadId: id })
  return {
    async put(key, body, contentType) {
      // The upload goes in parts of 5 MB, one after the other: memory holds one of them, and an upload that breaks off is given up whole.
      await ask(
        new Upload({ client, params: { ...at(key), Body: body, ContentType: contentType }, queueSize: 1 }).done(),
      )
    },
    read,
    async delete(key) {
      await ask(client.send(new DeleteObjectCommand(at(key))))
    },
    async *list(schoolId, before, atOnce = 1000) {
      const query = { Bucket: bucket, Prefix: `${schoolId}/`, MaxKeys: atOnce }
      for await (const { Contents = [] } of paginateListObjectsV2({ client }, query)) {
        const old = Contents.filter(({ LastModified }) => LastModified! < before)
        if (old.length) yield old.map(({ Key }) => Key!)
      }
    },
    async isEmpty() {
      const { KeyCount } = await ask(client.send(new ListObjectsV2Command({ Bucket: bucket, MaxKeys: 1 })))
      return !KeyCount
    },
    async requireAccess() {
      const abortSignal = AbortSignal.timeout(accessMs)
      const asked = client.send(new ListObjectsV2Command({ Bucket: bucket, MaxKeys: 1 }), { abortSignal })
      await asked.catch((error: unknown) => {
        const status = error instanceof S3ServiceException ? (error.$metadata.httpStatusCode ?? 500) : 500
        if (status >= 500 || status === 429) throw new StoreAway('the store of files is away', { cause: error })
        throw new Error(
          `The bucket ${bucket} is refused (${nameOf(error)}): S3_BUCKET, S3_REGION, S3_ENDPOINT, S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY must belong together.`,
        )
      })
    },
    async dropUnfinished(schoolId, before) {
      // A thousand at a time are more than a night leaves; what is beyond them goes the next night.
      const { Uploads = [] } = await ask(
        client.send(new ListMultipartUploadsCommand({ Bucket: bucket, Prefix: `${schoolId}/` })),
      )
      for (const { Key, UploadId, Initiated } of Uploads)
        if (Initiated! < before)
          await ask(client.send(new AbortMultipartUploadCommand({ Bucket: bucket, Key, UploadId }))).catch(
            ignoreMissing,
          )
    },
    async begin(key) {
      const { UploadId } = await ask(client.send(new CreateMultipartUploadCommand(at(key))))
      return UploadId!
    },
    async putPart(whole, number, body, size) {
      const part = { ...makeUploadTarget(whole), PartNumber: number, Body: body, ContentLength: size }
      return (await ask(client.send(new UploadPartCommand(part)))).ETag!
    },
    async finish(whole, marks) {
      const Parts = marks.map((ETag, index) => ({ PartNumber: index + 1, ETag }))
      const completed = client.send(
        new CompleteMultipartUploadCommand({ ...makeUploadTarget(whole), MultipartUpload: { Parts } }),
      )
      await ask(completed).catch(async (error: unknown) => {
        ignoreMissing(error)
        // Another call may just have ended it.
        await ask(client.send(new HeadObjectCommand(at(whole.key))))
      })
    },
    giveUp: async (whole) => {
      await ask(client.send(new AbortMultipartUploadCommand(makeUploadTarget(whole)))).catch(ignoreMissing)
    },
  }
}

/** Waits for an answer, and tells a file that is missing and a store that is away from all other failures. */
async function ask<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer
  } catch (error) {
    if (isAway(error)) throw new StoreAway('the store of files is away', { cause: error })
    if (error instanceof S3ServiceException && error.$metadata.httpStatusCode === 404) throw new FileMissing()
    throw error
  }
}

/** A store that takes no key, or has no such bucket, is as far away as one that fails. */
const isAway = (error: unknown): boolean =>
  error instanceof S3ServiceException
    ? error.name === 'NoSuchBucket' || /^(401|403|429|5..)$/.test(String(error.$metadata.httpStatusCode))
    : /^(ECONN|EAI_|ENOTFOUND|ETIMEDOUT|EPIPE|EHOSTUNREACH|ENETUNREACH)|^TimeoutError$/.test(nameOf(error))

const nameOf = (error: unknown) => String((error as { code?: string }).code ?? (error as Error).name)

/** Another process has ended it. */
const ignoreMissing = (error: unknown) => {
  if (!(error instanceof FileMissing)) throw error
}
