import { ReadStream } from 'node:fs'
import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import {
  DeleteObjectCommand,
  GetObjectCommand,
  PutObjectCommand,
  S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3'
import type { Config } from '../config.ts'
import { assertStorageKey } from './storage-key.ts'
import { FileMissing, type FileStore } from './store.ts'

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
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  })
  const at = (key: string) => ({ Bucket: bucket, Key: assertStorageKey(key) })
  const read = async (key: string) => {
    const { Body } = await orMissing(client.send(new GetObjectCommand(at(key))))
    return Body as Readable
  }
  return {
    async put(key, body, contentType) {
      // S3 wants the length first, which only a file or a buffer can tell.
      const sized = Buffer.isBuffer(body) || body instanceof ReadStream ? body : await buffer(body)
      await client.send(new PutObjectCommand({ ...at(key), Body: sized, ContentType: contentType }))
    },
    read,
    async delete(key) {
      await client.send(new DeleteObjectCommand(at(key)))
    },
  }
}

async function orMissing<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer
  } catch (error) {
    if (error instanceof S3ServiceException && error.$metadata.httpStatusCode === 404) throw new FileMissing()
    throw error
  }
}
