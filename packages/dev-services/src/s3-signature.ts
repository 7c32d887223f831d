import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'

export interface Credentials {
  accessKeyId: string
  secretAccessKey: string
  region: string
}

interface Signature {
  credential: string
  signedHeaders: string[]
  signature: string
  time: string
  payloadHash: string
  query: [string, string][]
}

/** Whether a request carries a valid AWS Signature Version 4, in its headers or (a link) in its query. */
export function isSigned(request: IncomingMessage, credentials: Credentials): boolean {
  const url = new URL(request.url ?? '/', 'http://s3')
  const signature = inHeaders(request, url) ?? inQuery(url)
  if (!signature) return false
  const { credential, signedHeaders, time, payloadHash, query } = signature
  const [accessKeyId, day = '', region, service] = credential.split('/')
  if (accessKeyId !== credentials.accessKeyId || region !== credentials.region || service !== 's3') return false
  const canonicalQuery = query.map(([name, value]) => `${encode(name)}=${encode(value)}`).sort()
  const headers = signedHeaders.map((name) => `${name}:${headerOf(request, name)}\n`)
  const canonical = [
    request.method,
    url.pathname,
    canonicalQuery.join('&'),
    headers.join(''),
    signedHeaders.join(';'),
    payloadHash,
  ].join('\n')
  const scope = `${day}/${region}/s3/aws4_request`
  const toSign = ['AWS4-HMAC-SHA256', time, scope, sha256(canonical)].join('\n')
  const key = [day, region, 's3', 'aws4_request'].reduce<string | Buffer>(hmac, `AWS4${credentials.secretAccessKey}`)
  const expected = createHmac('sha256', key).update(toSign).digest()
  const actual = Buffer.from(signature.signature, 'hex')
  return actual.length === expected.length && timingSafeEqual(actual, expected)
}

function inHeaders(request: IncomingMessage, url: URL): Signature | undefined {
  const match = /^AWS4-HMAC-SHA256 Credential=([^,]+), ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]+)$/.exec(
    request.headers.authorization ?? '',
  )
  const time = headerOf(request, 'x-amz-date')
  if (!match || Math.abs(Date.now() - timeOf(time)) > 15 * 60_000) return undefined
  const [, credential = '', signedHeaders = '', signature = ''] = match
  const payloadHash = headerOf(request, 'x-amz-content-sha256')
  return {
    credential,
    signedHeaders: signedHeaders.split(';'),
    signature,
    time,
    payloadHash,
    query: [...url.searchParams],
  }
}

function inQuery(url: URL): Signature | undefined {
  const read = (name: string) => url.searchParams.get(`X-Amz-${name}`) ?? ''
  const time = read('Date')
  if (!read('Signature') || Date.now() > timeOf(time) + Number(read('Expires')) * 1000) return undefined
  return {
    credential: read('Credential'),
    signedHeaders: read('SignedHeaders').split(';'),
    signature: read('Signature'),
    time,
    payloadHash: 'UNSIGNED-PAYLOAD',
    query: [...url.searchParams].filter(([name]) => name !== 'X-Amz-Signature'),
  }
}

const headerOf = (request: IncomingMessage, name: string) =>
  String(request.headers[name] ?? '')
    .trim()
    .replace(/ +/g, ' ')

const timeOf = (stamp: string) =>
  Date.parse(stamp.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z')) || 0

const sha256 = (value: string) => createHash('sha256').update(value).digest('hex')
const hmac = (key: string | Buffer, value: string) => createHmac('sha256', key).update(value).digest()
const encode = (value: string) =>
  encodeURIComponent(value).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)
