import { createHash, randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { crc32 } from 'node:zlib'
import { etagOf, MultipartUploads } from './s3-multipart.ts'
import { type Credentials, isSigned } from './s3-signature.ts'

export interface RunningS3 extends Credentials {
  endpoint: string
  bucket: string
  stop(): Promise<void>
}

interface StoredObject {
  body: Buffer
  headers: Record<string, string>
}

class S3Error extends Error {
  readonly status: number
  readonly code: string

  constructor(status: number, code: string, message: string) {
    super(message)
    this.status = status
    this.code = code
  }
}

/**
 * A stand-in for an S3-compatible store, in memory: put (in parts too), get, head, delete and list objects of one bucket, path style,
 * with the signature verified. `s3rver`, the package for this, refuses the SDK's streamed uploads.
 */
export async function startS3({ bucket }: { bucket: string }): Promise<RunningS3> {
  const credentials: Credentials = {
    accessKeyId: randomBytes(10).toString('hex').toUpperCase(),
    secretAccessKey: randomBytes(30).toString('base64url'),
    region: 'us-east-1',
  }
  const objects = new Map<string, StoredObject>()
  const uploads = new MultipartUploads()
  const server = createServer(async (request, response) => {
    try {
      if (!(await isSigned(request, credentials))) {
        throw new S3Error(403, 'SignatureDoesNotMatch', 'The request signature does not match.')
      }
      await answer(request, response, bucket, objects, uploads)
    } catch (error) {
      const { status = 500, code = 'InternalError', message } = error as S3Error
      const xml = `<?xml version="1.0" encoding="UTF-8"?><Error><Code>${code}</Code><Message>${escapeXml(message)}</Message></Error>`
      response.writeHead(status, { 'content-type': 'application/xml' }).end(request.method === 'HEAD' ? undefined : xml)
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    ...credentials,
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    bucket,
    async stop() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  bucket: string,
  objects: Map<string, StoredObject>,
  uploads: MultipartUploads,
): Promise<void> {
  const url = new URL(request.url ?? '/', 'http://s3')
  const [, name, ...rest] = url.pathname.split('/').map(decodeURIComponent)
  const key = rest.join('/')
  if (name !== bucket) throw new S3Error(404, 'NoSuchBucket', 'The specified bucket does not exist.')
  const { method } = request
  const uploadId = url.searchParams.get('uploadId')
  const isMultipart = uploadId !== null || url.searchParams.has('uploads')
  if (!key) {
    if (method === 'HEAD') return void response.writeHead(200).end()
    if (method === 'GET' && isMultipart) return listUploads(response, url.searchParams.get('prefix') ?? '', uploads)
    if (method === 'GET') return list(response, bucket, url.searchParams, objects)
  } else if (isMultipart) {
    const body = await readBody(request)
    if (method === 'POST' && uploadId === null)
      return sendXml(response, 'InitiateMultipartUpload', { UploadId: uploads.begin(key, pickHeaders(request)) })
    const id = uploadId ?? ''
    if (method === 'PUT') {
      const etag = found(uploads.add(id, Number(url.searchParams.get('partNumber')), body))
      return void response.writeHead(200, { etag }).end()
    }
    if (method === 'POST') {
      const whole = found(uploads.complete(id, listedParts(body.toString())))
      return sendXml(response, 'CompleteMultipartUpload', { Key: key, ETag: keep(objects, key, whole) })
    }
    if (method === 'DELETE') {
      found(uploads.giveUp(id) || undefined)
      return void response.writeHead(204).end()
    }
  } else if (method === 'PUT') {
    const etag = keep(objects, key, { body: await readBody(request), headers: pickHeaders(request) })
    return void response.writeHead(200, { etag }).end()
  } else if (method === 'DELETE') {
    objects.delete(key)
    return void response.writeHead(204).end()
  } else if (method === 'GET' || method === 'HEAD') {
    const object = objects.get(key)
    if (!object) throw new S3Error(404, 'NoSuchKey', 'The specified key does not exist.')
    return sendObject(request, response, object)
  }
  throw new S3Error(501, 'NotImplemented', `This stand-in does not know ${method} ${url.pathname}.`)
}

/** @returns its entity tag */
function keep(objects: Map<string, StoredObject>, key: string, { body, headers }: StoredObject): string {
  const etag = etagOf(body)
  objects.set(key, { body, headers: { ...headers, etag, 'last-modified': new Date().toUTCString() } })
  return etag
}

function found<T>(value: T | undefined): T {
  if (value === undefined) throw new S3Error(404, 'NoSuchUpload', 'The upload does not exist, or not with these parts.')
  return value
}

const listedParts = (xml: string) =>
  [...xml.matchAll(/<Part>.*?<\/Part>/gs)].map(([part]) => ({
    number: Number(/<PartNumber>(\d+)</.exec(part)?.[1]),
    etag: (/<ETag>([^<]*)</.exec(part)?.[1] ?? '').replaceAll('&quot;', '"'),
  }))

function pickHeaders(request: IncomingMessage): Record<string, string> {
  const picked = Object.entries(request.headers).filter(([name]) =>
    /^(content-type|content-disposition|cache-control|x-amz-meta-.*)$/.test(name),
  )
  return { 'content-type': 'application/octet-stream', ...(Object.fromEntries(picked) as Record<string, string>) }
}

async function readBody(request: IncomingMessage): Promise<Buffer> {
  const sent = await buffer(request)
  const kind = String(request.headers['x-amz-content-sha256'])
  const { body, trailers } = kind.startsWith('STREAMING-') ? unchunk(sent) : { body: sent, trailers: '' }
  const hash = createHash('sha256').update(body).digest('hex')
  if (/^[0-9a-f]{64}$/.test(kind) && kind !== hash) {
    throw new S3Error(400, 'XAmzContentSHA256Mismatch', 'The body is not the one that was signed.')
  }
  const checksum = request.headers['x-amz-checksum-crc32'] ?? /x-amz-checksum-crc32:(\S+)/.exec(trailers)?.[1]
  const actual = Buffer.alloc(4)
  actual.writeUInt32BE(crc32(body))
  if (checksum && checksum !== actual.toString('base64')) {
    throw new S3Error(400, 'BadDigest', 'The checksum does not match the body.')
  }
  return body
}

/** Undoes `aws-chunked`: a hexadecimal length, the bytes, and after the last chunk the trailing headers. */
function unchunk(sent: Buffer): { body: Buffer; trailers: string } {
  const parts: Buffer[] = []
  for (let position = 0; ; ) {
    const lineEnd = sent.indexOf('\r\n', position)
    const length = Number.parseInt(sent.toString('latin1', position, lineEnd), 16)
    if (lineEnd < 0 || Number.isNaN(length)) throw new S3Error(400, 'IncompleteBody', 'The chunked body is broken.')
    const start = lineEnd + 2
    if (length === 0) return { body: Buffer.concat(parts), trailers: sent.toString('latin1', start) }
    parts.push(sent.subarray(start, start + length))
    position = start + length + 2
  }
}

function sendObject(request: IncomingMessage, response: ServerResponse, { body, headers }: StoredObject): void {
  const shared = { ...headers, 'accept-ranges': 'bytes' }
  const match = /^bytes=(\d*)-(\d*)$/.exec(request.headers.range ?? '')
  const [, from = '', to = ''] = match ?? []
  const start = from ? Number(from) : to ? Math.max(0, body.length - Number(to)) : 0
  const end = from && to ? Math.min(Number(to), body.length - 1) : body.length - 1
  if (match && start > end) throw new S3Error(416, 'InvalidRange', 'The requested range is not satisfiable.')
  const part = body.subarray(start, end + 1)
  const partly = match ? { 'content-range': `bytes ${start}-${end}/${body.length}` } : {}
  response.writeHead(match ? 206 : 200, { ...shared, ...partly, 'content-length': part.length })
  response.end(request.method === 'HEAD' ? undefined : part)
}

function list(
  response: ServerResponse,
  bucket: string,
  query: URLSearchParams,
  objects: Map<string, StoredObject>,
): void {
  // The last key of a page is where the next one goes on.
  const after = query.get('continuation-token') ?? ''
  const all = [...objects].filter(([key]) => key.startsWith(query.get('prefix') ?? '') && key > after)
  const found = all.sort(([a], [b]) => (a < b ? -1 : 1)).slice(0, Number(query.get('max-keys') ?? 1000))
  const contents = found.map(
    ([key, { body, headers }]) =>
      `<Contents><Key>${escapeXml(key)}</Key><Size>${body.length}</Size><ETag>${headers.etag}</ETag>
<LastModified>${new Date(headers['last-modified']!).toISOString()}</LastModified></Contents>`,
  )
  const isTruncated = found.length < all.length
  const next = isTruncated ? `<NextContinuationToken>${escapeXml(found.at(-1)![0])}</NextContinuationToken>` : ''
  const xml = `<?xml version="1.0" encoding="UTF-8"?><ListBucketResult><Name>${bucket}</Name><KeyCount>${found.length}</KeyCount>
<IsTruncated>${isTruncated}</IsTruncated>${next}${contents.join('')}</ListBucketResult>`
  response.writeHead(200, { 'content-type': 'application/xml' }).end(xml)
}

function listUploads(response: ServerResponse, prefix: string, uploads: MultipartUploads): void {
  const open = uploads
    .list()
    .filter(({ key }) => key.startsWith(prefix))
    .map(
      ({ id, key, begunOn }) =>
        `<Upload><Key>${escapeXml(key)}</Key><UploadId>${id}</UploadId><Initiated>${begunOn.toISOString()}</Initiated></Upload>`,
    )
  const xml = `<?xml version="1.0" encoding="UTF-8"?><ListMultipartUploadsResult><IsTruncated>false</IsTruncated>${open.join('')}</ListMultipartUploadsResult>`
  response.writeHead(200, { 'content-type': 'application/xml' }).end(xml)
}

function sendXml(response: ServerResponse, name: string, values: Record<string, string>): void {
  const fields = Object.entries(values).map(([field, value]) => `<${field}>${escapeXml(value)}</${field}>`)
  const xml = `<?xml version="1.0" encoding="UTF-8"?><${name}Result>${fields.join('')}</${name}Result>`
  response.writeHead(200, { 'content-type': 'application/xml' }).end(xml)
}

const escapeXml = (value: string) => value.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
